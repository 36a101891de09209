import { expect, it } from 'vitest';
import { HeadingTrail } from '../../src/ingest/heading-trail.ts';

it('closes headings of the same level and below', () => {
  const trail = new HeadingTrail();
  expect(trail.path).toEqual([]);
  expect(trail.enter(1, 'A')).toEqual(['A']);
  expect(trail.enter(3, 'B')).toEqual(['A', 'B']);
  expect(trail.enter(4, 'C')).toEqual(['A', 'B', 'C']);
  expect(trail.enter(2, 'D')).toEqual(['A', 'D']);
  expect(trail.enter(2, 'E')).toEqual(['A', 'E']);
  expect(trail.enter(1, 'F')).toEqual(['F']);
  expect(trail.path).toEqual(['F']);
});

it('hands out trails that stay as they were', () => {
  const trail = new HeadingTrail();
  const before = trail.enter(1, 'A');
  trail.enter(2, 'B');
  expect(before).toEqual(['A']);
});
