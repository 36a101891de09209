import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildIndex } from '../../src/retrieval/inverted-index.ts';
import { openVectorSpace, smoothIdf } from '../../src/retrieval/vector-space.ts';
import { plainAnalyzer } from '../../src/text/plain-analyzer.ts';
import { groupOfTerm } from '../../src/text/synonyms.ts';
import { topicOf } from './small-world.ts';

const golden = JSON.parse(readFileSync(new URL('../fixtures/trec/golden-stats.json', import.meta.url), 'utf8'));

function open(texts: readonly string[], groups: readonly (readonly string[])[] = [], trigram = 0) {
  return openVectorSpace(buildIndex(texts, plainAnalyzer), plainAnalyzer, {
    groups,
    groupOf: groupOfTerm(groups),
    trigram,
  });
}

/** The description, read off the page: a Map of features a text, and the cosine of two Maps. */
function naiveCosines(texts: readonly string[], query: string, groups: readonly string[][], trigram: number): number[] {
  const countsOf = (text: string): Map<string, number> => {
    const counts = new Map<string, number>();
    const add = (feature: string): void => void counts.set(feature, (counts.get(feature) ?? 0) + 1);
    for (const token of plainAnalyzer.terms(text)) {
      const group = groups.findIndex((terms) => terms.includes(token));
      add(group < 0 ? `word ${token}` : `group ${group}`);
      const padded = `_${token}_`;
      for (let i = 0; i + 3 <= padded.length; i++) add(`gram ${padded.slice(i, i + 3)}`);
    }
    return counts;
  };
  const all = texts.map(countsOf);
  const vectorOf = (counts: Map<string, number>): Map<string, number> =>
    new Map(
      [...counts]
        .map(([feature, tf]): [string, number] => {
          const df = all.filter((other) => other.has(feature)).length;
          const weight = Math.log(1 + tf) * (Math.log((texts.length + 1) / (df + 1)) + 1);
          return [feature, feature.startsWith('gram') ? trigram * weight : weight];
        })
        .filter(([, weight]) => weight > 0),
    );
  const length = (vector: Map<string, number>): number => Math.hypot(...vector.values());
  const asked = vectorOf(countsOf(query));
  return all.map((counts) => {
    const vector = vectorOf(counts);
    const product = [...asked].reduce((sum, [feature, weight]) => sum + weight * (vector.get(feature) ?? 0), 0);
    return product === 0 ? 0 : product / (length(asked) * length(vector));
  });
}

describe('the vector space', () => {
  it('equals the naive cosine, and its explanation adds up to the score', async () => {
    const word = fc.constantFrom('leave', 'leaves', 'vacation', 'badge', 'desk', 'aaaa', '7');
    const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
    const groups = [['leave', 'vacation']];
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 6 }),
        text,
        fc.constantFrom(0, 0.2, 3),
        async (texts, query, trigram) => {
          const searcher = open(texts, groups, trigram);
          const [ranking] = await searcher.search([{ topic: topicOf(query), depth: texts.length }]);
          const want = naiveCosines(texts, query, groups, trigram);
          for (const [place, ord] of ranking!.chunks.entries()) {
            expect(ranking!.scores[place]).toBeCloseTo(want[ord]!, 9);
            const parts = await searcher.explain!(topicOf(query), ord);
            expect(Math.abs(parts.reduce((sum, { weight }) => sum + weight, 0) - ranking!.scores[place]!)).toBeLessThan(
              1e-12,
            );
          }
        },
      ),
    );
  });

  it('gives the worked cosines of three tiny documents', async () => {
    const texts = ['d1', 'd2', 'd3'].map((id) => golden.bm25.docs[id] as string);
    const [ranking] = await open(texts).search([{ topic: topicOf(golden.bm25.query), depth: 3 }]);
    for (const [place, ord] of ranking!.chunks.entries()) {
      expect(ranking!.scores[place]).toBeCloseTo(golden.tfidf_cosine[`d${ord + 1}`], 12);
    }
  });

  it('has an IDF of 1 for a feature in every chunk and more for rarer ones', () => {
    expect(smoothIdf(10, 10)).toBe(1);
    expect(smoothIdf(10, 1)).toBeCloseTo(Math.log(11 / 2) + 1, 12);
  });

  it('names trigrams and groups in explanations: a group by the terms that the question and the chunk hold', async () => {
    const searcher = open(['annual leave', 'academic year'], [['leave', 'vacation', 'holiday']], 0.2);
    const terms = async (text: string, ord: number) =>
      (await searcher.explain!(topicOf(text), ord)).map(({ term }) => term);
    expect(await terms('vacation', 0)).toEqual(['leave=vacation']);
    expect(await terms('leave', 0)).toContain('leave');
    expect(await terms('academy', 1)).toContain('~aca');
  });

  it('counts a word of a group by the chunks that hold any of its terms', () => {
    const searcher = open(['annual leave', 'holiday', 'badge'], [['leave', 'vacation', 'holiday']]);
    expect(searcher.terms!(topicOf('vacation badge parking'))).toEqual([
      { term: 'vacation', chunks: 2 },
      { term: 'badge', chunks: 1 },
      { term: 'parking', chunks: 0 },
    ]);
  });

  it('keeps a word and a trigram of the same letters apart', async () => {
    const searcher = open(['aaa', 'xaaax'], [], 0.2);
    expect((await searcher.explain!(topicOf('aaa'), 1)).map(({ term }) => term)).toEqual(['~aaa']);
  });
});
