import { describe, expect, it } from 'vitest';
import { saturation } from '../../../src/labs/lessons/saturation.ts';
import { checkLesson, committed } from './check-lesson.ts';

describe('saturation', () => {
  const page = checkLesson(saturation);

  it('gives the reference factors', () => {
    expect(page()).toMatch(/factor 1\.00 1\.38 1\.57 1\.77 1\.96 2\.08 /);
  });

  it("ends the ranking with the answer, at the committed report's rank and score", () => {
    const miss = committed.misses.find((each) => each.system === 'bm25' && each.question === 'parental-leave.same')!;
    const row = new RegExp(`${miss.rank}, the answer ([\\d. ]+) However`).exec(page());
    const figures = row![1]!.trim().split(' ').map(Number);
    expect(figures.at(-1)).toBe(Number(miss.score!.toPrecision(4)));
    const adds = figures.slice(0, -1).filter((_, n) => n % 2 === 1);
    expect(adds.reduce((sum, each) => sum + each, 0)).toBeCloseTo(miss.score!, 1);
  });
});
