import { describe, expect, it } from 'vitest';
import { length } from '../../../src/labs/lessons/length.ts';
import { checkLesson, committed } from './check-lesson.ts';

describe('length', () => {
  const page = checkLesson(length);

  it('gives the reference factor at twice the average length', () => {
    expect(page()).toContain('length 2: 1 * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 2)) = 0.71');
    expect(page()).toContain('b = 0 1.00 1.00 1.00 1.00');
  });

  it("has the committed report's recall where b is the default", () => {
    const rows = committed.scores.filter(
      ({ system, split, wording }) => system === 'bm25' && split === 'all' && wording !== 'all',
    );
    const hits = (wording: string) => rows.find((row) => row.wording === wording)!.measures['R@3']!.hits;
    const figures = /same (\d+)\/30 (\d+)\/30 .*? paraphrase (\d+)\/30 (\d+)\/30/.exec(page())!;
    expect([figures[2], figures[4]]).toEqual([String(hits('same')), String(hits('paraphrase'))]);
  });
});
