import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabError } from '../../src/core/errors.ts';
import { rankNeeds } from '../../src/eval/judge.ts';
import { chunkQrels, evidenceWithin, idealGrades, type Projection, projectEvidence } from '../../src/eval/project.ts';
import { collectionOf, documentOf, evidenceOf, rankingOf, topicOf } from './small-collection.ts';

//                            0         10        20        30
const doc = documentOf('d', 'Alpha beta.  Gamma delta.  Epsilon.');
const three = collectionOf([
  doc,
  [
    [0, 11],
    [13, 25],
    [27, 35],
  ],
]);
const project = (collection: typeof three, ...evidence: ReturnType<typeof evidenceOf>[]): Projection =>
  projectEvidence(collection, { topics: [topicOf('t')], evidence });
const goldOf = (projection: Projection) => projection.topics.get('t')!;

describe('projecting evidence', () => {
  it('names every chunk that holds the whole span', () => {
    const overlapping = collectionOf([
      doc,
      [
        [0, 25],
        [13, 35],
        [27, 35],
      ],
    ]);
    const { needs, grades } = goldOf(project(overlapping, evidenceOf('d', { start: 13, end: 25 }, 0, 2)));
    expect(needs).toMatchObject([{ grade: 2, split: false, alternatives: [{ whole: [0, 1], pieces: [] }] }]);
    expect([...grades]).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });

  it('reports a span that no chunk holds as split, with the pieces that cover it', () => {
    const projection = project(three, evidenceOf('d', { start: 6, end: 18 }));
    expect(projection.splitTopics).toEqual(['t']);
    expect(projection.unmeetableTopics).toEqual([]);
    const [need] = goldOf(projection).needs;
    expect(need).toMatchObject({ split: true, alternatives: [{ whole: [] }] });
    expect(need!.alternatives[0]!.pieces.map((piece) => piece.ord)).toEqual([0, 1]);
  });

  it('is not split where one alternative is whole', () => {
    const split = evidenceOf('d', { start: 6, end: 18 });
    const projection = project(three, split, evidenceOf('d', { start: 27, end: 35 }));
    expect(projection.splitTopics).toEqual([]);
    expect([...goldOf(projection).grades.keys()]).toEqual([0, 1, 2]);
  });

  it('ignores white space at the edges and between chunks, which no chunk may hold', () => {
    expect(goldOf(project(three, evidenceOf('d', { start: 11, end: 27 }))).needs[0]!.alternatives[0]!.whole).toEqual([
      1,
    ]);
    expect(project(three, evidenceOf('d', { start: 0, end: 35 })).unmeetableTopics).toEqual([]);
  });

  it('lets any chunk of a document stand for the whole of it', () => {
    const both = collectionOf(
      [
        doc,
        [
          [0, 11],
          [13, 25],
        ],
      ],
      [documentOf('e', 'Zeta.'), [[0, 5]]],
    );
    const projection = project(both, evidenceOf('d', undefined, 0, 1), evidenceOf('e', undefined, 1, 3));
    expect(goldOf(projection).needs.map((need) => need.alternatives[0]!.whole)).toEqual([[0, 1], [2]]);
    expect([...goldOf(projection).grades]).toEqual([
      [0, 1],
      [1, 1],
      [2, 3],
    ]);
    expect(projection.splitTopics).toEqual([]);
  });

  it('counts what nobody can find: an unknown document, text that no chunk holds', () => {
    const gap = collectionOf([
      doc,
      [
        [0, 11],
        [27, 35],
      ],
    ]);
    for (const item of [evidenceOf('nowhere'), evidenceOf('d', { start: 0, end: 20 })]) {
      const projection = project(gap, item);
      expect(projection.unmeetableTopics).toEqual(['t']);
      expect(projection.splitTopics).toEqual([]);
      expect(goldOf(projection).needs).toEqual([{ grade: 1, alternatives: [], split: false }]);
    }
  });

  it('keeps judgments of grade 0 and less apart: they are no needs', () => {
    const gold = goldOf(
      project(
        three,
        evidenceOf('d', { start: 0, end: 5 }, 0, 0),
        evidenceOf('d', { start: 13, end: 18 }, 1, -2),
        evidenceOf('d', { start: 27, end: 34 }, 2, 1),
      ),
    );
    expect(gold.needs).toHaveLength(1);
    expect([...gold.grades]).toEqual([
      [0, 0],
      [1, -2],
      [2, 1],
    ]);
    expect(gold.judgedNonRelevant).toBe(1);
  });

  it('gives every topic an entry, in order', () => {
    const projection = projectEvidence(three, {
      topics: [topicOf('b'), topicOf('a')],
      evidence: [evidenceOf('d', undefined, 0, 1, 'a')],
    });
    expect([...projection.topics.keys()]).toEqual(['b', 'a']);
    expect(projection.topics.get('b')!.needs).toEqual([]);
    expect([...chunkQrels(three, projection)]).toEqual([
      [
        'a',
        new Map([
          ['d#0', 1],
          ['d#1', 1],
          ['d#2', 1],
        ]),
      ],
    ]);
  });

  it('refuses spans outside the document and spans of white space', () => {
    for (const span of [
      { start: 30, end: 36 },
      { start: -1, end: 3 },
      { start: 5, end: 5 },
      { start: 11, end: 13 },
    ]) {
      expect(() => project(three, evidenceOf('d', span))).toThrow(LabError);
    }
  });
});

