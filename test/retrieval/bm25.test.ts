// Field cases C19 (terms in most chunks), C21 (questions without terms), C23 (words that are object properties).
import { describe, expect, it } from 'vitest';
import type { Ranking } from '../../src/core/model.ts';
import { bm25 } from '../../src/retrieval/bm25.ts';
import { readLines } from './field-case.ts';
import { collectionOf, contextOf, matched, topicOf } from './small-world.ts';

const defaults = { k1: 1.2, b: 0.75, analyzer: 'article' };

async function runCase(name: string): Promise<Map<string, { found: string[]; scores: number[]; ranking: Ranking }>> {
  const chunks = readLines(name, 'corpus.jsonl');
  const queries = readLines(name, 'queries.jsonl');
  const searcher = await bm25.open(collectionOf(chunks.map(({ text }) => text)), defaults, contextOf(), []);
  const rankings = await searcher.search(
    queries.map(({ _id, text }) => ({ topic: topicOf(text, _id), depth: chunks.length })),
  );
  return new Map(
    rankings.map((ranking) => [
      ranking.topicId,
      {
        found: matched(ranking).map((ord) => chunks[ord]!._id),
        scores: [...ranking.scores.subarray(0, ranking.signal)],
        ranking,
      },
    ]),
  );
}

describe('bm25', () => {
  it('C19: a term in most chunks still scores above 0', async () => {
    const results = await runCase('C19');
    const rounded = (id: string): string[] =>
      results.get(id)!.found.map((chunk, i) => `${chunk} ${results.get(id)!.scores[i]!.toFixed(6)}`);
    expect(rounded('i1')).toEqual(['d1 0.373659', 'd2 0.373659', 'd4 0.313874']);
    expect(rounded('i2')).toEqual(['d2 0.726154', 'd3 0.726154']);
    expect(rounded('i3')).toEqual(['d2 1.099814', 'd3 0.726154', 'd1 0.373659', 'd4 0.313874']);
  });

  it('C21: a question without terms finds nothing', async () => {
    const results = await runCase('C21');
    expect(results.get('s1')!.found).toEqual(['a']);
    for (const id of ['s2', 's3', 's4']) expect(results.get(id)!.found).toEqual([]);
  });

  it('C23: names of object properties are words', async () => {
    const results = await runCase('C23');
    expect([...results.values()].map(({ found }) => found.toSorted())).toEqual([
      ['p1'],
      ['p2'],
      ['p2'],
      ['p3'],
      ['p3'],
      ['p1', 'p4'],
    ]);
    for (const { scores } of results.values()) {
      for (const score of scores) expect(Number.isFinite(score) && score > 0).toBe(true);
    }
    const chunks = readLines('C23', 'corpus.jsonl').map(({ text }) => text);
    const searcher = await bm25.open(collectionOf(chunks), defaults, contextOf(), []);
    expect(searcher.terms!(topicOf('constructor'))).toEqual([{ term: 'constructor', chunks: 1 }]);
  });

  it('ranks a few handbook sentences as a reader would', async () => {
    const searcher = await bm25.open(
      collectionOf([
        'Sick leave is reported to the team lead.',
        'Annual leave requests must be submitted at least 3 weeks in advance.',
        'Meeting rooms can be booked up to 60 days ahead.',
      ]),
      defaults,
      contextOf(),
      [],
    );
    const [ranking] = await searcher.search([{ topic: topicOf('When must annual leave be requested?'), depth: 3 }]);
    expect(matched(ranking!)).toEqual([1, 0]);
  });

  it('reads collection and question with the analyzer asked for, and its explanation adds up to the score', async () => {
    const collection = collectionOf([
      'Relational databases. '.repeat(30),
      'The relation of the pilot’s badge',
      'generic',
    ]);
    const topic = topicOf("the pilot's relations");
    for (const [analyzer, expected] of [
      ['article', [1]],
      ['plain', [1]],
      ['english-lucene', [1, 0]],
    ] as const) {
      const searcher = await bm25.open(collection, { ...defaults, analyzer }, contextOf(), []);
      const [ranking] = await searcher.search([{ topic, depth: 3 }]);
      expect(matched(ranking!), analyzer).toEqual(expected);
      for (const [place, ord] of ranking!.chunks.entries()) {
        const parts = await searcher.explain!(topic, ord);
        const sum = parts.reduce((total, { weight }) => total + weight, 0);
        expect(Math.abs(sum - ranking!.scores[place]!)).toBeLessThanOrEqual(1e-12);
      }
    }
  });

  it('takes a length for what the analyzer stores: 61 terms count as 60 where Lucene reads', async () => {
    const collection = collectionOf(['leave '.repeat(61), 'badge']);
    const searcher = await bm25.open(collection, { ...defaults, analyzer: 'english-lucene' }, contextOf(), []);
    const [ranking] = await searcher.search([{ topic: topicOf('leave'), depth: 1 }]);
    const norm = 1.2 * (0.25 + (0.75 * 60) / 31);
    expect(ranking!.scores[0]).toBeCloseTo((Math.log(2) * 61 * 2.2) / (61 + norm), 12);
  });
});
