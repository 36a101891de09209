import { describe, expect, it } from 'vitest';
import { vacation } from '../../../src/labs/lessons/vacation.ts';
import { checkLesson, committed } from './check-lesson.ts';

describe('the vacation question', () => {
  const page = checkLesson(vacation);

  it('gives the rank, the score and the term of the committed report, and says that no word is shared', () => {
    const miss = committed.misses.find(
      (each) => each.system === 'bm25' && each.question === 'annual-leave.paraphrase',
    )!;
    const [{ term, weight }] = miss.matched as [{ term: string; weight: number }];
    expect(page()).toContain('Terms that question and answer share: none.');
    expect(page()).toMatch(new RegExp(` ${term} \\d+ no ${Number(weight.toPrecision(4))} `));
    expect(page()).toContain(
      ` score ${Number(miss.score!.toPrecision(4))} ${Number(miss.scoreAtCutoff!.toPrecision(4))} `,
    );
    expect(page()).toContain(`Rank of the answer's chunk: ${miss.rank} of ${committed.corpus.chunks}, and 3 are sent`);
  });
});
