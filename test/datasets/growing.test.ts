import { expect, it } from 'vitest';
import { GrowingInts } from '../../src/datasets/growing.ts';

it('GrowingInts keeps what was pushed and set, beyond any size it began with', () => {
  const list = new GrowingInts();
  for (let n = 0; n < 1000; n++) list.push(n);
  list.set(999, 2 ** 32 - 1);
  expect([list.length, list.at(0), list.at(500), list.at(999)]).toEqual([1000, 0, 500, 2 ** 32 - 1]);
});
