// What holds for every lesson: its page as recorded, its size, and that its figures come from the handbook that it was given.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { builtinCatalog } from '../../../src/catalog/builtin.ts';
import type { Report } from '../../../src/core/results.ts';
import { loadHandbook } from '../../../src/datasets/handbook.ts';
import { type Desk, openDesk } from '../../../src/labs/desk.ts';
import type { Lesson, LessonPage } from '../../../src/labs/lesson.ts';
import { drawPage } from '../../../src/labs/lesson-text.ts';
import { lessons } from '../../../src/labs/registry.ts';
import { sharedVectors } from '../../shared-vectors.ts';

/** A page of a terminal, and what still can be scrolled without losing the thread. */
const LINES = 45;
/** For an encoder without a cache on a busy machine. */
const PATIENCE = 300_000;
const OTHER_SEED = 7;

/** What `run --seed 404` printed when its figures were accepted. */
export const committed = JSON.parse(
  readFileSync(new URL('../../../reports/baselines/handbook-404.json', import.meta.url), 'utf8'),
) as Report;

const vectors = sharedVectors();
const desks: Desk[] = [];
afterAll(async () => {
  for (const desk of desks.splice(0)) await desk.close();
});

export function deskOf(seed: number, example?: number, pages = 100): Desk {
  const desk = openDesk(
    {
      catalog: builtinCatalog(),
      version: 'test',
      cacheDir: vectors,
      loadHandbook: async (own) => (await loadHandbook({ seed: own, pages })).dataset,
    },
    { progress: { report: () => {} }, signal: new AbortController().signal },
    { handbook: seed, example },
  );
  desks.push(desk);
  return desk;
}

function shown(lesson: Lesson, page: LessonPage): string {
  const place = { number: lessons.indexOf(lesson) + 1, of: lessons.length };
  const drawn = drawPage(lesson, page, place, (_role, text) => text);
  return `${drawn.page}\n${drawn.answer}`;
}

/**
 * @param pages of the handbook of another seed; encoders take their time
 * @returns the page of seed 404, on one line
 */
export function checkLesson(lesson: Lesson, pages = 100): () => string {
  let text = '';
  it(
    'is the page on record, and fits 80 columns and a screen',
    async () => {
      text = shown(lesson, await lesson.prepare(deskOf(404)));
      const file = new URL(`../golden/${lesson.name}.golden`, import.meta.url);
      if (process.env.GOLDEN === 'write') writeFileSync(file, text);
      expect(existsSync(file)).toBe(true);
      expect(text).toBe(readFileSync(file, 'utf8'));
      const lines = text.split('\n');
      expect(lines.filter((line) => line.length > 80)).toEqual([]);
      expect(lines.length).toBeLessThanOrEqual(LINES);
      expect(lines.filter((line) => /\s$/.test(line))).toEqual([]);
      expect(text).not.toMatch(/NaN|undefined|Infinity|\[object/);
    },
    PATIENCE,
  );

  it(
    'changes with the seed: no figure stands in it by itself',
    async () => {
      const other = shown(lesson, await lesson.prepare(deskOf(OTHER_SEED, OTHER_SEED, pages)));
      expect(other).not.toBe(text);
      expect(other).not.toMatch(/NaN|undefined|Infinity|\[object/);
      expect(other.split('\n').filter((line) => line.length > 80)).toEqual([]);
    },
    PATIENCE,
  );
  return () => text.replace(/\s+/g, ' ');
}
