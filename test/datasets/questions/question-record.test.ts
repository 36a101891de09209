import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpen, passagesOf, questionLine } from '../../../src/datasets/questions/question-record.ts';
import { parseQuestionLines } from '../../../src/datasets/questions/read-questions.ts';

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((text) => text.trim() !== '');
const passage = fc.record({ document: word, quote: word, grade: fc.nat(3) }, { requiredKeys: ['document'] });
const question = fc.record(
  {
    id: word,
    text: fc.string({ unit: 'grapheme' }),
    fact: word,
    wording: fc.constantFrom('same' as const, 'paraphrase' as const),
    split: fc.constantFrom('tuning' as const, 'held-out' as const),
    slices: fc.uniqueArray(word, { maxLength: 3 }),
    evidence: fc.array(fc.oneof(passage, fc.record({ anyOf: fc.array(passage, { minLength: 1, maxLength: 2 }) })), {
      maxLength: 3,
    }),
    answer: fc.string({ unit: 'grapheme' }),
    draft: fc.boolean(),
  },
  { requiredKeys: ['id', 'text'] },
);

describe('a question record', () => {
  it('reads back as it was printed', () => {
    fc.assert(
      fc.property(question, (record) => {
        expect(parseQuestionLines(questionLine(record), 'q.jsonl')).toEqual([
          { ...record, source: 'q.jsonl', line: 1 },
        ]);
      }),
    );
  });

  it('is open while its text is blank', () => {
    expect([isOpen({ id: 'a', text: ' \n' }), isOpen({ id: 'a', text: '?' })]).toEqual([true, false]);
  });

  it('has one passage a need, or its alternatives', () => {
    expect(passagesOf({ quote: 'x' })).toEqual([{ quote: 'x' }]);
    expect(passagesOf({ anyOf: [{ quote: 'x' }, { document: 'y' }] })).toHaveLength(2);
  });
});
