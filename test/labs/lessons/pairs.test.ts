import { describe, expect, it } from 'vitest';
import { pairs } from '../../../src/labs/lessons/pairs.ts';
import { checkLesson, committed } from './check-lesson.ts';

describe('the paired set', () => {
  const page = checkLesson(pairs);

  it("has the committed report's pairs, rates and bounds", () => {
    const row = committed.paired.find(({ system }) => system === 'bm25')!;
    expect(page()).toContain(
      `found ${row.both} ${row.sameOnly} handbook's words: lost ${row.paraphraseOnly} ${row.neither} `,
    );
    expect(page()).toContain(`= ${row.p.toExponential(2)}`);
    for (const wording of ['same', 'paraphrase']) {
      const { n, measures } = committed.scores.find(
        (each) => each.system === 'bm25' && each.wording === wording && each.split === 'all',
      )!;
      const { hits, low, high } = measures['R@3']!;
      expect(page()).toContain(
        `${wording} ${hits}/${n} ${((100 * hits!) / n).toFixed(1)}% ${(100 * low!).toFixed(1)}-${(100 * high!).toFixed(1)}%`,
      );
    }
  });

  it('gives the reference p values in its answer', () => {
    expect(page()).toContain('= 0.0625 6 against 0');
    expect(page()).toContain('= 0.03125 No.');
  });
});
