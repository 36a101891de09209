import { describe, expect, it } from 'vitest';
import { diagnose, type MissFacts } from '../../src/eval/diagnose.ts';

const outranked: MissFacts = {
  splitEvidence: false,
  filtered: false,
  truncated: false,
  terms: [{ term: 'leave', chunks: 48 }],
  signal: true,
  rank: 20,
  cutoff: 3,
  score: 1,
  scoreAtCutoff: 2,
  distinctAbove: undefined,
};

describe('the diagnosis of a miss', () => {
  it('is the first that applies', () => {
    // Each step takes away what the one before rests on.
    const facts: MissFacts = {
      splitEvidence: true,
      filtered: true,
      truncated: true,
      terms: [{ term: 'zyxxyq', chunks: 0 }],
      signal: false,
      rank: 5,
      cutoff: 3,
      score: 2,
      scoreAtCutoff: 2,
      distinctAbove: 2,
    };
    const steps: Partial<MissFacts>[] = [
      {},
      { splitEvidence: false },
      { filtered: false },
      { truncated: false },
      {
        terms: [
          { term: 'zyxxyq', chunks: 0 },
          { term: 'leave', chunks: 3 },
        ],
      },
      { signal: true },
      { score: 1 },
      { distinctAbove: undefined },
      { rank: 7 },
    ];
    let now = facts;
    const found = steps.map((step) => {
      now = { ...now, ...step };
      return diagnose(now);
    });
    expect(found).toEqual([
      'split',
      'filtered',
      'truncated',
      'vocabulary',
      'no-signal',
      'tied',
      'duplicate-crowded',
      'near-miss',
      'outranked',
    ]);
  });

  it('vocabulary: also where no content word is left of the question; never for systems without terms', () => {
    expect(diagnose({ ...outranked, terms: [] })).toBe('vocabulary');
    expect(diagnose({ ...outranked, terms: undefined })).toBe('outranked');
  });

  it('near-miss reaches to twice the cutoff', () => {
    expect([6, 7].map((rank) => diagnose({ ...outranked, rank }))).toEqual(['near-miss', 'outranked']);
  });

  it('duplicate-crowded only where the answer would stand in the top', () => {
    expect([3, 4].map((distinctAbove) => diagnose({ ...outranked, distinctAbove }))).toEqual([
      'duplicate-crowded',
      'outranked',
    ]);
  });

  it('beyond the depth there is no rank and no score', () => {
    expect(diagnose({ ...outranked, rank: null, score: null, scoreAtCutoff: null })).toBe('outranked');
    expect(diagnose({ ...outranked, rank: null, score: null, signal: false })).toBe('no-signal');
  });
});
