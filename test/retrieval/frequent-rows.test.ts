// Rows of codes against the factors and occurrences that they stand for, and the room that they may take.
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bm25TfFactor } from '../../src/retrieval/bm25-formula.ts';
import { CODES } from '../../src/retrieval/bound-scan.ts';
import { countIn, MANY, openFrequentRows } from '../../src/retrieval/frequent-rows.ts';
import { indexOfRows, normsOf, numbersFrom, type Row, rowOf } from './made-index.ts';

const every = (chunks: number, step: number, tf = 1): Row =>
  Array.from({ length: Math.ceil(chunks / step) }, (_, i) => [i * step, tf] as const);

describe('a row of codes', () => {
  const world = fc.record({
    seed: fc.integer({ min: 1 }),
    chunks: fc.constantFrom(1, 16, 63, 64, 65, 1000),
    share: fc.constantFrom(0.2, 0.7, 1),
    mostTf: fc.constantFrom(1, 14, 15, 16, 17, 255, 256, 70_000),
    params: fc.constantFrom([1.2, 0.75], [1.2, 0], [0.9, 1], [1000, 1], [1000, 0], [0, 0], [0, 1], [1e-9, 1]),
  });

  it('says what the term is worth at most, hardly more, and how often it occurs', () => {
    fc.assert(
      fc.property(world, ({ seed, chunks, share, mostTf, params: [k1, b] }) => {
        const next = numbersFrom(seed);
        const tf = () => (next() < 0.3 ? mostTf : Math.floor((mostTf + 1) ** next()));
        const rows = [0, 1].map(() => [
          [0, tf()] as const,
          ...rowOf(chunks, share, next, tf).filter(([ord]) => ord > 0),
        ]);
        const index = indexOfRows(chunks, rows, () => Math.floor(40 * next()));
        const norms = normsOf(index, k1!, b!);
        const before = 1 + Math.floor(200 * next());
        const frequent = openFrequentRows(index, k1!, norms, before)!;
        const spans: (readonly [number, number])[] = [[0, before]];
        for (const id of [1, 0]) {
          const counts = new Map(rows[id]);
          if (counts.size * 16 < chunks) continue;
          const row = frequent.of(id)!;
          expect(frequent.of(id)).toBe(row);
          const factors = Array.from(counts, ([ord, tf]) => bm25TfFactor(tf, k1!, norms[ord]!));
          const [least, largest] = [Math.min(...factors), Math.max(...factors)];
          expect(row.largest).toBe(largest);
          expect(row.hasMany).toBe(Math.max(...counts.values()) >= MANY);
          expect(Math.max(...row.levels)).toBe(largest);
          expect(row.levels).toHaveLength(CODES);
          expect(row.levels[0]).toBe(0);
          const width = (largest - least) / (CODES - 1);
          const wrong = Array.from(row.bytes.keys()).filter((ord) => {
            const occurrences = counts.get(ord) ?? 0;
            const byte = row.bytes[ord]!;
            if (occurrences === 0) return byte !== 0 || (ord < chunks && countIn(row, ord) !== 0);
            const factor = bm25TfFactor(occurrences, k1!, norms[ord]!);
            const [code, level] = [byte % CODES, row.levels[byte % CODES]!];
            const isCounted = countIn(row, ord) === (occurrences < MANY ? occurrences : undefined);
            const isBound = code > 0 && level >= factor && level - factor <= width * (1 + 1e-9);
            return !(isCounted && isBound && byte >>> 4 === Math.min(occurrences, MANY));
          });
          expect(wrong).toEqual([]);
          expect(row.bytes.length % 64).toBe(0);
          expect(row.bytes.length).toBeGreaterThanOrEqual(chunks);
          expect(row.bytes.byteOffset).toBe(row.at);
          spans.push([row.at, row.at + row.bytes.length]);
        }
        // Nothing lies over anything else.
        spans.sort(([x], [y]) => x - y);
        for (let i = 1; i < spans.length; i++) expect(spans[i]![0]).toBeGreaterThanOrEqual(spans[i - 1]![1]);
        expect(frequent.memory.buffer.byteLength).toBeGreaterThanOrEqual(spans.at(-1)![1]);
      }),
      { numRuns: 60 },
    );
  });

  it('is for terms of every 16th chunk and more', () => {
    const index = indexOfRows(320, [every(320, 16), every(320, 16).slice(1), every(320, 1)]);
    const frequent = openFrequentRows(index, 1.2, normsOf(index, 1.2, 0.75), 0)!;
    expect([0, 1, 2].map((id) => frequent.of(id) !== undefined)).toEqual([true, false, true]);
  });
});

describe('the room for rows', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('ends at two GiB: terms beyond have no row, and those before keep theirs', () => {
    const index = indexOfRows(
      100,
      Array.from({ length: 5 }, () => every(100, 2)),
    );
    const norms = normsOf(index, 1.2, 0.75);
    const stride = 128;
    // Reserved, not taken: only pages that are written to are.
    const frequent = openFrequentRows(index, 1.2, norms, 2 ** 31 - 3 * stride - 1)!;
    expect(frequent.memory.buffer.byteLength).toBeLessThanOrEqual(2 ** 31);
    const first = [4, 2, 0].map((id) => frequent.of(id)!);
    expect(first.every((row) => row.bytes[0] === (1 | (1 << 4)))).toBe(true);
    expect(frequent.of(1)).toBeUndefined();
    expect(frequent.of(3)).toBeUndefined();
    expect([4, 2, 0].map((id) => frequent.of(id))).toEqual(first);
  });

  it('is none for a collection without frequent terms, and for one without chunks', () => {
    const rare = indexOfRows(100, [[[3, 1]]]);
    expect(openFrequentRows(rare, 1.2, normsOf(rare, 1.2, 0.75), 10)!.of(0)).toBeUndefined();
    const empty = indexOfRows(0, []);
    expect(openFrequentRows(empty, 1.2, normsOf(empty, 1.2, 0.75), 10)!.memory.buffer.byteLength).toBe(65536);
  });

  it('may not be there, which is no error; others are', () => {
    const index = indexOfRows(100, [every(100, 1)]);
    const refuse = (error: Error) => {
      class Refusing {
        constructor() {
          throw error;
        }
      }
      vi.stubGlobal('WebAssembly', { Memory: Refusing });
    };
    refuse(new RangeError('could not allocate memory'));
    expect(openFrequentRows(index, 1.2, normsOf(index, 1.2, 0.75), 10)).toBeUndefined();
    refuse(new TypeError('something else'));
    expect(() => openFrequentRows(index, 1.2, normsOf(index, 1.2, 0.75), 10)).toThrow('something else');
  });
});
