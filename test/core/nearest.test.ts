import { describe, expect, it } from 'vitest';
import { nearestName } from '../../src/core/nearest.ts';

describe('the nearest name', () => {
  const known = ['bm25', 'synonym-tfidf', 'dense', 'hybrid'];

  it.each([
    ['bm52', 'bm25'],
    ['BM25', 'bm25'],
    ['synonim-tfidf', 'synonym-tfidf'],
    ['densse', 'dense'],
  ])('takes %s for %s', (typed, meant) => {
    expect(nearestName(typed, known)).toBe(meant);
  });

  it('says nothing where nothing is near', () => {
    expect(nearestName('elasticsearch', known)).toBeUndefined();
    expect(nearestName('', [])).toBeUndefined();
  });
});
