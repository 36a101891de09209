import { describe, expect, it } from 'vitest';
import { budget } from '../../../src/labs/lessons/budget.ts';
import { checkLesson, committed } from './check-lesson.ts';

describe('top k as a budget', () => {
  const page = checkLesson(budget);

  it("has the committed report's hits at every cutoff that it has", () => {
    const hits = (system: string, wording: string, k: number) =>
      committed.scores.find((row) => row.system === system && row.wording === wording && row.split === 'all')!.measures[
        `R@${k}`
      ]!.hits;
    for (const k of [1, 3, 5, 10]) {
      const figures = [hits('bm25', 'same', k), hits('bm25', 'paraphrase', k), hits('synonym-tfidf', 'paraphrase', k)];
      expect(page()).toMatch(
        new RegExp(` ${k} [\\d,]+ [\\d.]+% ${figures.map((each) => `${each}/30 [\\d.]+%`).join(' ')} `),
      );
    }
  });

  it('says as ceiling of a reranker how many answers are among the candidates', () => {
    const reworded = committed.questionResults.filter(({ wording }) => wording === 'paraphrase');
    const reached = reworded.filter(({ ranks, signal }) => signal.bm25 && ranks.bm25! <= 50).length;
    expect(page()).toContain(`Answer ${reached}: recall@50 is the ceiling`);
  });
});
