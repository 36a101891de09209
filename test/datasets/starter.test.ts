import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readStarter } from '../../src/datasets/starter.ts';

it('knows every page of the starter, with its text', async () => {
  const { docs, pages, questions, synonyms } = await readStarter();
  expect(pages.map(({ name }) => name)).toEqual(readdirSync(docs).sort());
  for (const { text } of pages) expect(text).toMatch(/^---\n[\s\S]+\n# /);
  expect(questions.trimEnd().split('\n')).toHaveLength(20);
  expect(synonyms).toContain('groups:');
});
