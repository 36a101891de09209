import { expect, it } from 'vitest';
import { labs, lessons } from '../../src/labs/registry.ts';
import { contextOf } from '../retrieval/small-world.ts';

it('lists the longer pages, and each runs to text that ends in one line feed', async () => {
  expect(labs.map((lab) => lab.name)).toEqual(['example', 'formulas']);
  for (const lab of labs) expect(await lab.run(contextOf())).toMatch(/\S\n$/);
});

it('has lessons that can be told apart by name, from each other, from the longer pages and from numbers', () => {
  const names = [...lessons, ...labs].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z]+$/);
});
