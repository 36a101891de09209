// Skipping changes nothing: rankings equal those of scoring every chunk by the formula, to the last bit.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rankScores } from '../../src/core/order.ts';
import { bm25Idf, bm25LengthNorm, bm25TfFactor } from '../../src/retrieval/bm25-formula.ts';
import { openBm25Searcher } from '../../src/retrieval/bm25-searcher.ts';
import { buildIndex, type InvertedIndex, postingAt } from '../../src/retrieval/inverted-index.ts';
import type { ScanKernels } from '../../src/retrieval/scan-kernels.ts';
import { createTopChunks } from '../../src/retrieval/top-chunks.ts';
import type { Analyzer } from '../../src/text/analyzer.ts';
import { analyzers } from '../../src/text/analyzers.ts';
import { plainAnalyzer } from '../../src/text/plain-analyzer.ts';
import type { SharedMemory } from '../../src/vector/wasm.ts';
import {
  indexOfRows,
  normsOf,
  numbersFrom,
  type Row,
  rowOf,
  scoresOf,
  type WeightedId,
  weighted,
} from './made-index.ts';
import { topicOf } from './small-world.ts';

const looked = vi.hoisted(() => ({
  /** First chunks of the windows that were scanned. */
  windows: [] as number[],
  /** The sums of the last search that was opened. */
  sums: new Uint8Array(0) as Uint8Array,
}));

// The scan itself, and a note of what is scanned: which way a question goes is told by nothing else.
vi.mock('../../src/retrieval/scan-kernels.ts', async (original) => {
  const real = await original<typeof import('../../src/retrieval/scan-kernels.ts')>();
  return {
    ...real,
    linkScanKernels(memory: SharedMemory): ScanKernels {
      const { scan, addTerm } = real.linkScanKernels(memory);
      looked.sums = new Uint8Array(memory.buffer, 0, 2 * WINDOW);
      return {
        addTerm,
        scan(...args) {
          looked.windows.push(args[9]);
          return scan(...args);
        },
      };
    },
  };
});

const WINDOW = 8192;

beforeEach(() => {
  looked.windows.length = 0;
});

/** Words of which the first are in nearly every chunk and the last in one or two. */
function wordsFrom(next: () => number, count: number): string {
  return Array.from({ length: count }, () => `w${Math.floor(800 ** next()) - 1}`).join(' ');
}

