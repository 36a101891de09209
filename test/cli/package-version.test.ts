import { expect, it } from 'vitest';
import { packageVersion } from '../../src/cli/package-version.ts';

it('is the version in package.json', async () => {
  const { default: manifest } = await import('../../package.json', { with: { type: 'json' } });
  expect(packageVersion()).toBe(manifest.version);
});
