// Fixed windows: case C27, the count of windows, and whole characters.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWords } from '../../../src/core/collection.ts';
import type { LabError } from '../../../src/core/errors.ts';
import { resolveParams } from '../../../src/core/spec.ts';
import { fixed } from '../../../src/ingest/chunkers/fixed.ts';
import { anyDocument, documentOf, expectCovered, expectOrdered } from './any-document.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../fixtures/cases/C27/${name}`, import.meta.url), 'utf8');

interface Config {
  readonly unit: string;
  readonly size: number | string;
  readonly overlap: number | string;
  readonly expect: string;
}

/** What a user of `fixed(...)` is told: the faults of single parameters, else that of the combination. */
function faultsOf({ unit, size, overlap }: Config): string[] {
  const faults: LabError[] = [];
  const args = new Map([
    ['unit', unit],
    ['size', String(size)],
    ['overlap', String(overlap)],
  ]);
  const params = resolveParams('fixed', fixed.params, args, faults);
  const problem = faults.length === 0 ? fixed.check!(params as never) : undefined;
  return [...faults.map((fault) => fault.message), ...(problem ? [problem] : [])];
}

describe('case C27', () => {
  const configs: readonly Config[] = JSON.parse(read('configs.json'));
  const document = documentOf(read('short-lines.txt'));

  it.each(configs.filter((config) => config.expect === 'usage error'))('refuses $size/$overlap by name', (config) => {
    const faults = faultsOf(config);
    expect(faults.length).toBeGreaterThan(0);
    for (const fault of faults) expect(fault).toMatch(/\b(size|overlap)=/);
  });

  it('cuts 240 characters by 60 with overlap 59 into 181 windows', () => {
    const drafts = fixed.chunk(document, { size: 60, overlap: 59, unit: 'chars' });
    expect(drafts).toHaveLength(181);
    expectCovered(document, drafts, 'some');
  });

  it('cuts 80 words by 3 with overlap 2 into 78 windows', () => {
    expect(fixed.chunk(document, { size: 3, overlap: 2, unit: 'words' })).toHaveLength(78);
  });
});

it('never cuts inside a surrogate pair', () => {
  const document = documentOf('a😀😀b');
  const drafts = fixed.chunk(document, { size: 1, overlap: 0, unit: 'chars' });
  expect(drafts.map(({ span }) => document.text.slice(span.start, span.end))).toEqual(['a', '😀', '😀', 'b']);
});

describe('any document', () => {
  const sizes = fc.integer({ min: 1, max: 9 }).chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1)));

  it('is covered in order by ceil((n - overlap) / (size - overlap)) windows, once without overlap', () => {
    fc.assert(
      fc.property(anyDocument, sizes, fc.constantFrom('words', 'chars'), (document, [size, overlap], unit) => {
        const drafts = fixed.chunk(document, { size, overlap, unit });
        const n = unit === 'words' ? countWords(document.text) : [...document.text].length;
        expect(drafts).toHaveLength(n === 0 ? 0 : Math.max(1, Math.ceil((n - overlap) / (size - overlap))));
        expectOrdered(document, drafts);
        expectCovered(document, drafts, overlap === 0 ? 'once' : 'some');
      }),
    );
  });
});
