import { describe, expect, it } from 'vitest';
import {
  bestSentence,
  readWord,
  remedyFor,
  remedyLines,
  scoredBy,
  sharedWords,
  tieSentence,
  verdictOf,
  whereOf,
} from '../../src/report/explanation-words.ts';
import { dense, lexical, own, sampleExplanation } from './sample-explanation.ts';

const verdict = (over: Parameters<typeof lexical>[0]) => verdictOf(lexical(over), sampleExplanation);
const answer = lexical().answer!;

describe('what an explanation says in words', () => {
  it('tells a rank from a place among zeros, and both from what no ranking reached', () => {
    expect(verdict({})).toBe('missed, at rank 8 of 200');
    expect(verdict({ found: true, answer: { ...answer, rank: 2 } })).toBe('found at rank 2');
    expect(verdictOf(own, sampleExplanation)).toBe('missed, at place 200 among chunks that match nothing');
    expect(verdict({ answer: { ...answer, rank: null } })).toBe('missed, beyond the first 200');
    expect(verdict({ answer: { ...answer, rank: null }, diagnosis: 'filtered' })).toBe(
      'missed, left out by the filter',
    );
    const { answer: _, ...without } = lexical();
    expect(verdictOf(without, sampleExplanation)).toBe('missed, no chunk holds the answer');
    const { diagnosis: __, ...free } = without;
    expect(verdictOf(free, sampleExplanation)).toBe('no known answer');
  });

  it('says that no content word is shared exactly where none is', () => {
    expect(sharedWords(lexical())).toBe('shares no content word with the answer');
    expect(sharedWords(lexical({ shared: ['day'] }))).toBe('shared with the answer: day');
    const bridged = [{ word: 'vacation', term: 'leave' }];
    expect(sharedWords(lexical({ bridged }))).toBe(
      'shares no content word with the answer, but synonyms: vacation = leave',
    );
    expect(sharedWords(lexical({ shared: ['day'], bridged }))).toBe('shared with the answer: day; vacation = leave');
    expect(sharedWords(dense)).toBeUndefined();
  });

  it('names the terms that scored, and as incidental those that are not in the answer', () => {
    expect(scoredBy(lexical())).toBe('day 0.5 (none of them in the answer itself)');
    expect(scoredBy(lexical({ shared: ['day'] }))).toBe('day 0.5');
    expect(scoredBy(own)).toBe('nothing of the question matches its chunk');
  });

  it('says what became of each word', () => {
    const word = { word: 'Days', terms: ['day'], chunks: 1 };
    expect(readWord({ ...word, added: [] })).toBe('days > day');
    expect(readWord({ ...word, added: ['night'], by: 'expansion' })).toBe('days > day + night');
    expect(readWord({ ...word, word: 'day', added: ['night', 'noon'], by: 'group' })).toBe('day = night, noon');
  });

  it('tells whether the best sentence is the answer, whatever its line breaks', () => {
    const question = { ...sampleExplanation.questions[0]!, evidence: [{ document: 'd', quote: 'a\n b', chunks: [] }] };
    const matched = (term: string) =>
      bestSentence(
        { ...dense, answer: { ...answer, anatomy: { kind: 'sentences', parts: [{ term, weight: 1 }] } } },
        question,
      );
    expect(matched('Here a b stands.')).toBe("the answer's own");
    expect(matched('Something else.')).toBe("not the answer's own: another sentence of its chunk");
    expect(matched('(the whole chunk)')).toBeUndefined();
    expect(bestSentence(lexical(), question)).toBeUndefined();
  });

  it('counts a larger k up to twice it, and a reranker up to 50', () => {
    const lines = (over: Parameters<typeof lexical>[0]) =>
      Object.fromEntries(remedyLines(lexical(over), sampleExplanation));
    expect(lines({})).toEqual({
      'a larger k': 'no: not in the first 6',
      'a reranker': 'yes: rank 8 of the first 50',
      'another system': 'yes: dense',
      'one synonym': 'with vacation = annual: rank 1',
    });
    expect(lines({ answer: { ...answer, rank: 6 } })['a larger k']).toBe('yes: k = 6 reaches it');
    expect(lines({ answer: { ...answer, rank: 6, signal: false } })['a larger k']).toMatch(/^no/);
    expect(lines({ inCandidates: false, reachedBy: [] })).toMatchObject({
      'a reranker': 'no: not in the first 50 that match',
      'another system': 'none of those asked',
    });
  });

  it('finds rules by diagnosis and places by chunk', () => {
    expect(remedyFor('tied', sampleExplanation)!.diagnosis).toBe('tied');
    expect(remedyFor(undefined, sampleExplanation)).toBeUndefined();
    expect(whereOf('guide#7', sampleExplanation)).toBe('guide');
    expect(whereOf('constructor', sampleExplanation)).toBe('');
    expect(tieSentence({ size: 3, first: 7, last: 9, expectedRank: 8 })).toContain('ranks 7 to 9');
  });
});
