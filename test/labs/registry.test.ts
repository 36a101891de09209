import { expect, it } from 'vitest';
import { labs } from '../../src/labs/registry.ts';
import { contextOf } from '../retrieval/small-world.ts';

it('lists the lessons, and each runs to text that ends in one line feed', async () => {
  expect(labs.map((lab) => lab.name)).toEqual(['example', 'formulas']);
  for (const lab of labs) expect(await lab.run(contextOf())).toMatch(/\S\n$/);
});