/** The formula for every chunk, terms in ascending number, by search in their rows. */
function scoresByChunk(index: InvertedIndex, analyzer: Analyzer, query: string, k1: number, b: number): Float64Array {
  const counts = new Map<number, number>();
  for (const term of analyzer.terms(query)) {
    const id = index.termIds.get(term);
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return Float64Array.from({ length: index.chunks }, (_, ord) => {
    const norm = bm25LengthNorm(k1, b, index.storedLengths[ord]!, index.averageLength);
    let score = 0;
    for (const [id, count] of [...counts].sort(([x], [y]) => x - y)) {
      const [from, to] = [index.offsets[id]!, index.offsets[id + 1]!];
      const at = postingAt(index.docs, from, to, ord);
      if (at >= 0) score += count * bm25Idf(index.chunks, to - from) * bm25TfFactor(index.tfs[at]!, k1, norm);
    }
    return score;
  });
}

const params = fc.constantFrom([1.2, 0.75], [0, 0.75], [1.2, 0], [0.9, 1], [1000, 1], [1000, 0], [0, 0], [0.4, 0.3]);

describe('BM25 with skipping', () => {
  const world = fc.record({
    seed: fc.integer({ min: 1 }),
    // Beyond two windows now and then.
    chunks: fc.constantFrom(16, 40, 200, 1500, 5000),
    /** Few texts that all chunks repeat: ties. */
    distinct: fc.constantFrom(1, 3, 40, 5000),
    words: fc.constantFrom(1, 5, 30),
    params,
    analyzer: fc.constantFrom(...analyzers),
    share: fc.constantFrom(undefined, 0, 0.02, 0.5, 1),
  });

  it('ranks as scoring every chunk does, ties and filters included, at any depth', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ seed, chunks, distinct, words, params: [k1, b], analyzer, share }) => {
        const next = numbersFrom(seed);
        const length = () => 1 + Math.floor(next() * 2 * words);
        const pool = Array.from({ length: Math.min(distinct, chunks) }, () => wordsFrom(next, length()));
        const texts = Array.from(
          { length: chunks },
          (_, i) => pool[i < pool.length ? i : Math.floor(next() * pool.length)]!,
        );
        const index = buildIndex(texts, analyzer);
        const searcher = openBm25Searcher(index, { k1: k1!, b: b! }, analyzer.terms);
        for (let question = 0; question < 4; question++) {
          const query = `${wordsFrom(next, 1 + question * 3)} unheard`;
          const allowed = share === undefined ? undefined : Uint8Array.from(texts, () => Number(next() < share));
          const filter = allowed && { text: 'x = y', allowed, count: allowed.reduce((sum, may) => sum + may, 0) };
          const scores = scoresByChunk(index, analyzer, query, k1!, b!);
          const depths = [1, 2, 10, 100, chunks >> 4].filter((depth) => depth * 16 <= chunks);
          const found = await searcher.search(
            depths.map((depth) => ({ topic: topicOf(query), depth, ...(filter && { filter }) })),
          );
          for (const [i, depth] of depths.entries()) {
            const expected = rankScores(found[i]!.topicId, scores, depth, 0, allowed);
            expect(found[i]).toEqual(expected);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('counts terms that fill a chunk beyond a byte', async () => {
    const texts = Array.from(
      { length: 64 },
      (_, i) => 'desk '.repeat(200 + 30 * (i % 5)) + (i % 2 ? 'leave' : 'badge'),
    );
    const index = buildIndex(texts, plainAnalyzer);
    const searcher = openBm25Searcher(index, { k1: 900, b: 0.1 }, plainAnalyzer.terms);
    const [ranking] = await searcher.search([{ topic: topicOf('desk leave'), depth: 4 }]);
    const scores = scoresByChunk(index, plainAnalyzer, 'desk leave', 900, 0.1);
    expect(ranking).toEqual(rankScores(ranking!.topicId, scores, 4, 0));
  });
});

describe('what is looked at', () => {
  it('is little of a collection where one term decides', () => {
    const next = numbersFrom(7);
    const texts = Array.from({ length: 4000 }, (_, i) => `${wordsFrom(next, 20)}${i % 40 === 0 ? ' badge' : ''}`);
    const index = buildIndex(texts, plainAnalyzer);
    const rows = ['badge', 'w0', 'w1'].map((term) => {
      const id = index.termIds.get(term)!;
      return { id, weight: bm25Idf(index.chunks, index.offsets[id + 1]! - index.offsets[id]!) };
    });
    const found = createTopChunks(index, 1.2, normsOf(index, 1.2, 0.75)).find(rows, 10)!;
    expect(found.length).toBeGreaterThanOrEqual(10);
    expect(found.length).toBeLessThan(40);
    for (const ord of found) expect(ord % 40).toBe(0);
  });
});

/** Opens a search over rows, and holds what it finds against the formula for every chunk. */
function searchOf(index: InvertedIndex, k1: number, b: number) {
  const norms = normsOf(index, k1, b);
  const top = createTopChunks(index, k1, norms);
  return {
    /** @returns how many chunks were left to score */
    check(terms: readonly WeightedId[], depth: number, allowed?: Uint8Array): number {
      looked.windows.length = 0;
      const found = top.find(terms, depth, allowed)!;
      expect(looked.sums.every((byte) => byte === 0)).toBe(true);
      const scores = scoresOf(index, terms, k1, norms);
      const best = rankScores('t', scores, depth, 0, allowed);
      const worst = best.signal === depth ? best.scores.at(-1)! : Number.MIN_VALUE;
      const isFound = new Uint8Array(index.chunks);
      for (const ord of found) isFound[ord]!++;
      const wrong = Array.from(isFound.keys()).filter((ord) => {
        const may = !allowed || allowed[ord] === 1;
        return isFound[ord]! > (may ? 1 : 0) || (isFound[ord] === 0 && may && scores[ord]! >= worst);
      });
      expect(wrong).toEqual([]);
      const ords = found.slice().sort();
      expect(found).toEqual(ords);
      for (const { id } of terms.slice(0, 40)) {
        const counts = new Uint32Array(ords.length).fill(99);
        top.tfs(id, ords, counts);
        const from = index.offsets[id]!;
        const row = new Map(Array.from(index.docs.subarray(from, index.offsets[id + 1]!), (ord, i) => [ord, from + i]));
        expect([...counts]).toEqual(Array.from(ords, (ord) => (row.has(ord) ? index.tfs[row.get(ord)!] : 0)));
      }
      return found.length;
    },
  };
}

const words = (count: number): string[] => Array.from({ length: count }, (_, id) => `t${id}`);
const one = () => 1;
/** How many windows it takes to scan so many chunks: they double from 256 to 8,192. */
function windowsOf(chunks: number): number {
  let count = 0;
  for (let at = 0, size = 256; at < chunks; at += size, size = Math.min(WINDOW, 2 * size)) count++;
  return count;
}

describe('both ways', () => {
  // Around the ends of windows, which double up to 8,192, and of blocks of 64.
  const sizes = [255, 256, 257, 1023, 1025, 1792, 7936, 7937, 8191, 8193, 16_127, 16_128, 16_129, 24_320, 24_321];

  it('scans to the end where frequent terms alone decide', () => {
    for (const chunks of sizes) {
      const next = numbersFrom(chunks);
      const tf = () => Math.floor(18 ** next());
      const index = indexOfRows(chunks, [rowOf(chunks, 0.3, next, tf), rowOf(chunks, 0.5, next, tf)], () => 3);
      const found = searchOf(index, 1.2, 0.75).check(weighted(index, words(2)), 5);
      expect(found).toBeLessThan(chunks);
      expect(looked.windows, String(chunks)).toHaveLength(windowsOf(chunks));
    }
  });

  it('walks from the second window on where rare terms decide', () => {
    for (const chunks of sizes) {
      if (chunks < 1000) continue;
      const next = numbersFrom(chunks);
      // One chunk of the first window raises the bar; the last holds the most.
      const later = rowOf(chunks - 1, 0.002, next, one).filter(([ord]) => ord > 5);
      const rare = [[5, 1] as const, ...later, [chunks - 1, 9] as const];
      const index = indexOfRows(chunks, [rowOf(chunks, 0.99, next, one), rare], () => Math.floor(30 * next()));
      searchOf(index, 1.2, 0.75).check(weighted(index, words(2)), 1);
      expect(looked.windows, String(chunks)).toEqual([0]);
    }
  });

  it('turns from the scan to the walk once the bar is high enough', () => {
    const chunks = 40_000;
    const next = numbersFrom(3);
    // The rare term begins late; until then the bar is what frequent terms reach.
    const rare = rowOf(chunks, 0.002, next, one).filter(([ord]) => ord > 9000);
    const frequent = [rowOf(chunks, 0.6, next, one), rowOf(chunks, 0.9, next, one)];
    const index = indexOfRows(chunks, [...frequent, rare], () => Math.floor(20 * next()));
    const search = searchOf(index, 1.2, 0.75);
    search.check(weighted(index, words(3)), 4);
    expect(looked.windows).toEqual([0, 256, 768, 1792, 3840, 7936]);
    // The last of a hundred holds none of the rare: nothing can be left out.
    search.check(weighted(index, words(3)), 100);
    expect(looked.windows).toHaveLength(windowsOf(chunks));
  });

  it('drops terms one by one as the bar rises in the walk', () => {
    const chunks = 60_000;
    const next = numbersFrom(11);
    // Each tenth as frequent as the one before; where they meet, far behind, the bar rises.
    const rows = [0.05, 0.01, 0.002, 0.0004].map((share, i) => [
      ...rowOf(30_000 + 8000 * i, share, next, () => Math.floor(5 * next()) + 1),
      ...Array.from({ length: 20 }, (_, j) => [58_000 + j * (i + 1), 1 + (j % 4)] as const),
    ]);
    const index = indexOfRows(chunks, rows, () => Math.floor(20 * next()));
    const search = searchOf(index, 1.2, 0.75);
    for (const depth of [1, 2, 5, 20, 200, 3750]) search.check(weighted(index, words(4)), depth);
    search.check(weighted(index, ['t3', 't3', 't0', 't1', 't1', 't1']), 7);
  });
});

describe('any collection and question', () => {
  const world = fc.record({
    seed: fc.integer({ min: 1 }),
    chunks: fc.constantFrom(16, 63, 65, 1025, 8193, 16_383, 16_385),
    /** Shares of the chunks that hold a term. */
    shares: fc.array(fc.constantFrom(0.0005, 0.005, 0.03, 0.0626, 0.2, 0.7, 1), { minLength: 1, maxLength: 10 }),
    mostTf: fc.constantFrom(1, 3, 16, 300),
    lengths: fc.constantFrom(0, 20, 3000),
    params,
  });

  it('leaves out nothing that can be among the best, one question after another', () => {
    fc.assert(
      fc.property(world, ({ seed, chunks, shares, mostTf, lengths, params: [k1, b] }) => {
        const next = numbersFrom(seed);
        const tf = () => 1 + Math.floor(mostTf ** next() - 1);
        const rows = shares.map((share) => [...rowOf(chunks - 1, share, next, tf), [chunks - 1, 1] as const]);
        const index = indexOfRows(chunks, rows, () => Math.floor(lengths * next() ** 3));
        const search = searchOf(index, k1!, b!);
        for (let question = 0; question < 4; question++) {
          const asked = words(shares.length).flatMap((word) => Array<string>(Math.floor(3 * next())).fill(word));
          const allowed = question % 2 ? Uint8Array.from({ length: chunks }, () => Number(next() < 0.3)) : undefined;
          const depth = [1, 2, 17, chunks >> 4][Math.floor(4 * next())]!;
          search.check(weighted(index, asked), depth, allowed);
          search.check(weighted(index, asked), depth, new Uint8Array(chunks));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('takes weights of any size, terms in any order', () => {
    const next = numbersFrom(21);
    const rows = [1, 0.9, 0.3, 0.04, 0.001].map((share) => rowOf(9000, share, next, () => Math.floor(20 ** next())));
    const index = indexOfRows(9000, rows, () => Math.floor(30 * next()));
    const search = searchOf(index, 1.2, 0.75);
    for (const scale of [1e-12, 1, 1e12]) {
      for (const by of [1e-6, 1, 1e6]) {
        const terms = rows.map((_, id) => ({ id, weight: scale * by ** id }));
        search.check(terms, 10);
        search.check(terms.toReversed(), 10);
      }
    }
  });
});

describe('many terms', () => {
  // Chunk 500 holds all of them, and every other chunk one in sixteen.
  const spread = (count: number, step: number): Row[] =>
    Array.from({ length: count }, (_, id) =>
      Array.from({ length: 1000 }, (_, ord) => [ord, 1] as const).filter(
        ([ord]) => ord === 500 || ord % step === id % step,
      ),
    );

  it('finds the chunk that holds all, however many are scanned', () => {
    // What its terms are worth together is the most that the numbers of a scan have to hold.
    for (const count of [20, 21, 24, 29, 30, 31, 32, 33, 34, 64, 65, 300, 1000]) {
      for (const [k1, b] of [
        [0, 0],
        [1.2, 0],
        [1.2, 0.75],
      ] as const) {
        for (const step of [16, 40]) {
          const index = indexOfRows(1000, spread(count, step), (ord) => (ord === 500 ? 0 : 40));
          expect(searchOf(index, k1, b).check(weighted(index, words(count)), 1)).toBe(1);
        }
      }
    }
  });

  it('finds it where terms weigh as they like', () => {
    const weights = fc.array(fc.double({ min: 0.2, max: 5, noNaN: true }), { minLength: 18, maxLength: 36 });
    const index = indexOfRows(1000, spread(36, 16));
    const search = searchOf(index, 1.2, 0);
    fc.assert(
      fc.property(weights, (list) => {
        search.check(
          list.map((weight, id) => ({ id, weight })),
          2,
        );
      }),
      { numRuns: 60 },
    );
  });

  it('finds it whatever share of the most a scan can add', () => {
    // The steps of a scan are as small as their sum allows: the share decides how many there are.
    const index = indexOfRows(1000, [...spread(32, 16), [[7, 1]]]);
    const search = searchOf(index, 0, 0);
    for (let rare = 0.05; rare < 300; rare *= 1.02) {
      search.check(
        Array.from({ length: 33 }, (_, id) => ({ id, weight: id < 32 ? 1 : rare })),
        2,
      );
    }
  });

  it('makes up for what rounding adds to the sums of many terms', () => {
    // One chunk holds three hundred, each rounded up; another but one, which is worth a little more.
    for (const count of [30, 300, 999]) {
      const light = Array.from({ length: count }, () => [[10, 1]] as Row);
      const index = indexOfRows(1000, [...light, [[20, 1]]]);
      for (const more of [1e-9, 1e-5, 1e-3]) {
        const terms = Array.from({ length: count + 1 }, (_, id) => ({ id, weight: id < count ? 1 : count + more }));
        searchOf(index, 1.2, 0).check(terms, 1);
      }
    }
  });

  it('makes up for it where every part of a sum is rounded up more than once', () => {
    // Chunk 10 holds three hundred, all of them as a share of what they are worth elsewhere: share and product are rounded up.
    const count = 300;
    for (const most of [2, 3, 5, 9, 20, 100]) {
      const light = Array.from(
        { length: count },
        (_, id): Row => [
          [10, 1],
          [100 + id, most],
        ],
      );
      const index = indexOfRows(6000, [...light, [[20, 1]]]);
      for (const k1 of [1.2, 3, 11]) {
        const terms = Array.from({ length: count + 1 }, (_, id) => ({ id, weight: id < count ? 1 : count + 1e-6 }));
        searchOf(index, k1, 0).check(terms, 1);
      }
    }
  });

  it('finds chunks that hold nothing but terms worth next to nothing', () => {
    const index = indexOfRows(20_000, [
      [[3, 1]],
      [
        [5, 1],
        [15_000, 2],
      ],
      rowOf(20_000, 0.5, numbersFrom(9), one),
    ]);
    const weights = [1, 1e-9, 1e-12];
    const terms = weights.map((weight, id) => ({ id, weight }));
    searchOf(index, 1.2, 0).check(terms.slice(0, 2), 20);
    searchOf(index, 1.2, 0).check(terms, 20);
  });

  it('leaves more than a thousand to others', async () => {
    const index = indexOfRows(1000, spread(1001, 16));
    const terms = weighted(index, words(1001));
    expect(createTopChunks(index, 1.2, normsOf(index, 1.2, 0.75)).find(terms, 5)).toBeUndefined();
    const searcher = openBm25Searcher(index, { k1: 1.2, b: 0.75 }, (text) => text.split(' '));
    const [ranking] = await searcher.search([{ topic: topicOf(words(1001).join(' ')), depth: 5 }]);
    const scores = scoresOf(index, terms, 1.2, normsOf(index, 1.2, 0.75));
    expect(ranking).toEqual(rankScores(ranking!.topicId, scores, 5, 0));
  });

  it('is nothing for a question without terms', () => {
    const index = indexOfRows(1000, spread(2, 16));
    expect(searchOf(index, 1.2, 0.75).check([], 5)).toBe(0);
  });
});

describe('scores that hardly differ', () => {
  const MULTIPLES = [1, 2, 3, 5, 7, 11, 14];
  const world = fc.record({
    seed: fc.integer({ min: 1 }),
    k1: fc.constantFrom(1000, 1.2, 1e-9, 1e-30, 0),
    b: fc.constantFrom(1, 0.75),
    frequent: fc.constantFrom(1, 3, 31, 32, 40),
    rare: fc.constantFrom(0, 1, 20, 200),
    /** By how much weights differ, as powers of ten. */
    spread: fc.constantFrom(-16, -9, -4, 0, 6, 20),
    isRareHeavy: fc.boolean(),
    /** Of occurrences in the chunks that hold all terms, as a number of MULTIPLES; and more than a row of codes tells. */
    multiples: fc.constantFrom(1, 4, MULTIPLES.length).map((count) => MULTIPLES.slice(0, count)),
    most: fc.constantFrom([], [15, 300]),
    chunks: fc.constantFrom(400, 1500),
  });

  it('are told apart by the formula alone: none that can be among the best is left out', () => {
    fc.assert(
      fc.property(world, ({ seed, k1, b, frequent, rare, spread, isRareHeavy, multiples, most, chunks }) => {
        const next = numbersFrom(seed);
        const counts = [...multiples, ...most];
        // Where length is all that counts, a chunk that is the same text several times has the same score, but for rounding.
        const whole = new Map(
          Array.from({ length: 40 }, () => [Math.floor(chunks * next()), counts[Math.floor(counts.length * next())]!]),
        );
        const rows = Array.from({ length: frequent + rare }, (_, id) =>
          Array.from({ length: chunks }, (_, ord) => [ord, whole.get(ord) ?? 1] as const).filter(
            ([ord]) => whole.has(ord) || (id < frequent && (ord + id) % 14 === 0),
          ),
        );
        const filler = Math.floor(50 * next());
        const index = indexOfRows(chunks, rows, (ord) => filler * (whole.get(ord) ?? 1));
        const search = searchOf(index, k1, b);
        const terms = rows.map((_, id) => ({
          id,
          weight: (spread > 0 ? 10 ** (spread * next()) : 1 + 10 ** spread * next()) * (isRareHeavy ? id + 1 : 1),
        }));
        for (const depth of [1, 3, whole.size - 1, whole.size].filter((depth) => depth * 16 <= chunks)) {
          search.check(terms, depth);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('are kept where one is the sum of a thousand rounded parts', () => {
    // Four chunks of the first window lift the bar beyond all light terms together: a walk goes through the chunks of the heavy
    // one alone, and asks for all others.
    const light = Array.from({ length: 999 }, () => [2000, 4000, 5999].map((ord) => [ord, 1] as const));
    const heavy = [0, 1, 2, 3, 2000, 3000, 4000, 5999].map((ord) => [ord, 1] as const);
    const index = indexOfRows(6000, [...light, heavy]);
    const search = searchOf(index, 1.2, 0);
    for (const more of [0, 1e-16, 1e-9, 1e-6, 1e-4]) {
      const terms = Array.from({ length: 1000 }, (_, id) => ({ id, weight: id < 999 ? 1 + more * (id % 7) : 1300 }));
      for (const depth of [1, 2, 3, 4]) {
        const kept = search.check(terms, depth);
        if (depth < 4) expect(kept).toBe(3);
        expect(looked.windows).toEqual([0]);
      }
    }
  });

  it('count occurrences beyond those that a row tells', () => {
    // One chunk holds the term once more than all others.
    for (const tf of [13, 14, 15, 16, 255, 5000]) {
      const row = Array.from({ length: 800 }, (_, ord) => [ord, ord === 700 ? tf + 1 : 1 + (ord % tf)] as const);
      const index = indexOfRows(800, [row]);
      for (const k1 of [1000, 1.2]) {
        const kept = searchOf(index, k1, 0).check([{ id: 0, weight: 1 }], 1);
        expect(kept).toBeLessThan(400);
      }
    }
  });

  it('leave out nothing where the number of hits of a window is none of four', () => {
    for (const holders of [1, 2, 3, 5, 6, 7]) {
      // Chunks of the rare term are all that a window has; the last holds the most of the frequent one.
      const index = indexOfRows(64, [
        Array.from({ length: 64 }, (_, ord) => [ord, ord === holders - 1 ? 9 : 1] as const).filter(
          ([ord]) => ord < holders,
        ),
      ]);
      expect(searchOf(index, 1.2, 0).check([{ id: 0, weight: 1 }], 1)).toBe(1);
    }
  });
});

describe('one index', () => {
  it('serves several searchers, whose questions come in turn', () => {
    const next = numbersFrom(8);
    const rows = [0.9, 0.4, 0.05, 0.01].map((share) => rowOf(9000, share, next, () => Math.floor(20 ** next())));
    const index = indexOfRows(9000, rows, () => Math.floor(40 * next()));
    const searches = [
      [1.2, 0.75],
      [0, 0],
      [1000, 1],
    ].map(([k1, b]) => searchOf(index, k1!, b!));
    for (let round = 0; round < 4; round++) {
      for (const search of searches) search.check(weighted(index, words(4).slice(round % 3)), 1 + 100 * round);
    }
  });
});

describe('without memory for a scan', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('nothing is skipped, and the memory is asked for once', async () => {
    let asked = 0;
    class Refusing {
      constructor() {
        asked++;
        throw new RangeError('could not allocate memory');
      }
    }
    vi.stubGlobal('WebAssembly', { Memory: Refusing });
    const next = numbersFrom(4);
    const index = indexOfRows(320, [rowOf(320, 0.5, next, one), rowOf(320, 0.02, next, one)], () => 9);
    const searcher = openBm25Searcher(index, { k1: 1.2, b: 0.75 }, (text) => text.split(' '));
    const scores = scoresOf(index, weighted(index, words(2)), 1.2, normsOf(index, 1.2, 0.75));
    for (let question = 0; question < 3; question++) {
      const [ranking] = await searcher.search([{ topic: topicOf('t0 t1'), depth: 10 }]);
      expect(ranking).toEqual(rankScores(ranking!.topicId, scores, 10, 0));
    }
    expect(asked).toBe(1);
  });
});
