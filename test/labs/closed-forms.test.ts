import { expect, it } from 'vitest';
import {
  hnswBottomLinkBytes,
  overlapGrowth,
  pointsPerQuestion,
  rowsAfterFilter,
  tokensPerChunk,
  vectorBytes,
} from '../../src/labs/closed-forms.ts';

it('gives the worked values', () => {
  expect(overlapGrowth(0.1)).toBeCloseTo(1.111, 3);
  expect(overlapGrowth(0.2)).toBe(1.25);
  expect(tokensPerChunk(75_440, 167)).toBeCloseTo(451.7, 1);
  expect(pointsPerQuestion(30)).toBeCloseTo(3.3, 1);
  expect(pointsPerQuestion(15)).toBeCloseTo(6.7, 1);
  expect(rowsAfterFilter(40, 0.1, 10)).toBe(4);
  expect(rowsAfterFilter(40, 1, 10)).toBe(10);
  expect(vectorBytes(10_000_000, 1024)).toBe(40_960_000_000);
  expect(hnswBottomLinkBytes(16)).toBe(128);
});
