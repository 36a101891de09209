import { describe, expect, it } from 'vitest';
import { measuring } from '../../../src/labs/lessons/measuring.ts';
import { checkLesson, committed } from './check-lesson.ts';

describe('measuring recall', () => {
  const page = checkLesson(measuring);

  it('tells the measures apart on two needed passages', () => {
    for (const row of ['R 0.50 1.00', 'Success 1.00 1.00', 'CE 0.00 1.00', 'RR 1.00 1.00']) {
      expect(page()).toContain(` ${row} `);
    }
    const ideal = 1 + 1 / Math.log2(3);
    expect(page()).toContain(` nDCG ${(1 / ideal).toFixed(2)} ${((1 + 1 / Math.log2(5)) / ideal).toFixed(2)} `);
  });

  it("counts the committed report's misses by diagnosis", () => {
    const misses = committed.misses.filter(
      ({ system, question }) => system === 'bm25' && question.endsWith('.paraphrase'),
    );
    expect(page()).toContain(`And the ${misses.length} it misses`);
    const kinds = new Set(misses.map(({ diagnosis }) => diagnosis));
    for (const kind of kinds) {
      const own = misses.filter(({ diagnosis }) => diagnosis === kind);
      const best = own.reduce((a, b) => (a.rank! <= b.rank! ? a : b));
      expect(page()).toContain(` ${kind} ${own.length} ${best.rank}${best.signal ? '' : '*'} `);
    }
  });
});
