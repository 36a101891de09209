// Figures as people read them, with the worked values of the reference.
import { expect, it } from 'vitest';
import {
  fourPlaces,
  grouped,
  percent,
  pointsOfOne,
  probability,
  score,
  signedPlaces,
  signedPoints,
} from '../../src/report/numbers.ts';

it('counts are grouped by thousands', () => {
  expect([0, 7, 999, 1357.2, 75440, 1234567].map(grouped)).toEqual(['0', '7', '999', '1,357', '75,440', '1,234,567']);
});

it('one question of 30 is 3.3 points, of 15 is 6.7, and of thousands still is something', () => {
  expect([30, 15, 1, 3452].map(pointsOfOne)).toEqual(['3.3', '6.7', '100.0', '0.03']);
});

it('shares, gaps and values have fixed places', () => {
  expect([29 / 30, 4 / 30, 1].map(percent)).toEqual(['96.7%', '13.3%', '100.0%']);
  expect([-0.2, 1 / 15, 0, -0.0001].map(signedPoints)).toEqual(['-20.0', '+6.7', '0.0', '0.0']);
  expect(fourPlaces(0.67891)).toBe('0.6789');
});

it('a small probability never reads as zero', () => {
  expect([5.9604644775390625e-8, 0.0390625, 0.03125, 1, 0].map(probability)).toEqual([
    '5.96e-8',
    '0.0391',
    '0.0313',
    '1.0000',
    '0.0000',
  ]);
});

it('scores of any scale have four significant digits', () => {
  expect([12.3456789, 0.0158730159, -0.5, 0, 1234.5678].map(score)).toEqual(['12.35', '0.01587', '-0.5', '0', '1235']);
});

it('differences carry their sign, and none where they vanish', () => {
  expect([0.08333, -0.5, 0, -0.00001, 1.25].map(signedPlaces)).toEqual([
    '+0.0833',
    '-0.5000',
    '0.0000',
    '0.0000',
    '+1.2500',
  ]);
});
