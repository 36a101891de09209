// Skipping changes nothing: rankings equal those of scoring every chunk by the formula, to the last bit.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankScores } from '../../src/core/order.ts';
import { bm25Idf, bm25LengthNorm, bm25TfFactor } from '../../src/retrieval/bm25-formula.ts';
import { openBm25Searcher } from '../../src/retrieval/bm25-searcher.ts';
import { buildIndex, type InvertedIndex, postingAt } from '../../src/retrieval/inverted-index.ts';
import { createTopChunks } from '../../src/retrieval/top-chunks.ts';
import type { Analyzer } from '../../src/text/analyzer.ts';
import { analyzers } from '../../src/text/analyzers.ts';
import { plainAnalyzer } from '../../src/text/plain-analyzer.ts';
import { topicOf } from './small-world.ts';

/** Numbers from 0 to 1, the same for a seed. */
function numbersFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Words of which the first are in nearly every chunk and the last in one or two. */
function wordsFrom(next: () => number, count: number): string {
  return Array.from({ length: count }, () => `w${Math.floor(800 ** next()) - 1}`).join(' ');
}

/** The formula for every chunk, terms in ascending number. */
function scoresOf(index: InvertedIndex, analyzer: Analyzer, query: string, k1: number, b: number): Float64Array {
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
          const scores = scoresOf(index, analyzer, query, k1!, b!);
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
      { numRuns: 60 },
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
    expect(ranking).toEqual(rankScores(ranking!.topicId, scoresOf(index, plainAnalyzer, 'desk leave', 900, 0.1), 4, 0));
  });
});

describe('what is looked at', () => {
  const norms = (index: InvertedIndex) =>
    Float64Array.from(index.lengths, (n) => bm25LengthNorm(1.2, 0.75, n, index.averageLength));

  it('is little of a collection where one term decides', () => {
    const next = numbersFrom(7);
    const texts = Array.from({ length: 4000 }, (_, i) => `${wordsFrom(next, 20)}${i % 40 === 0 ? ' badge' : ''}`);
    const index = buildIndex(texts, plainAnalyzer);
    const rows = ['badge', 'w0', 'w1'].map((term) => {
      const id = index.termIds.get(term)!;
      return { id, weight: bm25Idf(index.chunks, index.offsets[id + 1]! - index.offsets[id]!) };
    });
    const found = createTopChunks(index, 1.2, norms(index)).find(rows, 10)!;
    expect(found.length).toBeGreaterThanOrEqual(10);
    expect(found.length).toBeLessThan(40);
    for (const ord of found) expect(ord % 40).toBe(0);
  });
});
