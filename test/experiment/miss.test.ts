import { describe, expect, it } from 'vitest';
import { buildCollection } from '../../src/core/collection.ts';
import type { Filter, Searcher } from '../../src/core/contracts.ts';
import type { Ranking } from '../../src/core/model.ts';
import { projectEvidence } from '../../src/eval/project.ts';
import { describeMiss, tieBlock } from '../../src/experiment/miss.ts';
import { lines, tinyDataset } from './tiny.ts';

const collection = buildCollection('tiny', tinyDataset.documents, lines, { skip: 0 });
const projection = projectEvidence(collection, tinyDataset);
const topic = tinyDataset.topics[2]!;
const evidence = projection.topics.get(topic.id)!;

function ranking(chunks: number[], scores: number[], signal: number): Ranking {
  return { topicId: topic.id, chunks: Uint32Array.from(chunks), scores: Float64Array.from(scores), signal };
}

function miss(
  answer: Ranking,
  rank: number | null,
  searcher: Partial<Searcher> = {},
  splitEvidence = false,
  gold = evidence,
  filter?: Filter,
) {
  return describeMiss({
    system: 's',
    topic,
    ranking: answer,
    rank,
    evidence: gold,
    splitEvidence,
    cutoff: 1,
    collection,
    searcher: { search: async () => [], ...searcher },
    isNearCopy: () => false,
    filter,
  });
}

describe('describeMiss', () => {
  it('gives rank, score, score at the cutoff, and that it was a candidate', async () => {
    expect(await miss(ranking([0, 3, 1], [5, 4, 3], 3), 2)).toEqual({
      question: 'd.same',
      system: 's',
      chunk: 'doc#3',
      rank: 2,
      signal: true,
      score: 4,
      scoreAtCutoff: 5,
      tied: 1,
      matched: [],
      inCandidates: true,
      diagnosis: 'near-miss',
    });
  });

  it('marks a place among zeros, which is never a candidate', async () => {
    const found = await miss(ranking([0, 1, 2, 3], [5, 0, 0, 0], 1), 4);
    expect(found).toMatchObject({ rank: 4, signal: false, tied: 3, inCandidates: false, diagnosis: 'no-signal' });
  });

  it('names the chunk that holds the answer even where no ranking reached it', async () => {
    const found = await miss(ranking([0], [5], 1), null);
    expect(found).toMatchObject({ chunk: 'doc#3', rank: null, score: null, tied: 1, signal: false });
  });

  it('takes from the explanation whether an answer beyond the depth matched anything', async () => {
    const matching = { explain: async (_: unknown, ord: number) => (ord === 3 ? [{ term: 'delta', weight: 2 }] : []) };
    expect(await miss(ranking([0], [5], 1), null, matching)).toMatchObject({
      chunk: 'doc#3',
      rank: null,
      signal: true,
      matched: [{ term: 'delta', weight: 2 }],
      inCandidates: false,
      diagnosis: 'outranked',
    });
    expect(await miss(ranking([0], [5], 1), null, { explain: async () => [] })).toMatchObject({
      signal: false,
      diagnosis: 'no-signal',
    });
  });

  it('names, of several answers beyond the depth, the first that matched', async () => {
    const two = {
      ...evidence,
      grades: new Map([
        [3, 1],
        [4, 1],
      ]),
    };
    const explain = async (_: unknown, ord: number) => (ord === 4 ? [{ term: 'x', weight: 1 }] : []);
    expect(await miss(ranking([0], [5], 1), null, { explain }, false, two)).toMatchObject({
      chunk: 'doc#4',
      signal: true,
    });
  });

  it('shows the eight weightiest terms', async () => {
    const explain = async () => Array.from({ length: 10 }, (_, i) => ({ term: `t${i}`, weight: 10 - i }));
    const { matched } = await miss(ranking([0, 3], [5, 4], 2), 2, { explain });
    expect(matched.map(({ term }) => term)).toEqual(['t0', 't1', 't2', 't3', 't4', 't5', 't6', 't7']);
  });

  it('says truncated where the system stops reading before the evidence ends, and not where it reads to the end', async () => {
    const whole = 'delta four'.length;
    const answer = ranking([0, 3], [5, 4], 2);
    expect((await miss(answer, 2, { reach: () => whole - 1 })).diagnosis).toBe('truncated');
    expect((await miss(answer, 2, { reach: () => whole })).diagnosis).toBe('near-miss');
  });

  describe('under a filter', () => {
    const filter = (...ords: number[]): Filter => ({
      text: 'x = y',
      allowed: Uint8Array.from({ length: 5 }, (_, ord) => (ords.includes(ord) ? 1 : 0)),
      count: ords.length,
    });

    it('says filtered where no chunk with the answer may be returned, and not where one may', async () => {
      const found = async (allowed: Filter) =>
        (await miss(ranking([0], [5], 1), null, {}, false, evidence, allowed)).diagnosis;
      expect(await found(filter(0, 1))).toBe('filtered');
      expect(await found(filter(0, 3))).toBe('no-signal');
    });

    it('says filtered of a quote in pieces where one of them may not be returned', async () => {
      const pieces = {
        ...evidence,
        needs: [
          {
            grade: 1,
            split: true,
            alternatives: [
              {
                whole: [],
                from: 0,
                to: 20,
                pieces: [
                  { ord: 1, from: 0, to: 12 },
                  { ord: 2, from: 12, to: 20 },
                ],
              },
            ],
          },
        ],
      };
      const found = async (allowed: Filter) =>
        (await miss(ranking([0, 1], [5, 4], 2), null, {}, false, pieces, allowed)).diagnosis;
      expect(await found(filter(0, 1))).toBe('filtered');
      expect(await found(filter(0, 1, 2))).not.toBe('filtered');
    });

    it('explains what was found with the filter that it was found with', async () => {
      const given: unknown[] = [];
      const explain = async (_: unknown, __: unknown, own?: Filter) => {
        given.push(own);
        return [];
      };
      const own = filter(0, 3);
      await miss(ranking([0, 3], [5, 4], 2), 2, { explain }, false, evidence, own);
      expect(given).toEqual([own]);
    });
  });

  it('says split before anything else', async () => {
    expect((await miss(ranking([0, 3], [5, 5], 2), 2, { reach: () => 0 }, true)).diagnosis).toBe('split');
  });

  it('says tied where the order of equal scores decided', async () => {
    expect(await miss(ranking([0, 3, 4], [5, 5, 5], 3), 2)).toMatchObject({ diagnosis: 'tied', tied: 3 });
  });

  it('says vocabulary where no word of the question is in the corpus', async () => {
    const terms = () => [{ term: 'x', chunks: 0 }];
    expect((await miss(ranking([0, 3], [0, 0], 0), 2, { terms })).diagnosis).toBe('vocabulary');
  });
});

describe('tieBlock', () => {
  it('counts the entries of equal score around a place', () => {
    const scores = Float64Array.of(3, 2, 2, 2, 1);
    expect([0, 1, 2, 3, 4].map((at) => tieBlock(scores, at))).toEqual([1, 3, 3, 3, 1]);
  });
});
