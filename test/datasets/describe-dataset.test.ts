import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeDataset, spreadOf } from '../../src/datasets/describe-dataset.ts';

const document = (id: string, text: string, title = '') => ({ id, title, text, blocks: [], meta: {}, source: '' });
const topic = (id: string, labels: Record<string, string> = {}) => ({
  id,
  text: `what is ${id[0]}`,
  labels,
  slices: [],
});
const judgment = (topicId: string, docId: string, grade: number, need = 0) => ({ topicId, docId, grade, need });

describe('what a dataset holds', () => {
  it('is counted: lengths, what is there twice, grades, what is missing, what has nothing to find', () => {
    const info = describeDataset(
      {
        name: 'small',
        seed: null,
        documents: [document('a', 'one two three'), document('b', 'one two three'), document('c', '', 'Title')],
        topics: [topic('q1', { split: 'x' }), topic('q2', { split: 'y' }), topic('z'), topic('w', { __proto__x: '1' })],
        evidence: [
          judgment('q1', 'a', 2),
          judgment('q1', 'gone', 1, 1),
          judgment('q2', 'gone', 0),
          judgment('q2', 'b', -1, 1),
          { ...judgment('w', 'a', 1), span: { start: 0, end: 3 } },
          { ...judgment('w', 'b', 1), span: { start: 0, end: 3 } },
        ],
        synonyms: { groups: [['a', 'b']] },
      },
      ['said'],
    );
    expect(info.documents).toMatchObject({ total: 3, words: 6, tokens: 8, empty: 1, untitled: 2, identical: 1 });
    expect(info.documents.pages).toBeUndefined();
    expect(info.questions).toMatchObject({
      total: 4,
      identical: 1,
      labels: { split: { x: 1, y: 1 }, __proto__x: { '1': 1 } },
    });
    expect(info.judgments).toMatchObject({
      total: 6,
      spans: 2,
      grades: [
        { grade: 2, total: 1 },
        { grade: 1, total: 3 },
        { grade: 0, total: 1 },
        { grade: -1, total: 1 },
      ],
      perQuestion: { min: 0, max: 2, mean: 1.5 },
      // Two alternatives of one need are one thing to find.
      relevantPerQuestion: { min: 0, max: 2, mean: 0.75 },
      questionsWithoutRelevant: 1,
      questionsWithoutJudgment: 1,
      missing: { documents: 1, judgments: 2, relevant: 1 },
    });
    expect(info.warnings).toEqual(['said']);
    expect(info.synonymGroups).toBe(1);
  });

  it('is all zeros where there is nothing', () => {
    const nothing = { name: '', seed: 1, documents: [], topics: [], evidence: [], synonyms: { groups: [] } };
    const info = describeDataset(nothing, []);
    expect(info.documents.lengths).toEqual({ min: 0, p10: 0, median: 0, mean: 0, p90: 0, p99: 0, max: 0 });
    expect(info.judgments.total).toBe(0);
  });

  it('quantiles are values that occur, in order, and cut off the share they say', () => {
    expect(spreadOf([3, 1, 2, 4])).toEqual({ min: 1, p10: 1, median: 2, mean: 2.5, p90: 4, p99: 4, max: 4 });
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { minLength: 1, maxLength: 300 }), (values) => {
        const { min, p10, median, p90, p99, max } = spreadOf(values);
        const found = [min, p10, median, p90, p99, max];
        expect(found).toEqual(found.toSorted((a, b) => a - b));
        for (const [share, value] of [
          [0.1, p10],
          [0.5, median],
          [0.9, p90],
          [0.99, p99],
        ] as const) {
          expect(values).toContain(value);
          expect(values.filter((each) => each <= value).length).toBeGreaterThanOrEqual(share * values.length);
          expect(values.filter((each) => each < value).length).toBeLessThan(share * values.length);
        }
      }),
    );
  });
});
