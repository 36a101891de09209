import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { QUESTION_KEYS } from '../../../src/datasets/questions/question-record.ts';
import { questionsJsonSchema } from '../../../src/datasets/questions/questions-schema.ts';
import { parseQuestionLines } from '../../../src/datasets/questions/read-questions.ts';
import { stableJson } from '../../../src/report/formats/json.ts';

const schema = questionsJsonSchema() as {
  $defs: Record<'question' | 'passage', { properties: Record<string, unknown> }>;
};
// What goes together (start, end, document) is beyond the checker at hand.
const published = z.fromJSONSchema(
  JSON.parse(JSON.stringify(schema, (key, value) => (key === 'dependentRequired' ? undefined : value))),
);

function isRead(question: unknown): boolean {
  try {
    parseQuestionLines(JSON.stringify(question), 'q.jsonl');
    return true;
  } catch {
    return false;
  }
}

describe('the schema of question sets', () => {
  it('is what is published', () => {
    const file = new URL('../../../schemas/questions.schema.json', import.meta.url);
    expect(readFileSync(file, 'utf8')).toBe(stableJson(questionsJsonSchema()));
  });

  it('knows every key that is read, and no other', () => {
    expect(Object.keys(schema.$defs.question.properties)).toEqual(QUESTION_KEYS);
  });

  const base = { id: 'a', text: 't' };
  it.each([
    base,
    { id: 7, text: '' },
    { ...base, wording: 'same', split: 'held-out', slices: ['x'], answer: '', draft: false, metadata: { x: 1 } },
    { ...base, evidence: [{ document: 'd' }, { quote: 'q', grade: 2 }, { document: 'd', start: 0, end: 4 }] },
    { ...base, evidence: [{ anyOf: [{ quote: 'q' }], grade: 3 }] },
    { text: 't' },
    { id: 'a' },
    { ...base, evidences: [] },
    { ...base, wording: 'other' },
    { ...base, split: 'test' },
    { ...base, slices: [''] },
    { ...base, evidence: [{ grade: 1 }] },
    { ...base, evidence: [{ anyOf: [] }] },
    { ...base, evidence: [{ document: 'd', qoute: 'x' }] },
    { ...base, evidence: [{ document: 'd', grade: 0.5 }] },
    { ...base, evidence: { document: 'd' } },
    { ...base, draft: 'yes' },
  ])('agrees with the reader about %j', (question) => {
    expect(published.safeParse(question).success).toBe(isRead(question));
    expect(published.safeParse([question]).success).toBe(isRead(question));
    expect(published.safeParse({ questions: [question] }).success).toBe(isRead(question));
  });
});
