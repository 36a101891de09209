import { describe, expect, it } from 'vitest';
import { documentsFingerprint, questionsFingerprint } from '../../src/core/fingerprints.ts';

const document = { id: 'd', title: 'T', text: 'x', blocks: [], meta: {}, source: 'a.md' };
const topic = { id: 't', text: 'x?', labels: { a: '1', b: '2' }, slices: ['s'] };
const evidence = { topicId: 't', docId: 'd', grade: 1, need: 0 };

describe('fingerprints', () => {
  it('of documents change with ids, titles, texts and their order, and not with where they came from', () => {
    const one = documentsFingerprint([document]);
    expect(documentsFingerprint([{ ...document, source: 'b.md', meta: { x: 1 } }])).toBe(one);
    for (const change of [{ id: 'e' }, { title: 'U' }, { text: 'y' }, { title: '', text: 'Tx' }]) {
      expect(documentsFingerprint([{ ...document, ...change }])).not.toBe(one);
    }
    const two = [document, { ...document, id: 'e' }];
    expect(documentsFingerprint(two)).not.toBe(documentsFingerprint(two.toReversed()));
  });

  it('of questions change with what is asked and what is evidence, and not with the order of labels', () => {
    const one = questionsFingerprint([topic], [evidence]);
    expect(questionsFingerprint([{ ...topic, labels: { b: '2', a: '1' } }], [evidence])).toBe(one);
    for (const change of [{ id: 'u' }, { text: 'y?' }, { labels: {} }, { slices: [] }]) {
      expect(questionsFingerprint([{ ...topic, ...change }], [evidence])).not.toBe(one);
    }
    for (const change of [{ grade: 2 }, { need: 1 }, { span: { start: 0, end: 1 } }, { docId: 'e' }]) {
      expect(questionsFingerprint([topic], [{ ...evidence, ...change }])).not.toBe(one);
    }
  });
});
