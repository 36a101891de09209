import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkParquet } from '../../../../src/datasets/questions/importers/check-parquet.ts';

const fixture = (name: string): Uint8Array =>
  Uint8Array.from(readFileSync(new URL(`../../../fixtures/questions/${name}`, import.meta.url)));

describe('the check of a Parquet file', () => {
  it.each(['qa.parquet', 'corpus.parquet', 'qa-zstd.parquet'])('lets pass what pandas wrote: %s', (name) => {
    expect(() => checkParquet(fixture(name))).not.toThrow();
  });

  it('passes or refuses in words, wherever a file is damaged', () => {
    const whole = fixture('qa.parquet');
    const change = fc.record({ at: fc.nat(whole.length - 1), value: fc.nat(255) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
        const damaged = whole.slice();
        for (const { at, value } of changes) damaged[at] = value;
        try {
          checkParquet(damaged);
        } catch (error) {
          expect((error as Error).constructor).toBe(Error);
          expect((error as Error).message).toMatch(/^[a-z][^\n]+$/);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('passes or refuses any footer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (footer) => {
        const length = new Uint8Array(Uint32Array.of(footer.length).buffer);
        const file = Uint8Array.from([...Buffer.from('PAR1'), ...footer, ...length, ...Buffer.from('PAR1')]);
        expect(() => checkParquet(file)).toThrow(/^[a-z][^\n]+$/);
      }),
      { numRuns: 1000 },
    );
  });
});
