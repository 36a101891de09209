import { describe, expect, it } from 'vitest';
import { ragas } from '../../../../src/datasets/questions/importers/ragas.ts';
import { faultsOf } from '../../faults-of.ts';
import { imported } from './imported.ts';

const NEW = {
  user_input: 'How early must leave be requested?',
  reference_contexts: ['<1-hop>\n\nLeave is requested 3 weeks ahead.', '<2-hop>\n\nManagers approve it.'],
  reference: '3 weeks ahead',
  synthesizer_name: 'multi_hop_specific_query_synthesizer',
};
const MADE = {
  text: NEW.user_input,
  slices: [NEW.synthesizer_name],
  evidence: [{ quote: 'Leave is requested 3 weeks ahead.' }, { quote: 'Managers approve it.' }],
  answer: '3 weeks ahead',
};

describe('importing from ragas', () => {
  it('reads a testset as JSON lines, as a list, and in the shapes that pandas writes', async () => {
    const columns = Object.fromEntries(Object.entries(NEW).map(([key, value]) => [key, { 0: value }]));
    for (const text of [
      `${JSON.stringify(NEW)}\n\n`,
      JSON.stringify([NEW], null, 1),
      JSON.stringify({ samples: [NEW] }),
      JSON.stringify(columns),
    ]) {
      expect(await imported(ragas, text, 'testset.jsonl')).toEqual({
        questions: [{ id: 'ragas-1', ...MADE }],
        notes: [],
      });
    }
  });

  it('reads CSV, where a list is what Python prints', async () => {
    const text = `user_input,reference_contexts,reference,synthesizer_name\n"How, then?","['It''s one.', ""Don't\\nstop."", 'a\\u00e9']",Yes,single\n`;
    expect((await imported(ragas, text.replace("It''s", "It\\'s"), 'testset.csv')).questions).toEqual([
      {
        id: 'ragas-1',
        text: 'How, then?',
        slices: ['single'],
        evidence: [{ quote: "It's one." }, { quote: "Don't\nstop." }, { quote: 'aé' }],
        answer: 'Yes',
      },
    ]);
  });

  it('takes contexts for the gold of a testset before 0.2, and says so where it may be something else', async () => {
    const old = { question: 'Why?', contexts: ['Because.'], ground_truth: 'So.', evolution_type: 'simple' };
    expect(await imported(ragas, JSON.stringify(old))).toEqual({
      questions: [
        { id: 'ragas-1', text: 'Why?', slices: ['simple'], evidence: [{ quote: 'Because.' }], answer: 'So.' },
      ],
      notes: [],
    });
    const { evolution_type: _, ...bare } = old;
    expect((await imported(ragas, JSON.stringify([bare, bare]))).notes).toEqual([
      'questions whose "contexts" were taken for the gold; if a system retrieved them, they are none: 2',
    ]);
  });

  it('counts what it cannot take', async () => {
    const { questions, notes } = await imported(
      ragas,
      JSON.stringify([{ user_input: [{ content: 'Hi', type: 'human' }] }, { reference: 'x' }, { user_input: 'Why?' }]),
    );
    expect(questions).toEqual([{ id: 'ragas-3', text: 'Why?', evidence: [] }]);
    expect(notes).toEqual([
      'conversations of several turns, left out: 1',
      'records without a question, left out: 1',
      'questions without evidence: 1',
    ]);
  });

  it('refuses what is no testset, by its place', async () => {
    const refuse = (text: string, name?: string) => faultsOf(() => imported(ragas, text, name));
    expect(await refuse('{"a":1}')).toEqual([
      'f.json: no record has a question; accepted: records with user_input or question',
    ]);
    expect(await refuse('{"user_input":"a"}\n{"user')).toEqual([
      'f.json:2: not valid JSON; accepted: a list of records, or one object a line',
    ]);
    expect(await refuse('7')).toEqual(['f.json: not a list of records']);
    expect(await refuse('user_input\n"open', 'f.csv')).toEqual([expect.stringMatching(/^f\.csv:\d: not valid CSV: /)]);
  });
});
