import { describe, expect, it } from 'vitest';
import { countPairs } from '../../src/eval/pairs.ts';
import { topicOf } from './small-collection.ts';

const asked = (fact: string, wording: string) => topicOf(`${fact}.${wording}`, { fact, wording });

describe('paired counts', () => {
  it('count facts by which of their two questions found the answer', () => {
    const topics = ['a', 'b', 'c', 'd', 'e'].flatMap((fact) => [asked(fact, 'same'), asked(fact, 'paraphrase')]);
    expect(countPairs(topics, [true, true, true, false, true, false, false, true, false, false])).toEqual({
      both: 1,
      sameOnly: 2,
      paraphraseOnly: 1,
      neither: 1,
    });
  });

  it('leave out facts that lack a wording, and topics without a fact', () => {
    const topics = [
      asked('a', 'same'),
      asked('b', 'paraphrase'),
      asked('c', 'typo'),
      topicOf('x', { wording: 'same' }),
    ];
    expect(countPairs(topics, [1, 1, 1, 1])).toEqual({ both: 0, sameOnly: 0, paraphraseOnly: 0, neither: 0 });
  });

  it('take the first question of a fact in a wording, so that pairs stay independent', () => {
    const topics = [asked('a', 'same'), asked('a', 'paraphrase'), asked('a', 'paraphrase')];
    expect(countPairs(topics, [1, 0, 1])).toMatchObject({ sameOnly: 1, both: 0 });
  });

  it('pair other wordings when asked', () => {
    expect(countPairs([asked('a', 'formal'), asked('a', 'chat')], [0, 1], ['formal', 'chat']).paraphraseOnly).toBe(1);
  });
});
