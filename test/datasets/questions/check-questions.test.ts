import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Document } from '../../../src/core/model.ts';
import { locateQuestions } from '../../../src/datasets/questions/anchor-quotes.ts';
import { checkQuestions, isCopy, MOST_DOUBLES, meanCopied } from '../../../src/datasets/questions/check-questions.ts';
import type { PlacedQuestion } from '../../../src/datasets/questions/question-record.ts';

const documents: readonly Document[] = [
  {
    id: 'h',
    title: 'h',
    text: 'Annual leave requests must be submitted at least 3 weeks in advance. A lost badge costs 12 euros.',
    blocks: [],
    meta: {},
    source: 'h',
  },
];
const LEAVE = [{ document: 'h', quote: 'Annual leave requests must be submitted at least 3 weeks in advance.' }];
const BADGE = [{ document: 'h', quote: 'A lost badge costs 12 euros.' }];

function check(...questions: readonly Partial<PlacedQuestion>[]) {
  const records = questions.map(
    (one, n): PlacedQuestion => ({ id: `q${n}`, text: `unlike number${n}`, source: 'q', line: n + 1, ...one }),
  );
  return checkQuestions(records, locateQuestions(records, documents), documents);
}

/** By comparing all of them: the most alike first, then by the later question, then by the earlier one. */
function everyPair(texts: readonly (readonly string[])[]): string[][] {
  const sets = texts.map((words) => new Set(words));
  return sets
    .flatMap((a, later) =>
      sets.slice(0, later).flatMap((b, earlier) => {
        const common = [...a].filter((word) => b.has(word)).length;
        const alike = common / (a.size + b.size - common);
        return alike >= 0.8 ? [{ ids: [`q${earlier}`, `q${later}`], alike }] : [];
      }),
    )
    .sort((x, y) => y.alike - x.alike)
    .map(({ ids }) => ids);
}

