import { expect, it } from 'vitest';
import { acceptedNode, packageVersion } from '../../src/cli/package-version.ts';

it('are the version and the engine in package.json', async () => {
  const { default: manifest } = await import('../../package.json', { with: { type: 'json' } });
  expect(packageVersion()).toBe(manifest.version);
  expect(acceptedNode()).toBe(manifest.engines.node);
});
