// Why, in words: each kind of system and each diagnosis has a sentence of its own.
import { describe, expect, it } from 'vitest';
import type { ExplainedSystem } from '../../../src/core/explanation.ts';
import type { Miss } from '../../../src/core/results.ts';
import type { Outcome } from '../../../src/report/html/asked.ts';
import { readable, whyMarkup } from '../../../src/report/html/why.ts';
import { dense, fusion, lexical } from '../sample-explanation.ts';
import { sampleReport } from '../sample-report.ts';
import { readPage } from './read-page.ts';

const base = sampleReport.misses.find(({ diagnosis }) => diagnosis === 'outranked')!;
const say = (over: Partial<Miss>, explained?: ExplainedSystem, isBrief = false, first?: number): string => {
  const miss: Miss = { ...base, rank: 8, signal: true, score: 0.5, scoreAtCutoff: 2, ...over };
  const outcome: Outcome = {
    system: 'bm25',
    failed: false,
    found: false,
    rank: miss.rank,
    signal: miss.signal,
    first,
    miss,
    explained,
  };
  return readPage(whyMarkup(outcome, sampleReport, { isBrief }).markup).text;
};

describe('why a question is missed', () => {
  it('says that no content word is shared, by what the chunk did score, and what one synonym would do', () => {
    expect(say({ diagnosis: 'outranked' }, lexical())).toBe(
      'The answer is at rank 8 of 167: it scores 0.5, and the top 3 begins at 2. Question and answer share no content word; the chunk scores by day (0.5), elsewhere in it. The chunk at rank 1 scores 3 by ask (2) and day (1). With vacation counted as annual it would stand at rank 1.',
    );
    expect(say({ diagnosis: 'outranked' }, lexical({ shared: ['day'] }))).toContain(
      'What it shares with the question is day (0.5).',
    );
    expect(say({ diagnosis: 'outranked' }, lexical(), true)).not.toMatch(/\(\d/);
  });

  it('says that part is found, where several chunks are needed', () => {
    expect(say({ diagnosis: 'outranked' }, lexical(), false, 1)).toMatch(
      /^Part of what is relevant is found, first at rank 1; what follows is about what is found last\. The answer is at rank 8/,
    );
  });

  it('names the sentence of a dense system and the lists of a fusion', () => {
    const { found: _, ...missed } = dense;
    expect(say({ diagnosis: 'outranked' }, { ...missed, found: false })).toContain('comes closest is Annual leave.');
    expect(say({ diagnosis: 'near-miss' }, fusion)).toContain(
      'Of the fused lists, bm25 does not have it, dense has it at rank 1.',
    );
  });

  it('says what it can of a stored report', () => {
    expect(
      say({
        diagnosis: 'outranked',
        matched: [
          { term: 'leave', weight: 1 },
          { term: '~lea', weight: 0.1 },
        ],
      }),
    ).toContain('What it shares with the question is leave (1) and 1 letter trigram.');
    expect(say({ diagnosis: 'near-miss', matched: [{ term: 'list 2 rank 3', weight: 1 }] })).toContain(
      'Of the fused lists, list 2 rank 3.',
    );
    expect(say({ diagnosis: 'outranked', rank: null })).toContain('deeper than the 167 chunks that were ranked');
  });

  it.each([
    ['vocabulary', 'No content word of the question occurs anywhere'],
    ['filtered', 'The filter leaves the answer out'],
    ['split', 'cut by a chunk boundary'],
    ['truncated', 'stops reading before the answer'],
    ['no-signal', 'one among zeros, not a rank'],
    ['tied', 'have the same score'],
    ['duplicate-crowded', 'Near-copies of one text fill the top 3'],
  ] as const)('%s', (diagnosis, sentence) => {
    expect(say({ diagnosis })).toContain(sentence);
    expect(say({ diagnosis }, lexical())).toContain(sentence);
  });

  it('says of a system that failed, and of what was found', () => {
    const outcome: Outcome = {
      system: 'a',
      failed: true,
      found: false,
      rank: null,
      signal: false,
      first: undefined,
      miss: undefined,
      explained: undefined,
    };
    expect(whyMarkup(outcome, sampleReport).markup).toContain('failed');
    expect(
      readPage(
        whyMarkup({ ...outcome, failed: false, found: true, rank: 1, explained: lexical() }, sampleReport).markup,
      ).text,
    ).toBe('Found at rank 1, by day (0.5).');
  });
});

describe('readable', () => {
  it('shortens groups and keeps trigrams', () => {
    expect([readable('a=b=c=d'), readable('~abc'), readable('leave')]).toEqual(['a/b/c/…', '~abc', 'leave']);
  });
});
