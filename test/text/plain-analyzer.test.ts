import { expect, it } from 'vitest';
import { plainAnalyzer } from '../../src/text/plain-analyzer.ts';

it('keeps every word as it stands, lower-cased', () => {
  expect(plainAnalyzer.terms('The Badges, of 20 dollars!')).toEqual(['the', 'badges', 'of', '20', 'dollars']);
});