describe('checking questions', () => {
  it('counts what is asked, what is open, drafted or without an answer', () => {
    const checked = check(
      { fact: 'a', wording: 'same', split: 'tuning', slices: ['numeric'], evidence: LEAVE, draft: true },
      { fact: 'a', wording: 'paraphrase', split: 'tuning', evidence: LEAVE },
      { evidence: BADGE, slices: ['numeric'] },
      {},
      { text: '', evidence: LEAVE },
    );
    expect(checked).toMatchObject({ questions: 4, open: 1, drafts: 1, unanswerable: 1, facts: 3 });
    expect([...checked.wordings]).toEqual([
      ['', 2],
      ['paraphrase', 1],
      ['same', 1],
    ]);
    expect([...checked.slices].map(([name, counts]) => [name, [...counts]])).toEqual([
      [
        'numeric',
        [
          ['', 1],
          ['tuning', 1],
        ],
      ],
    ]);
  });

  it('finds questions that ask the same, exactly or nearly', () => {
    const { doubles } = check(
      { text: 'What does a lost badge cost me today?', evidence: BADGE },
      { text: 'What does a lost BADGE cost me, today', evidence: BADGE },
      { text: 'What does a lost badge cost us today?', evidence: LEAVE },
      { text: 'Who signs the contract?' },
    );
    expect(doubles).toEqual([{ questions: ['q0', 'q1'], similarity: 1, isSameEvidence: true }]);
    const near = check(
      { text: 'one two three four five six seven eight nine', evidence: BADGE },
      { text: 'one two three four five six seven eight ten', evidence: LEAVE },
    );
    expect(near.doubles).toEqual([{ questions: ['q0', 'q1'], similarity: 0.8, isSameEvidence: false }]);
  });

  it('tells the first of very many pairs, in the same order, and counts the rest', () => {
    const nine = 'a b c d e f g h i'.split(' ');
    const texts = Array.from({ length: 120 }, (_, n) =>
      n % 3 === 0 ? nine : n % 3 === 1 ? [...nine, 'j'] : ['x', `${n}`],
    );
    const { doubles, doublePairs } = check(...texts.map((words) => ({ text: words.join(' ') })));
    const expected = everyPair(texts);
    expect(expected.length).toBeGreaterThan(2 * MOST_DOUBLES);
    expect(doublePairs).toBe(expected.length);
    expect(doubles.map(({ questions }) => questions)).toEqual(expected.slice(0, MOST_DOUBLES));
  });

  it('takes no longer for a set of one question over and over', () => {
    const many = Array.from({ length: 40_000 }, (_, n) => ({
      text: `How far is it${n % 2 === 0 ? '' : ', please'} to the sea today?`,
    }));
    const { doubles, doublePairs } = check(...many);
    expect([doubles.length, doublePairs]).toEqual([MOST_DOUBLES, (40_000 * 39_999) / 2]);
  });

  it('finds every near pair that comparing all of them would', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
        const { doubles, doublePairs } = check(...texts.map((words) => ({ text: words.join(' ') })));
        const expected = everyPair(texts);
        expect(doublePairs).toBe(expected.length);
        expect(doubles.map(({ questions }) => questions)).toEqual(expected);
      }),
    );
  });

  it('measures how far questions are in the words of their answer', () => {
    const { copied, isFlattering } = check(
      { text: 'How many weeks in advance must annual leave requests be submitted?', evidence: LEAVE },
      { text: 'What is the price of losing my badge?', evidence: BADGE },
      { text: 'Anything?', evidence: [{ document: 'h' }] },
    );
    // weeks, advance, annual, leave, request, submitted are copied; "many" is not.
    expect(copied.map(({ question, share }) => [question, share])).toEqual([
      ['q0', 6 / 7],
      ['q1', expect.closeTo(1 / 3)],
    ]);
    expect(copied.map(isCopy)).toEqual([true, false]);
    expect(meanCopied(copied)).toBeCloseTo((6 / 7 + 1 / 3) / 2);
    expect(meanCopied(copied, 'same')).toBeUndefined();
    expect(isFlattering).toBe(false);
  });

  it('says that a set flatters keyword search unless copies are labelled and others stand beside them', () => {
    const copy = { text: 'lost badge costs euros', evidence: BADGE };
    const free = { text: 'What if my pass disappears?', evidence: BADGE };
    expect(check(copy).isFlattering).toBe(true);
    expect(check({ ...copy, wording: 'same' }).isFlattering).toBe(true);
    expect(check({ ...copy, wording: 'same' }, { ...free, wording: 'paraphrase' }).isFlattering).toBe(false);
    expect(check({ ...copy, wording: 'same' }, { ...copy, wording: 'paraphrase' }).isFlattering).toBe(true);
    expect(check().isFlattering).toBe(false);
  });

  it('finds facts and passages that stand in both splits, each pair once', () => {
    const { leaks } = check(
      { fact: 'a', split: 'tuning', evidence: LEAVE },
      { fact: 'a', split: 'held-out', evidence: LEAVE },
      { fact: 'b', split: 'tuning', evidence: BADGE },
      { fact: 'c', split: 'held-out', evidence: BADGE },
      { fact: 'd', split: 'held-out', evidence: [{ document: 'h' }] },
      { fact: 'e', split: 'tuning', evidence: [{ document: 'h' }] },
    );
    expect(leaks).toEqual([
      { what: 'a', kind: 'fact', tuning: ['q0'], heldOut: ['q1'] },
      { what: 'h', kind: 'passage', tuning: ['q2'], heldOut: ['q3'] },
    ]);
  });

  it('finds facts that lack a wording, where the set has both', () => {
    expect(
      check(
        { fact: 'a', wording: 'same' },
        { fact: 'a', wording: 'paraphrase' },
        { fact: 'b', wording: 'same' },
        { fact: 'c', wording: 'paraphrase' },
        { fact: 'd' },
        { fact: 'b', wording: 'paraphrase', text: '' },
      ).lone,
    ).toEqual([
      { fact: 'b', missing: 'paraphrase', questions: ['q2'] },
      { fact: 'c', missing: 'same', questions: ['q3'] },
    ]);
    expect(check({ fact: 'a', wording: 'same' }).lone).toEqual([]);
  });
});
