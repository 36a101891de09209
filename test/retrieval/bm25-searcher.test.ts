import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openBm25Searcher } from '../../src/retrieval/bm25-searcher.ts';
import { buildIndex } from '../../src/retrieval/inverted-index.ts';
import { plainAnalyzer } from '../../src/text/plain-analyzer.ts';
import { matches, topicOf } from './small-world.ts';

const golden = JSON.parse(readFileSync(new URL('../fixtures/trec/golden-stats.json', import.meta.url), 'utf8')).bm25;

/** The formula, read off the page: no index, no typed arrays. */
function naiveBm25(texts: readonly string[], query: string, k1: number, b: number): number[] {
  const chunks = texts.map((text) => plainAnalyzer.terms(text));
  const average = chunks.reduce((sum, terms) => sum + terms.length, 0) / chunks.length;
  return chunks.map((terms) =>
    plainAnalyzer.terms(query).reduce((score, term) => {
      const df = chunks.filter((other) => other.includes(term)).length;
      const tf = terms.filter((other) => other === term).length;
      if (tf === 0) return score;
      const idf = Math.log(1 + (chunks.length - df + 0.5) / (df + 0.5));
      return score + (idf * tf * (k1 + 1)) / (tf + k1 * (1 - b + (b * terms.length) / average));
    }, 0),
  );
}

const open = (texts: readonly string[], k1 = 1.2, b = 0.75) =>
  openBm25Searcher(buildIndex(texts, plainAnalyzer), { k1, b }, plainAnalyzer.terms);

describe('BM25 over the index', () => {
  it('equals the naive formula, and its explanation adds up to the score', async () => {
    const word = fc.constantFrom('leave', 'badge', 'desk', 'room', 'policy');
    const text = fc.array(word, { maxLength: 10 }).map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 8 }),
        text,
        fc.double({ min: 0, max: 10, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (texts, query, k1, b) => {
          const searcher = open(texts, k1, b);
          const [ranking] = await searcher.search([{ topic: topicOf(query), depth: texts.length }]);
          const want = naiveBm25(texts, query, k1, b);
          for (const [place, ord] of ranking!.chunks.entries()) {
            expect(ranking!.scores[place]).toBeCloseTo(want[ord]!, 9);
            const parts = await searcher.explain!(topicOf(query), ord);
            const sum = parts.reduce((total, { weight }) => total + weight, 0);
            expect(Math.abs(sum - ranking!.scores[place]!)).toBeLessThanOrEqual(1e-12);
          }
        },
      ),
    );
  });

  it('gives the worked scores of three tiny documents, with and without the factor (k1 + 1)', async () => {
    const texts = ['d1', 'd2', 'd3'].map((id) => golden.docs[id] as string);
    for (const [params, key, divisor] of [
      [{ k1: 1.2, b: 0.75 }, 'lucene_idf_with_k1plus1', 1],
      [{ k1: 1.2, b: 0.75 }, 'lucene_k1_1.2_b_.75_no_k1plus1', 2.2],
      [{ k1: 0.9, b: 0.4 }, 'lucene_k1_.9_b_.4', 1.9],
    ] as const) {
      const [ranking] = await open(texts, params.k1, params.b).search([{ topic: topicOf(golden.query), depth: 3 }]);
      for (const [place, ord] of ranking!.chunks.entries()) {
        expect(ranking!.scores[place]! / divisor).toBeCloseTo(golden[key][`d${ord + 1}`], 12);
      }
    }
  });

  it('counts a word that the question repeats as often as it stands there', async () => {
    const searcher = open(['leave', 'badge']);
    const [once, twice] = await searcher.search([
      { topic: topicOf('leave'), depth: 2 },
      { topic: topicOf('leave leave'), depth: 2 },
    ]);
    expect(twice!.scores[0]).toBeCloseTo(2 * once!.scores[0]!, 12);
  });

  it('keeps chunks without a matching term in their order, behind, without signal', async () => {
    const [ranking] = await open(['badge', 'desk', 'leave', 'room']).search([{ topic: topicOf('leave'), depth: 4 }]);
    expect([...ranking!.chunks]).toEqual([2, 0, 1, 3]);
    expect(ranking!.signal).toBe(1);
  });

  it('explains by term, largest first, and reports the analysed question with counts', async () => {
    const searcher = open(['leave leave annual', 'leave', 'leave room']);
    const parts = await searcher.explain!(topicOf('annual leave parking'), 0);
    expect(parts.map(({ term }) => term)).toEqual(['annual', 'leave']);
    expect(searcher.terms!(topicOf('annual leave parking leave'))).toEqual([
      { term: 'annual', chunks: 1 },
      { term: 'leave', chunks: 3 },
      { term: 'parking', chunks: 0 },
    ]);
  });

  it('takes collections that hold no term at all', async () => {
    const [ranking] = await open(['', '?!']).search([{ topic: topicOf('leave'), depth: 2 }]);
    expect(matches(ranking!)).toEqual([]);
  });
});