describe('the ideal', () => {
  it('takes one chunk a need, and one that is already taken where it can', () => {
    const overlapping = collectionOf([
      doc,
      [
        [0, 11],
        [0, 25],
        [13, 35],
      ],
    ]);
    const gold = goldOf(
      project(overlapping, evidenceOf('d', { start: 0, end: 25 }, 0, 1), evidenceOf('d', { start: 13, end: 18 }, 1, 3)),
    );
    expect([...idealGrades(gold)]).toEqual([[1, 3]]);
  });

  it('takes the chunk that meets most needs first', () => {
    const overlapping = collectionOf([
      doc,
      [
        [0, 25],
        [13, 35],
      ],
    ]);
    // The first need is met by either chunk, the second by the second alone.
    const gold = goldOf(
      project(overlapping, evidenceOf('d', { start: 13, end: 25 }, 0), evidenceOf('d', { start: 27, end: 35 }, 1)),
    );
    expect([...idealGrades(gold).keys()]).toEqual([1]);
  });

  it('meets every need that can be met, whatever the chunks and spans', () => {
    fc.assert(
      fc.property(chunkedEvidence, ({ collection, evidence }) => {
        const gold = goldOf(project(collection, ...evidence));
        const ideal = [...idealGrades(gold).keys()];
        const met = rankNeeds(rankingOf(ideal), gold);
        gold.needs.forEach((need, n) => {
          expect(met[n] !== null).toBe(need.alternatives.length > 0);
        });
      }),
    );
  });
});

describe('faults in the gold', () => {
  it('are refused: two questions with one id, evidence for a question that is not there', () => {
    const twice = { topics: [topicOf('t'), topicOf('t')], evidence: [] };
    expect(() => projectEvidence(three, twice)).toThrow('question "t": two questions have this id');
    const stray = { topics: [], evidence: [evidenceOf('d')] };
    expect(() => projectEvidence(three, stray)).toThrow('evidence for "t": no question has this id');
  });
});

