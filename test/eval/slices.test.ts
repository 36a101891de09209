import { describe, expect, it } from 'vitest';
import { listSlices, namedSlices } from '../../src/eval/slices.ts';
import { topicOf } from './small-collection.ts';

const shape = (topics: Parameters<typeof listSlices>[0]) =>
  listSlices(topics).map(({ wording, split, topicIndexes }) => `${wording}/${split}:${topicIndexes.join(' ')}`);

describe('slices', () => {
  it('are the full product of wording and split, in a fixed order whatever the topics come in', () => {
    const topics = [
      topicOf('1', { wording: 'paraphrase', split: 'held-out' }),
      topicOf('2', { wording: 'same', split: 'held-out' }),
      topicOf('3', { wording: 'paraphrase', split: 'tuning' }),
      topicOf('4', { wording: 'same', split: 'tuning' }),
    ];
    expect(shape(topics)).toEqual([
      'all/all:0 1 2 3',
      'all/tuning:2 3',
      'all/held-out:0 1',
      'same/all:1 3',
      'same/tuning:3',
      'same/held-out:1',
      'paraphrase/all:0 2',
      'paraphrase/tuning:2',
      'paraphrase/held-out:0',
    ]);
  });

  it('leave out what has no question: without labels there is one slice, without topics none', () => {
    expect(shape([topicOf('1'), topicOf('2')])).toEqual(['all/all:0 1']);
    expect(shape([])).toEqual([]);
  });

  it('put other values behind the known ones, in the order in which they first occur', () => {
    expect(
      shape([topicOf('1', { wording: 'typo' }), topicOf('2', { wording: 'chat' }), topicOf('3', { wording: 'same' })]),
    ).toEqual(['all/all:0 1 2', 'same/all:2', 'typo/all:0', 'chat/all:1']);
  });
});

describe('namedSlices', () => {
  const asked = (id: string, slices: readonly string[], wording?: string) => ({
    id,
    text: id,
    slices,
    labels: wording === undefined ? {} : { wording },
  });

  it('are sorted by name, each over all its questions and by wording', () => {
    const topics = [asked('a', ['x', 'b'], 'same'), asked('b', ['x'], 'paraphrase'), asked('c', [], 'same')];
    expect(namedSlices(topics)).toEqual([
      { slice: 'b', wording: 'all', topicIndexes: [0] },
      { slice: 'b', wording: 'same', topicIndexes: [0] },
      { slice: 'x', wording: 'all', topicIndexes: [0, 1] },
      { slice: 'x', wording: 'same', topicIndexes: [0] },
      { slice: 'x', wording: 'paraphrase', topicIndexes: [1] },
    ]);
  });

  it('have one row where there are no wordings, and none where nothing is named', () => {
    expect(namedSlices([asked('a', ['x']), asked('b', ['x'])])).toEqual([
      { slice: 'x', wording: 'all', topicIndexes: [0, 1] },
    ]);
    expect(namedSlices([asked('a', [])])).toEqual([]);
  });
});
