// The lessons that need the encoder, in one file so that it reads the handbook once.
import { describe, expect, it } from 'vitest';
import { dense } from '../../../src/labs/lessons/dense.ts';
import { fusion } from '../../../src/labs/lessons/fusion.ts';
import { interview } from '../../../src/labs/lessons/interview.ts';
import { checkLesson, committed } from './check-lesson.ts';

const FEW_PAGES = 20;

describe('dense retrieval, and dilution', () => {
  const page = checkLesson(dense, FEW_PAGES);

  it("has the committed report's recall where a chunk is its best sentence", () => {
    const [same, paraphrase] = ['same', 'paraphrase'].map(
      (wording) =>
        committed.scores.find((row) => row.system === 'dense' && row.wording === wording && row.split === 'all')!
          .measures['R@3']!.hits,
    );
    expect(page()).toMatch(new RegExp(`best sentence 0\\.\\d+ \\d+ ${same}/30 [\\d.]+% ${paraphrase}/30 `));
  });

  it('shows less recall, and a lower cosine, for chunks that are one vector', () => {
    const rows = [...page().matchAll(/(?:sentence|sentences|whole) (0\.\d+) \d+ \d+\/30 [\d.]+% (\d+)\/30/g)];
    const [best, ...diluted] = rows.map(([, cosine, hits]) => ({ cosine: Number(cosine), hits: Number(hits) }));
    expect(diluted).toHaveLength(2);
    for (const each of diluted) {
      expect(each.cosine).toBeLessThan(best!.cosine);
      expect(each.hits).toBeLessThan(best!.hits);
    }
  });
});

describe('fusion is not free', () => {
  const page = checkLesson(fusion, FEW_PAGES);

  it("has the committed report's hits for both inputs and for their fusion", () => {
    const hits = ['bm25', 'dense', 'hybrid'].map(
      (system) =>
        committed.scores.find((row) => row.system === system && row.wording === 'paraphrase' && row.split === 'all')!
          .measures['R@3']!.hits,
    );
    expect(page()).toMatch(new RegExp(`${hits.map((each) => `${each}/30 [\\d.]+%`).join(' ')} `));
  });

  it('shows votes that sum to the fused score, at the ranks of the committed report', () => {
    const miss = committed.misses.find(
      ({ system, question }) =>
        system === 'hybrid' && page().includes(committed.questionResults.find(({ id }) => id === question)!.text),
    )!;
    const [, rank, dense, sum] = /(\d+), the answer no vote (\d+) 0 \+ 1\/\d+ ([\d.]+)/.exec(page())!;
    expect(Number(rank)).toBe(miss.rank);
    expect(sum).toBe(miss.score!.toFixed(4));
    expect((1 / (60 + Number(dense))).toFixed(4)).toBe(sum);
    for (const [, a, b, votes] of page().matchAll(/ 1\/(\d+) \+ 1\/(\d+) (0\.\d{4})/g)) {
      expect((1 / Number(a) + 1 / Number(b)).toFixed(4)).toBe(votes);
    }
  });

  it('gives the reference values of the example and of the formula', () => {
    expect(page()).toContain('finds 2/6; fused with plain BM25, which matches nothing, 0/6 where');
    expect(page()).toContain('and 2/6 where they do not');
    expect(page()).toContain('1/61 + 1/100 = 0.0264');
    expect(page()).toContain('1/70 + 1/70 = 0.0286');
  });
});

describe('the sixty-second answer', () => {
  const page = checkLesson(interview, FEW_PAGES);

  it('takes about a minute at 150 words a minute', () => {
    const [, words, seconds] = /That is (\d+) words, about (\d+) seconds/.exec(page())!.map(Number);
    const spoken = page().slice(page().indexOf(' 1. '), page().indexOf('That is'));
    expect(spoken.trim().split(' ').length - 7).toBe(words);
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(62);
  });

  it("says the committed report's figures", () => {
    const hits = (system: string, wording: string) =>
      committed.scores.find((row) => row.system === system && row.wording === wording && row.split === 'all')!.measures[
        'R@3'
      ]!.hits;
    expect(page()).toContain(
      `${hits('bm25', 'same')} of 30 in the document's words, ${hits('bm25', 'paraphrase')} reworded. ` +
        `An encoder got ${hits('dense', 'paraphrase')}; fusing both blindly, ${hits('hybrid', 'paraphrase')}.`,
    );
    const { tokens } = committed.cost.find(({ system }) => system === 'bm25')!;
    expect(page()).toContain(`costs ${String(Math.round(tokens)).replace(/\B(?=(\d{3})+$)/g, ',')} tokens`);
  });
});
