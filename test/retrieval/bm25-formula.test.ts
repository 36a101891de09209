import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bm25Idf, bm25LengthNorm, bm25TfFactor } from '../../src/retrieval/bm25-formula.ts';

const K1 = 1.2;
const B = 0.75;

describe('BM25', () => {
  it('gives the worked IDFs', () => {
    expect(bm25Idf(60, 48)).toBeCloseTo(0.23, 2);
    expect(bm25Idf(60, 1)).toBeCloseTo(3.71, 2);
    expect(bm25Idf(4, 3)).toBeCloseTo(0.356675, 6);
    expect(bm25Idf(4, 2)).toBeCloseTo(Math.LN2, 12);
  });

  it('gives the worked tf factors at average length', () => {
    const norm = bm25LengthNorm(K1, B, 300, 300);
    expect([1, 2, 5, 20].map((tf) => bm25TfFactor(tf, K1, norm).toFixed(2))).toEqual(['1.00', '1.38', '1.77', '2.08']);
  });

  it('lowers a chunk of twice the average length to 0.71', () => {
    expect(bm25TfFactor(1, K1, bm25LengthNorm(K1, B, 600, 300))).toBeCloseTo(0.71, 2);
  });

  it('stays positive, grows with tf and never exceeds k1 + 1', () => {
    fc.assert(
      fc.property(
        fc.nat(1000),
        fc.nat(1000),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 900 }),
        (df, more, tf, length) => {
          expect(bm25Idf(df + more, df)).toBeGreaterThan(0);
          const norm = bm25LengthNorm(K1, B, length, 300);
          expect(bm25TfFactor(tf + 1, K1, norm)).toBeGreaterThan(bm25TfFactor(tf, K1, norm));
          expect(bm25TfFactor(tf, K1, norm)).toBeLessThan(K1 + 1);
        },
      ),
    );
  });
});
