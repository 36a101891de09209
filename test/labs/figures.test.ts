import { expect, it } from 'vitest';
import { grouped, listed, percent, place, plural, rate, score } from '../../src/labs/figures.ts';

it('writes figures as the report does', () => {
  expect(grouped(75_440.4)).toBe('75,440');
  expect(rate(29, 30)).toBe('29/30 96.7%');
  expect(percent(1)).toBe('100.0%');
  expect(score(2.58467)).toBe('2.585');
  expect(place(58, false)).toBe('58*');
  expect(place(58, true)).toBe('58');
  expect(place(null, true)).toBe('-');
});

it('writes lists and numbers of things as people do', () => {
  expect(listed([])).toBe('');
  expect(listed(['a'])).toBe('a');
  expect(listed(['a', 'b', 'c'])).toBe('a, b and c');
  expect(plural(1, 'chunk')).toBe('1 chunk');
  expect(plural(2000, 'chunk')).toBe('2,000 chunks');
});
