import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabError, LabErrors } from '../../src/core/errors.ts';
import type { Collection, Run } from '../../src/core/model.ts';
import { rankScores } from '../../src/core/order.ts';
import { judgeIds } from '../../src/eval/judge.ts';
import { formatQrels, formatRanking, formatRun, parseQrels, parseRun, rankAsTrecEval } from '../../src/eval/trec.ts';
import { collectionOf, documentOf, rankingOf } from './small-collection.ts';

const collection = collectionOf(
  [
    documentOf('a', 'x y z'),
    [
      [0, 1],
      [2, 3],
      [4, 5],
    ],
  ],
  [documentOf('b', 'x'), [[0, 1]]],
);
const runOf = (rankings: Run['rankings'], tag = 'rrf[bm25,dense](k=10)'): Run => ({ tag, depth: 10, rankings });

function linesOf(act: () => unknown): string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof LabErrors) return error.errors.map((fault) => fault.message);
    if (error instanceof LabError) return [error.message];
    throw error;
  }
  throw new Error('accepted');
}

describe('writing a run', () => {
  it('writes topic Q0 chunk rank score tag, entries with signal only', () => {
    const ranking = { ...rankingOf([3, 0, 1]), scores: Float64Array.of(2.5, 0.1, 0), signal: 2 };
    expect(formatRun(runOf(new Map([['t', ranking]])), collection)).toBe(
      't Q0 b#0 1 2.5 rrf[bm25,dense](k=10)\nt Q0 a#0 2 0.1 rrf[bm25,dense](k=10)\n',
    );
  });

  it('lowers what does not fall by the smallest step, and keeps what falls', () => {
    const ranking = { ...rankingOf([0, 1, 2, 3]), scores: Float64Array.of(1, 1, 1, 0.5) };
    const { scores, ids } = parseRun(formatRun(runOf(new Map([['t', ranking]])), collection), 'x').rankings.get('t')!;
    expect(ids).toEqual(['a#0', 'a#1', 'a#2', 'b#0']);
    expect([...scores]).toEqual([1, 1 - 2 ** -53, 1 - 2 ** -52, 0.5]);
  });

  it('steps below zero and among the smallest and negative numbers', () => {
    const ranking = { ...rankingOf([0, 1, 2, 3]), scores: Float64Array.of(5e-324, 5e-324, 0, 0) };
    expect(formatRun(runOf(new Map([['t', ranking]]), 'x'), collection)).toBe(
      't Q0 a#0 1 5e-324 x\nt Q0 a#1 2 0 x\nt Q0 a#2 3 -5e-324 x\nt Q0 b#0 4 -1e-323 x\n',
    );
  });

  it('prints a ranking of ids by the same rule', () => {
    const ranking = { ids: ['b', 'a', 'é'], scores: Float64Array.of(0.5, 0.5, -1) };
    expect(formatRanking('q', ranking, 'rrf(k=10)')).toBe(
      `q Q0 b 1 0.5 rrf(k=10)\nq Q0 a 2 ${0.5 - 2 ** -54} rrf(k=10)\nq Q0 é 3 -1 rrf(k=10)\n`,
    );
    expect(() => formatRanking('q', { ids: ['two words'], scores: Float64Array.of(1) }, 'x')).toThrow(/white space/);
  });

  it('refuses ids that cannot stand in a field', () => {
    const named = (id: string): Collection => collectionOf([documentOf(id, 'x'), [[0, 1]]]);
    const one = (topic: string, tag: string, docId: string): string =>
      formatRun(runOf(new Map([[topic, rankingOf([0])]]), tag), named(docId));
    expect(linesOf(() => one('t', 'x', 'two words'))).toEqual([
      'chunk id "two words#0": holds white space, which separates the fields: it cannot stand in a TREC file',
    ]);
    for (const topic of ['', 'a\tb', '#1', '\ufeffq']) expect(() => one(topic, 'x', 'd')).toThrow(LabError);
    expect(() => one('t', 'my tag', 'd')).toThrow(LabError);
    expect(() => one('t', 'x', 'half\ud800')).toThrow(LabError);
    expect(one('q#1', 't#1', 'é\u00a0#')).toBe('q#1 Q0 é\u00a0##0 1 1 t#1\n');
    expect(() => formatQrels(new Map([['t', new Map([['a b', 1]])]]))).toThrow(LabError);
  });
});

