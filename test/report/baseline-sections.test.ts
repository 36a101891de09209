import { describe, expect, it } from 'vitest';
import { differenceView } from '../../src/report/baseline-sections.ts';
import { change } from './sample-gate.ts';

const empty = { problems: [], changes: [], scores: [], flips: [], cutoff: 3 };

describe('differenceView', () => {
  it('says that nothing changes', () => {
    expect(differenceView(empty).sections.map(({ heading }) => heading)).toEqual([
      'Scores: none changes',
      'Questions that flipped in the top 3: 0 lost, 0 gained',
    ]);
  });

  it('shows scores that move, come and go, then the questions', () => {
    const place = { system: 'bm25', wording: 'same', split: 'all', n: 30 };
    const scores = [
      { ...place, measure: 'R@3', old: 0.9, new: 0.8 },
      { ...place, measure: 'RR', old: null, new: 0.5 },
    ];
    const [first, second] = differenceView({ ...empty, scores, flips: [change('q')] }).sections;
    const table = first!.parts[0]!;
    expect(table.kind === 'table' && table.rows.map((row) => row.map(({ text }) => text))).toEqual([
      ['bm25', 'same', 'all', 'R@3', '30', '0.9000', '0.8000', '-0.1000'],
      ['bm25', 'same', 'all', 'RR', '30', '–', '0.5000', '–'],
    ]);
    expect(second!.heading).toBe('Questions that flipped in the top 3: 1 lost, 0 gained');
  });

  it('says first why two cannot be compared, and cuts a long table', () => {
    const score = { system: 's', wording: 'all', split: 'all', measure: 'R@3', n: 3, old: 0, new: 1 };
    const problems = [{ message: 'the corpus text differs', remedy: null }];
    const { sections } = differenceView({ ...empty, problems, scores: Array.from({ length: 50 }, () => score) });
    expect(sections[0]!.heading).toBe('Not comparable with the baseline');
    expect(sections[1]!.parts[0]).toMatchObject({ rows: { length: 40 } });
  });

  it('shows no scores where it is refused because the two cannot be compared', () => {
    const scores = [{ system: 's', wording: 'all', split: 'all', measure: 'R@3', n: 3, old: 0, new: 1 }];
    const problems = [{ message: 'the corpus text differs', remedy: null }];
    const headings = (of: typeof problems) =>
      differenceView({ ...empty, problems: of, scores }, true).sections.map(({ heading }) => heading);
    expect(headings(problems)).toEqual(['Not comparable with the baseline']);
    expect(headings([])[0]).toBe('Scores that change: 1');
  });
});
