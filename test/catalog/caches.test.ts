import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clearCaches, describeCaches } from '../../src/catalog/caches.ts';

it('describes and clears the caches of a folder, and leaves other files alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rag-lab-test-'));
  writeFileSync(join(folder, `use-lite-${'a'.repeat(16)}.vectors`), 'damaged');
  writeFileSync(join(folder, 'other'), 'x');
  expect(describeCaches(folder)).toMatchObject({ bytes: 7, entries: 0 });
  expect(clearCaches(folder).files).toHaveLength(1);
  expect(readdirSync(folder)).toEqual(['other']);
  rmSync(folder, { recursive: true });
});
