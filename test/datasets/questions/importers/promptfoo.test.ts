import { describe, expect, it } from 'vitest';
import { promptfoo } from '../../../../src/datasets/questions/importers/promptfoo.ts';
import { faultsOf } from '../../faults-of.ts';
import { imported } from './imported.ts';

const CONFIG = `
prompts: [prompt.txt]
providers: [echo]
tests:
  - description: leave
    vars:
      query: How early must leave be requested?
      context: Leave is requested 3 weeks ahead.
    assert:
      - type: contains
        value: 3 weeks
      - type: llm-rubric
        value: is polite
  - vars: { question: What does a badge cost? }
    assert:
      - { type: icontains-all, value: [12 euros, front desk] }
      - { type: contains-any, value: [lost, stolen] }
      - { type: equals, value: 12 }
  - vars: { topic: Who signs? }
  - vars: { query: Why?, context: file://a.txt }
  - vars: { a: 1, b: 2 }
  - file://more.yaml
`;

describe('importing from promptfoo', () => {
  it('takes the question from the variables, the gold from context or assertions', async () => {
    expect(await imported(promptfoo, CONFIG, 'promptfooconfig.yaml')).toEqual({
      questions: [
        {
          id: 'promptfoo-1',
          text: 'How early must leave be requested?',
          evidence: [{ quote: 'Leave is requested 3 weeks ahead.' }],
          answer: '3 weeks',
          metadata: { description: 'leave' },
        },
        {
          id: 'promptfoo-2',
          text: 'What does a badge cost?',
          evidence: [
            { quote: '12 euros' },
            { quote: 'front desk' },
            { anyOf: [{ quote: 'lost' }, { quote: 'stolen' }] },
          ],
          answer: '12',
        },
        { id: 'promptfoo-3', text: 'Who signs?', evidence: [] },
        { id: 'promptfoo-4', text: 'Why?', evidence: [] },
      ],
      notes: [
        'assertions "llm-rubric", left out: 1',
        'questions whose quotes come from assertions: short ones may stand in several places: 1',
        'questions without evidence: 2',
        'contexts in files of their own, left out: 1',
        'tests without a question among their variables, left out: 1',
        'tests in files of their own, left out: 1',
      ],
    });
  });

  it('reads JSON and bare lists', async () => {
    const tests = [{ vars: { input: 'Why?' } }];
    for (const text of [JSON.stringify(tests), JSON.stringify({ tests })]) {
      expect((await imported(promptfoo, text)).questions).toEqual([{ id: 'promptfoo-1', text: 'Why?', evidence: [] }]);
    }
  });

  it('refuses what holds no tests', async () => {
    expect(await faultsOf(() => imported(promptfoo, 'tests: file://t.csv'))).toEqual([
      'f.json: no list of tests; accepted: a configuration with tests, or such a list',
    ]);
    expect(await faultsOf(() => imported(promptfoo, 'tests:\n  - "open'))).toEqual([
      expect.stringMatching(/^f\.json:\d: not valid YAML: /),
    ]);
    expect(await faultsOf(() => imported(promptfoo, '['.repeat(20_000)))).toEqual([
      'f.json:1: not valid YAML: nested too deeply',
    ]);
  });
});