describe('projection and ranks, against a naive oracle over characters', () => {
  it('a need is met as soon as one chunk, or else the chunks together, hold every character but white space', () => {
    fc.assert(
      fc.property(chunkedEvidence, ({ collection, evidence, order }) => {
        const gold = goldOf(project(collection, ...evidence));
        const met = rankNeeds(rankingOf(order), gold);
        const { text } = collection.documents[0]!;
        evidence.forEach(({ span, need }) => {
          let naive: number | null = null;
          const wanted = [...Array(text.length).keys()].filter(
            (at) => at >= span!.start && at < span!.end && text[at] !== ' ',
          );
          const holds = (ords: readonly number[], at: number): boolean =>
            ords.some((ord) => collection.chunks[ord]!.span.start <= at && collection.chunks[ord]!.span.end > at);
          // Where some chunk holds the span whole, pieces of it do not count.
          const whole = collection.chunks.some(({ ord }) => wanted.every((at) => holds([ord], at)));
          for (let k = order.length; k >= 1; k--) {
            const top = order.slice(0, k);
            const found = whole
              ? top.some((ord) => wanted.every((at) => holds([ord], at)))
              : wanted.every((at) => holds(top, at));
            if (found) naive = k;
          }
          expect(met[need]).toBe(naive);
        });
      }),
      { numRuns: 300 },
    );
  });
});

/** A text of letters and spaces, chunks with rising starts (overlapping or with gaps), spans that hold a letter, an order. */
const chunkedEvidence = fc
  .record({
    text: fc.stringMatching(/^[ab ]{5,30}$/),
    cuts: fc.uniqueArray(fc.nat(29), { minLength: 1, maxLength: 8 }),
    lengths: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 8, maxLength: 8 }),
    spans: fc.array(fc.tuple(fc.nat(29), fc.integer({ min: 1, max: 15 })), { minLength: 1, maxLength: 4 }),
    keys: fc.array(fc.nat(1000), { minLength: 8, maxLength: 8 }),
    depth: fc.integer({ min: 0, max: 8 }),
  })
  .map(({ text, cuts, lengths, spans, keys, depth }) => {
    const starts = cuts.filter((cut) => cut < text.length).sort((a, b) => a - b);
    const chunkSpans = starts.map((start, i) => [start, Math.min(text.length, start + lengths[i]!)] as const);
    const collection = collectionOf([documentOf('d', text), chunkSpans]);
    const order = chunkSpans
      .map((_, ord) => ord)
      .sort((a, b) => keys[a]! - keys[b]! || a - b)
      .slice(0, depth);
    const evidence = spans
      .map(([start, length]) => ({ start, end: Math.min(text.length, start + length) }))
      .filter(({ start, end }) => start < end && text.slice(start, end).trim() !== '')
      .map((span, need) => evidenceOf('d', span, need));
    return { collection, evidence, order };
  });

describe('evidence within what may be returned', () => {
  const allow = (...ords: number[]): Uint8Array => Uint8Array.from([0, 1, 2], (ord) => (ords.includes(ord) ? 1 : 0));

  it('loses the alternatives that none of it can meet; needs keep their places', () => {
    const gold = goldOf(
      project(
        three,
        evidenceOf('d', { start: 0, end: 5 }, 0, 2),
        evidenceOf('d', { start: 27, end: 35 }, 0),
        evidenceOf('d', { start: 13, end: 18 }, 1),
      ),
    );
    const within = evidenceWithin(gold, allow(0));
    expect(within.needs.map(({ grade, alternatives }) => [grade, alternatives.map(({ whole }) => whole)])).toEqual([
      [2, [[0]]],
      [1, []],
    ]);
    expect([...within.grades.keys()]).toEqual([0]);
    expect(evidenceWithin(gold, allow(0, 1, 2))).toEqual(gold);
  });

  it('loses a quote in pieces with any piece that it cannot do without', () => {
    const gold = goldOf(project(three, evidenceOf('d', { start: 6, end: 18 })));
    expect(evidenceWithin(gold, allow(0, 1))).toMatchObject({ needs: gold.needs });
    expect(evidenceWithin(gold, allow(0)).needs[0]!.alternatives).toEqual([]);
    expect(evidenceWithin(gold, allow(1, 2)).needs[0]!.alternatives).toEqual([]);
  });
});
