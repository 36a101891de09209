import { describe, expect, it } from 'vitest';
import { assumeGrade, unjudgedBounds } from '../../src/eval/bounds.ts';
import { resolveMeasure } from '../../src/eval/measure-name.ts';
import { measures } from '../../src/eval/measures/registry.ts';
import { evaluateAll, judgedTopics, loadFixture } from './evaluate-files.ts';
import { judgedOf } from './judged-of.ts';

const bounds = (name: string, judged = judgedOf([undefined, 1, -1, 0, undefined], [2])) =>
  unjudgedBounds(resolveMeasure(name, measures), judged);

describe('unjudgedBounds', () => {
  it('takes what the measure sees of the unjudged as non-relevant, or as relevant', () => {
    expect(bounds('P@2')).toEqual({ nonRelevant: 0.5, relevant: 1 });
    expect(bounds('P@5')).toEqual({ nonRelevant: 1 / 5, relevant: 4 / 5 });
    expect(bounds('RR')).toEqual({ nonRelevant: 0.5, relevant: 1 });
    expect(bounds('Success@1')).toEqual({ nonRelevant: 0, relevant: 1 });
  });

  it('counts them among what there is to find, at most down to the cutoff', () => {
    expect(bounds('R@1')).toEqual({ nonRelevant: 0, relevant: 1 / 3 });
    expect(bounds('R@5')).toEqual({ nonRelevant: 1 / 2, relevant: 4 / 5 });
  });

  it('gives them the highest grade of the topic', () => {
    // Ideal 2, 2, 1 over ranks 1 to 3; found 2 at 1.
    expect(bounds('nDCG@1').relevant).toBe(1);
    expect(bounds('nDCG@1').nonRelevant).toBe(0);
  });

  it('counts unjudged documents against a relevant one below them, where judgments alone would not', () => {
    const judged = judgedOf([undefined, 1, 0]);
    expect(resolveMeasure('Bpref', measures).evaluate(judged)).toBe(1);
    expect(unjudgedBounds(resolveMeasure('Bpref', measures), judged)).toEqual({ nonRelevant: 0, relevant: 1 });
  });

  it('leaves alone what is about judgments, or about judged documents only', () => {
    expect(bounds('Judged@5')).toEqual({ nonRelevant: 2 / 5, relevant: 2 / 5 });
    expect(bounds('unj@5')).toEqual({ nonRelevant: 3 / 5, relevant: 3 / 5 });
    expect(bounds('P(judged_only=true)@2')).toEqual({ nonRelevant: 0.5, relevant: 0.5 });
  });

  it('stays within every measure’s range, and changes nothing where all is judged', () => {
    const all = judgedOf([2, 0, 1], [3]);
    expect(assumeGrade(all, Infinity, 3)).toBe(all);
    for (const def of measures) {
      const measure = resolveMeasure(def.cutoff === 'required' ? `${def.name}@1` : def.name, measures);
      for (const value of Object.values(bounds(measure.name))) {
        expect(value >= def.range[0] && value <= def.range[1], measure.name).toBe(true);
      }
    }
  });

  it('an evaluation adds them by topic and over all', () => {
    const [qrels, run] = loadFixture('trec/quirks.qrels', 'trec/quirks.run');
    const { measures: found } = evaluateAll(qrels, judgedTopics(qrels, run), ['P@5'], { bounds: true });
    const { all, bounds: added } = found[0]!;
    expect(added!.nonRelevant.all).toBe(all);
    // k1: u1, u2 beside d1; k4: -1 and -2 beside two; the missing k2 and the all-judged k3 gain nothing.
    expect([...added!.relevant.byTopic]).toEqual([3 / 5, 0, 0, 4 / 5]);
  });
});
