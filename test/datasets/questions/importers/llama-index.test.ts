import { describe, expect, it } from 'vitest';
import { llamaIndex } from '../../../../src/datasets/questions/importers/llama-index.ts';
import { faultsOf } from '../../faults-of.ts';
import { imported } from './imported.ts';

describe('importing from LlamaIndex', () => {
  it('turns relevant passages into quotes', async () => {
    const text = JSON.stringify({
      queries: { 'q-a': 'Why?', 'q-b': 'How?', 'q-c': '' },
      corpus: { n1: 'Because.', n2: 'Thus.' },
      relevant_docs: { 'q-a': ['n1', 'n2'], 'q-b': ['n9'] },
      mode: 'text',
    });
    expect(await imported(llamaIndex, text)).toEqual({
      questions: [
        { id: 'q-a', text: 'Why?', evidence: [{ quote: 'Because.' }, { quote: 'Thus.' }] },
        { id: 'q-b', text: 'How?', evidence: [] },
      ],
      notes: [
        'relevant passages that the corpus does not hold, left out: 1',
        'questions without evidence: 1',
        'queries without a text, left out: 1',
      ],
    });
  });

  it('reads a labelled RAG dataset', async () => {
    const text = JSON.stringify({
      examples: [
        { query: 'Why?', query_by: { type: 'ai' }, reference_contexts: ['Because.'], reference_answer: 'So.' },
        { reference_answer: 'x' },
      ],
    });
    expect(await imported(llamaIndex, text)).toEqual({
      questions: [{ id: 'llama-index-1', text: 'Why?', evidence: [{ quote: 'Because.' }], answer: 'So.' }],
      notes: ['examples without a query, left out: 1'],
    });
  });

  it('refuses other JSON, and knows no inherited names', async () => {
    expect(await faultsOf(() => imported(llamaIndex, '[]'))).toEqual(['f.json: not an object']);
    expect(await faultsOf(() => imported(llamaIndex, '{"queries":{}}'))).toEqual([
      'f.json: accepted: an object with queries, corpus and relevant_docs, or with examples',
    ]);
    expect(await faultsOf(() => imported(llamaIndex, '{'))).toEqual(['f.json: not valid JSON']);
    const text = '{"queries":{"toString":"Why?"},"corpus":{},"relevant_docs":{"x":["constructor"]}}';
    expect((await imported(llamaIndex, text)).questions).toEqual([{ id: 'toString', text: 'Why?', evidence: [] }]);
  });
});
