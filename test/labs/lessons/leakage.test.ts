import { describe, expect, it } from 'vitest';
import { leakage } from '../../../src/labs/lessons/leakage.ts';
import { checkLesson, committed } from './check-lesson.ts';

describe('the synonym list, and leakage', () => {
  const page = checkLesson(leakage);

  it("has the committed report's hits by split, and its ranks of the vacation question", () => {
    for (const system of ['bm25', 'synonym-tfidf']) {
      const hits = ['tuning', 'held-out'].map(
        (split) =>
          committed.scores.find((row) => row.system === system && row.wording === 'paraphrase' && row.split === split)!
            .measures['R@3']!.hits,
      );
      expect(page()).toMatch(new RegExp(`${system} ${hits[0]}/15 [\\d.]+% ${hits[1]}/15 `));
    }
    const { ranks } = committed.questionResults.find(({ id }) => id === 'annual-leave.paraphrase')!;
    expect(page()).toContain(`from rank ${ranks.bm25} to ${ranks['synonym-tfidf']}`);
  });

  it('shows that the list was written from the tuning questions', () => {
    const [, tuning, heldOut] = /in the list ([\d.]+)% ([\d.]+)%/.exec(page())!.map(Number);
    expect(tuning).toBeGreaterThan(4 * heldOut!);
  });

  it('finds each unmapped phrase in a question', () => {
    for (const phrase of ['time off', 'get rid of', 'car park']) expect(page()).toContain(`"${phrase}" `);
  });
});
