import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { questionImporters } from '../../../../src/datasets/questions/importers/registry.ts';

async function refusesOrReads(importer: (typeof questionImporters)[number], bytes: Uint8Array, name: string) {
  try {
    const { questions } = await importer.import({ file: { name, bytes: [bytes] } });
    expect(Array.isArray(questions)).toBe(true);
  } catch (error) {
    expect((error as Error).name, (error as Error).stack).toMatch(/^LabErrors?$/);
  }
}

describe.each(questionImporters.map((importer) => [importer.name, importer] as const))('importer %s', (_, importer) => {
  it('says what it takes and what it does not', () => {
    expect(importer.maps.length).toBeGreaterThan(1);
    expect(importer.maps.at(-1)).toMatch(/^not taken: /);
  });

  const name = fc.constantFrom('f.json', 'f.jsonl', 'f.csv', 'f.yaml', 'f.parquet', 'f');

  it('reads or refuses any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), name, (bytes, file) => refusesOrReads(importer, bytes, file)),
    );
  });

  it('reads or refuses any JSON, also of the right names', async () => {
    const keys = [
      'user_input',
      'contexts',
      'queries',
      'corpus',
      'relevant_docs',
      'examples',
      'query',
      'qid',
      'tests',
      'vars',
      'assert',
      'retrieval_gt',
      '__proto__',
    ];
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<unknown>(null, '', 'x', 7, true),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 4 }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(value, name, (json, file) =>
        refusesOrReads(importer, Buffer.from(JSON.stringify(json) ?? ''), file),
      ),
    );
  });

  it('ends where nesting does not', async () => {
    for (const text of ['['.repeat(100_000), '{"a":'.repeat(100_000)]) {
      await refusesOrReads(importer, Buffer.from(text), 'f.json');
    }
  });
});

describe('a damaged Parquet file', () => {
  it('is refused or read, wherever it is damaged', async () => {
    const bytes = readFileSync(new URL('../../../fixtures/questions/qa.parquet', import.meta.url));
    const autorag = questionImporters.find(({ name }) => name === 'autorag')!;
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(bytes.length), (at, value, length) => {
        const damaged = Uint8Array.from(bytes.subarray(0, length % 7 === 0 ? length : bytes.length));
        if (at < damaged.length) damaged[at] = value;
        return refusesOrReads(autorag, damaged, 'qa.parquet');
      }),
      // Each file that passes its check starts a thread; check-parquet.test.ts looks at many more.
      { numRuns: 60 },
    );
  });
});