describe('reading', () => {
  it('orders by score descending as doubles, then by id descending by bytes, whatever the rank column says', () => {
    const { rankings, tag } = parseRun('t Q0 a 1 1 x\nt Q0 b 2 1 x\nt Q0 c 3 1.0000000001 x\nt Q0 B 4 1e0 x\n', 'f');
    expect(rankings.get('t')!.ids).toEqual(['c', 'b', 'a', 'B']);
    expect(tag).toBe('x');
    expect(rankAsTrecEval(['\ufffd', '😀'], [1, 1]).ids).toEqual(['😀', '\ufffd']);
  });

  it('tolerates a byte order mark, CRLF, blank lines, tabs, comments and a missing last line end', () => {
    const text = '\ufeff# note\r\n\r\n q1\t0 d#1  1\r\n   \r\n#q2 0 d 1\r\nq1 0 d -2';
    expect(parseQrels(text, 'q')).toEqual(
      new Map([
        [
          'q1',
          new Map([
            ['d#1', 1],
            ['d', -2],
          ]),
        ],
      ]),
    );
    expect(parseQrels('', 'q').size).toBe(0);
    expect(parseRun('\ufeff', 'r')).toEqual({ tag: undefined, rankings: new Map() });
  });

  it('keeps ids as they stand: leading zeros, numbers, words that objects own', () => {
    const text = 'constructor 0 __proto__ 1\n007 0 0012 1\n7 0 12 0\n';
    expect([...parseQrels(text, 'q').keys()]).toEqual(['constructor', '007', '7']);
    expect(parseQrels(text, 'q').get('constructor')!.get('__proto__')).toBe(1);
  });

  it('names file and line of what it refuses, counting blank lines and comments', () => {
    expect(linesOf(() => parseQrels('# c\n\nt 0 d 1.0\nt 0 d\nt 0 e 3000000000\nt 0 e 1\nt 0 e 2\n', 'q.txt'))).toEqual(
      [
        'q.txt:3: grade "1.0" is not an integer of 32 bits',
        'q.txt:4: expected 4 fields (topic iteration document grade), got 3',
        'q.txt:5: grade "3000000000" is not an integer of 32 bits',
        'q.txt:7: document "e" is listed twice for topic "t" (first on line 6)',
      ],
    );
    expect(linesOf(() => parseRun(' #t Q0 d 1 2\nt Q0 d 1 nan x\n', 'r'))).toEqual([
      'r:1: expected 6 fields (topic Q0 document rank score tag), got 5',
      'r:2: score "nan" is not a finite number',
    ]);
    for (const score of ['NaN', 'inf', '1e999', '0x10', '1,5', '--1', 'null', '1_0']) {
      expect(() => parseRun(`t Q0 d 1 ${score} x`, 'r'), score).toThrow(LabError);
    }
  });

  it('stops after 20 bad lines', () => {
    expect(linesOf(() => parseQrels('bad\n'.repeat(50), 'q'))).toHaveLength(20);
  });

  it('reads the same document under two topics', () => {
    expect(parseQrels('a 0 d 1\nb 0 d 2\n', 'q').size).toBe(2);
  });
});

const id = fc
  .string({ minLength: 1, maxLength: 6, unit: 'grapheme' })
  .filter((text) => !/[\t-\r ]/.test(text) && !text.startsWith('#') && !text.startsWith('\ufeff'));

describe('round trips', () => {
  it('qrels: parse(format(qrels)) is qrels, in the same order', () => {
    const grades = fc.uniqueArray(fc.tuple(id, fc.integer({ min: -3, max: 5 })), {
      selector: ([key]) => key,
      minLength: 1,
    });
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(id, grades), { selector: ([key]) => key, maxLength: 4 }), (topics) => {
        const qrels = new Map(topics.map(([topic, list]) => [topic, new Map(list)]));
        const back = parseQrels(formatQrels(qrels), 'q');
        expect([...back].map(([topic, list]) => [topic, [...list]])).toEqual(
          [...qrels].map(([topic, list]) => [topic, [...list]]),
        );
      }),
    );
  });

  it('a run read back in trec_eval order is the ranking that was written, ties and all, and gives the same judged ranking', () => {
    const score = fc.oneof(
      fc.constantFrom(0, 1, 1, 2.5, -1, 5e-324, 1e300, 0.1 + 0.2),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    );
    const names = fc.uniqueArray(id, { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(names, fc.array(score, { minLength: 10, maxLength: 10 }), fc.boolean(), (docs, scores, dense) => {
        const named = collectionOf(...docs.map((doc) => [documentOf(doc, 'x'), [[0, 1]]] as const));
        const ranking = rankScores('t', scores.slice(0, docs.length), docs.length, dense ? -Infinity : 0);
        const text = formatRun(runOf(new Map([['t', ranking]])), named);
        const written = [...ranking.chunks.slice(0, ranking.signal)].map((ord) => named.chunks[ord]!.id);
        const back = parseRun(text.split('\n').reverse().join('\n'), 'r').rankings.get('t');
        expect(back?.ids ?? []).toEqual(written);
        const printed = [...(back?.scores ?? [])];
        expect(printed.every((value, i) => i === 0 || value < printed[i - 1]!)).toBe(true);
        const grades = new Map(named.chunks.map((chunk, i) => [chunk.id, i % 3]));
        expect(judgeIds(back?.ids ?? [], grades)).toEqual(judgeIds(written, grades));
      }),
      { numRuns: 300 },
    );
  });
});
