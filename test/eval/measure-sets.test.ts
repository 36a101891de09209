import { describe, expect, it } from 'vitest';
import { resolveMeasures } from '../../src/eval/measure-name.ts';
import { expandMeasures, MEASURE_SETS, measureSet, TREC_EVAL_ORDER } from '../../src/eval/measure-sets.ts';
import { measures } from '../../src/eval/measures/registry.ts';

const expanded = (...written: string[]): readonly string[] => expandMeasures(written, measures).names;

describe('sets of measures', () => {
  it('open to names that all resolve', () => {
    for (const set of MEASURE_SETS) {
      const faults: never[] = [];
      const names = expanded(set);
      expect(resolveMeasures(names, measures, faults)).toHaveLength(names.length);
      expect(faults).toEqual([]);
    }
  });

  it('every name of trec_eval belongs to a measure, or is the run’s tag or the relevance string', () => {
    const own = new Set(measures.flatMap(({ trecEval = [] }) => trecEval.map(({ name }) => name)));
    expect(TREC_EVAL_ORDER.filter((name) => !own.has(name))).toEqual(['runid', 'relstring']);
  });

  it('hold what each version has', () => {
    expect(measureSet('all_trec')).toContain('rbp');
    expect(measureSet('all_trec', 'trec_eval-9')).not.toContain('rbp');
    expect(measureSet('official')!.at(-1)).toBe('P');
    expect(measureSet('set')).toContain('utility');
    expect(measureSet('ndcg')).toBeUndefined();
  });

  it('families are measured at their usual cutoffs', () => {
    expect(expanded('success')).toEqual(['success_1', 'success_5', 'success_10']);
    expect(expanded('P')).toHaveLength(9);
    expect(expanded('iprec_at_recall')).toHaveLength(11);
    expect(expanded('unj', 'nDCG@10')).toEqual(['unj_5', 'unj_10', 'unj_20', 'nDCG@10']);
  });

  it('a family takes several cutoffs, even where the list was split at its commas', () => {
    expect(expanded('P.1', '3', '5', 'map')).toEqual(['P.1', 'P_3', 'P_5', 'map']);
    expect(expanded('iprec_at_recall..10', '.25')).toEqual(['iprec_at_recall..10', 'iprec_at_recall_.25']);
    expect(expanded('map', '5')).toEqual(['map', '5']);
    expect(expanded('set_F.0.5', '5')).toEqual(['set_F.0.5', '5']);
  });

  it('runid and relstring are told apart: they are no numbers', () => {
    expect(expandMeasures(['runid', 'relstring', 'map'], measures)).toEqual({
      names: ['map'],
      relstring: 10,
      runid: true,
    });
    expect(expandMeasures(['relstring.20'], measures).relstring).toBe(20);
    expect(expandMeasures(['map'], measures)).toEqual({ names: ['map'], relstring: undefined, runid: false });
  });
});
