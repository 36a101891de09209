import { describe, expect, it } from 'vitest';
import { QuestionCollector } from '../../../../src/datasets/questions/importers/question-importer.ts';

describe('QuestionCollector', () => {
  it('numbers ids that are taken, past those that others have', () => {
    const collector = new QuestionCollector();
    for (const id of ['a', 'a-2', 'a', 'a', 'a-2', undefined, ' ']) collector.add(id, { text: 'Why?' });
    const { questions, notes } = collector.end();
    expect(questions.map(({ id }) => id)).toEqual(['a', 'a-2', 'a-3', 'a-4', 'a-2-2', 'q6', 'q7']);
    expect(notes).toContain('ids that occurred before, numbered: 3');
  });

  it('takes as long for one id a hundred thousand times as for as many ids', () => {
    const collector = new QuestionCollector();
    for (let n = 0; n < 100_000; n++) collector.add('a', { text: 'Why?' });
    expect(collector.end().questions.at(-1)!.id).toBe('a-100000');
  }, 10_000);
});
