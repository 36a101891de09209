import { describe, expect, it } from 'vitest';
import type { Document } from '../../../src/core/model.ts';
import { createRng } from '../../../src/core/rng.ts';
import { locateQuestions } from '../../../src/datasets/questions/anchor-quotes.ts';
import { draftQuestions } from '../../../src/datasets/questions/draft-questions.ts';
import { isOpen } from '../../../src/datasets/questions/question-record.ts';

const doc = (id: string, text: string, title = id): Document => ({ id, title, text, blocks: [], meta: {}, source: id });
const draft = (documents: readonly Document[], count = 10, seed = 1) =>
  draftQuestions(documents, { count, rng: createRng(seed) });
const textOf = (sentence: string, title = 'Leave') => draft([doc('d', sentence, title)])[0]?.text;

describe('drafting questions', () => {
  it.each([
    [
      'Annual leave requests must be submitted at least 3 weeks in advance.',
      'Annual leave requests must be submitted at least how many weeks in advance?',
      '3 weeks',
    ],
    [
      'The company pays 85% of the fee for every approved course.',
      'The company pays what percentage of the fee for every approved course?',
      '85%',
    ],
    [
      'A lost badge costs **€12.50** and must be reported to the desk.',
      'A lost badge costs how much and must be reported to the desk?',
      '€12.50',
    ],
    [
      'The gate of the north yard opens at 7:30 on working days.',
      'The gate of the north yard opens at what time on working days?',
      '7:30',
    ],
    [
      'Visitors must sign in at the front desk before they enter.',
      'Must visitors sign in at the front desk before they enter?',
      undefined,
    ],
    [
      'Nobody may enter the cold store without a second person.',
      'Who may enter the cold store without a second person?',
      undefined,
    ],
    [
      'No visitor may enter the cold store without a second person.',
      'May any visitor enter the cold store without a second person?',
      undefined,
    ],
    [
      'If a cost centre is unknown, the payroll office must ask the controller.',
      'Must the payroll office ask the controller if a cost centre is unknown?',
      undefined,
    ],
    [
      'Everybody who visits a customer on site is allowed to take the train.',
      'Is everybody who visits a customer on site allowed to take the train?',
      undefined,
    ],
    [
      'The person who is on duty must call the guard at once.',
      'What does “Leave” say about person, duty, call and guard?',
      undefined,
    ],
    [
      'Never leave the yard before the guard has counted the keys.',
      'What does “Leave” say about Never, leave, before and counted?',
      undefined,
    ],
  ])('%s', (sentence, text, answer) => {
    const [same, paraphrase] = draft([doc('d', sentence, 'Leave')]);
    expect(same).toMatchObject({ text, wording: 'same', draft: true, evidence: [{ document: 'd', quote: sentence }] });
    expect(same!.answer).toBe(answer);
    expect(paraphrase).toMatchObject({ text: '', wording: 'paraphrase', fact: same!.fact, evidence: same!.evidence });
    expect(isOpen(paraphrase!)).toBe(true);
  });

  it('quotes a list item without its mark', () => {
    const [same] = draft([doc('d', '- Colleagues must return 2 keys, and sign the list.')]);
    expect(same).toMatchObject({
      text: 'Colleagues must return how many keys, and sign the list?',
      answer: '2 keys',
      evidence: [{ quote: 'Colleagues must return 2 keys, and sign the list.' }],
    });
  });

  it('keeps a name as it is written', () => {
    expect(textOf('Anna Lindqvist must approve all of the invoices before noon.')).toBe(
      'Must Anna Lindqvist approve all of the invoices before noon?',
    );
  });

  it('asks about no heading, fragment, link, question or sentence that looks back', () => {
    const text = [
      'Every rule of the house in 9 short chapters',
      'Must everyone be at the office by 9 on working days?',
      'They must be back at the office within 9 working days.',
      'All rules must be read at https://example.org before 9 in the morning.',
      'Only 9 days.',
      'The sun was warm and the garden was full of flowers and bees.',
    ].join('\n\n');
    expect(draft([doc('d', text)])).toEqual([]);
    const code = 'Every caller must wait at least 5 seconds before the next call.';
    const blocks = [{ kind: 'code' as const, span: { start: 0, end: code.length }, path: [] }];
    expect(draft([{ ...doc('d', code), blocks }])).toEqual([]);
  });

  const corpus = Array.from({ length: 12 }, (_, n) =>
    doc(
      `d${n}`,
      Array.from(
        { length: 8 },
        (_, k) => `Team number ${n} must return every tool of kind ${k} within ${k + 2} working days.`,
      ).join(' '),
    ),
  );

  it('spreads over the documents, alternates the splits, gives distinct ids, and quotes that are found once', () => {
    const questions = draft(corpus, 12);
    expect(questions).toHaveLength(24);
    expect(new Set(questions.map(({ evidence }) => (evidence![0] as { document: string }).document)).size).toBe(12);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(24);
    const splits = questions.filter(({ wording }) => wording === 'same').map(({ split }) => split);
    expect(splits.slice(0, 4)).toEqual(['tuning', 'held-out', 'tuning', 'held-out']);
    const placed = questions.map((one, n) => ({ ...one, text: 'x', source: 'q', line: n + 1 }));
    expect(locateQuestions(placed, corpus).findings).toEqual([]);
    expect(draft(corpus, 30)).toHaveLength(60);
    expect(draft(corpus, 500)).toHaveLength(2 * 96);
  });

  it('draws the same for the same seed, and other sentences for another', () => {
    expect(draft(corpus, 6, 7)).toEqual(draft(corpus, 6, 7));
    expect(draft(corpus, 6, 7)).not.toEqual(draft(corpus, 6, 8));
  });

  it('leaves out a sentence that stands twice', () => {
    const twice = 'Every visitor must wear a badge for at least 2 days. ';
    expect(draft([doc('d', twice.repeat(2))])).toEqual([]);
    expect(draft([doc('a', twice), doc('b', twice)])).toHaveLength(2);
  });
});
