import { describe, expect, it } from 'vitest';
import { tiesAtCutoffs } from '../../src/report/tie-note.ts';

describe('tiesAtCutoffs', () => {
  it('says at which cutoffs, and in how many topics, the order of ids decides', () => {
    expect(tiesAtCutoffs({ 1: 1, 5: 0, 10: 1200 })).toBe(
      'equal scores on both sides of cutoff 1 in 1 topic, 10 in 1,200 topics: there the order of ids decides',
    );
  });

  it('says nothing where no score is tied', () => {
    expect(tiesAtCutoffs({ 1: 0 })).toBeUndefined();
    expect(tiesAtCutoffs({})).toBeUndefined();
  });
});
