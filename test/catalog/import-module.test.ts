import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importModule } from '../../src/catalog/import-module.ts';
import { LabError } from '../../src/core/errors.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';

const root = temporaryFolder();
let files = 0;

/** A module of its own file, since Node keeps what it has loaded. */
async function load(extension: string, code: string): Promise<unknown> {
  const path = join(root, `m${files++}${extension}`);
  writeFileSync(path, code);
  return importModule(path, (module) => ({ ...(module as object) }));
}

describe('importModule', () => {
  for (const extension of ['.mjs', '.js', '.ts', '.mts']) {
    it(`loads ${extension}, with top-level await`, async () => {
      const code = "export const one = await Promise.resolve(1); import { sep } from 'node:path'; export { sep };";
      expect(await load(extension, code)).toMatchObject({ one: 1 });
    });
  }

  it('strips types and understands enums, alike on every Node', async () => {
    const code = 'enum Kind { A, B } export const kind: Kind = Kind.B satisfies number;';
    expect(await load('.ts', code)).toMatchObject({ kind: 1 });
  });

  it('finds rag-lab for a module that has none beside it', async () => {
    // Under the test runner a plain module is imported by the runner, which finds the library of this folder itself.
    expect(
      await load('.ts', "export { compareText } from 'rag-lab'; export * from 'rag-lab/contracts';"),
    ).toHaveProperty('compareText');
  });

  it('says what was thrown, whatever it was', async () => {
    for (const [code, said] of [
      ['throw new TypeError("boom\\nsecond")', 'TypeError: boom'],
      ['throw null', 'null'],
      ['throw Object.create(null)', 'it throws an object that is no Error'],
    ]) {
      const error = await load('.mjs', code!).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(LabError);
      expect((error as LabError).message).toMatch(new RegExp(`\\.mjs: cannot be loaded: ${said}$`));
    }
  });
});
