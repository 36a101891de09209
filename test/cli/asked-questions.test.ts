import { describe, expect, it } from 'vitest';
import { askedOf } from '../../src/cli/asked-questions.ts';
import type { Dataset } from '../../src/core/model.ts';

const ids = ['annual-leave.same', 'annual-leave.paraphrase', 'parking.same', 'how to park', 'q-1'];
const dataset: Dataset = {
  name: 'set',
  seed: null,
  documents: [],
  topics: ids.map((id) => ({ id, text: `about ${id}`, labels: {}, slices: [] })),
  evidence: ids.map((topicId) => ({ topicId, docId: 'd', grade: 1, need: 0 })),
  synonyms: { groups: [] },
};
const asked = (...words: string[]) => askedOf(dataset, words).topics;

describe('askedOf', () => {
  it('takes ids, of one question or several, in the order of the set, with their evidence and no other', () => {
    expect(asked('parking.same').map(({ id }) => id)).toEqual(['parking.same']);
    const two = askedOf(dataset, ['parking.same', 'annual-leave.same']);
    expect(two.topics.map(({ id }) => id)).toEqual(['annual-leave.same', 'parking.same']);
    expect(two.evidence.map(({ topicId }) => topicId)).toEqual(['annual-leave.same', 'parking.same']);
  });

  it('takes an id that is made of words, quoted or not', () => {
    expect(asked('how to park').map(({ id }) => id)).toEqual(['how to park']);
    expect(asked('how', 'to', 'park').map(({ id }) => id)).toEqual(['how to park']);
  });

  it('asks words as they stand, without evidence', () => {
    const free = askedOf(dataset, ['where', 'do I', 'park?']);
    expect(free).toMatchObject({ topics: [{ id: '', text: 'where do I park?' }], evidence: [] });
    expect(asked('vacation')).toEqual([{ id: '', text: 'vacation', labels: {}, slices: [] }]);
    expect(asked('where is q-1?')[0]!.text).toBe('where is q-1?');
  });

  it('offers the nearest ids for one that does not exist: those that begin so first', () => {
    const fault =
      (...words: string[]) =>
      () =>
        asked(...words);
    expect(fault('annual-leave')).toThrow(
      'question "annual-leave": no question has this id; nearest: annual-leave.same, annual-leave.paraphrase',
    );
    expect(fault('anual-leave.same')).toThrow('nearest: annual-leave.same');
    expect(fault('zebra.77')).toThrow(/^question "zebra\.77": no question has this id$/);
    expect(fault('parking.same', 'annual-leave.sme')).toThrow('question "annual-leave.sme"');
  });
});
