import { describe, expect, it } from 'vitest';
import type { MeasureDef } from '../../src/core/contracts.ts';
import { LabError, LabErrors } from '../../src/core/errors.ts';
import { resolveMeasure, resolveMeasures } from '../../src/eval/measure-name.ts';
import { measures } from '../../src/eval/measures/registry.ts';
import { judgedOf } from './judged-of.ts';

const nameOf = (written: string): string => resolveMeasure(written, measures).name;

function faultOf(written: string, defs: readonly MeasureDef[] = measures): string {
  try {
    resolveMeasure(written, defs);
  } catch (error) {
    if (error instanceof LabError || error instanceof LabErrors) return error.message;
    throw error;
  }
  throw new Error(`${written} was accepted`);
}

describe('measure names', () => {
  it('print in canonical form: no spaces, parameters sorted, defaults left out', () => {
    expect(nameOf('R@3')).toBe('R@3');
    expect(nameOf(' nDCG ( rel=1, gain = exp ) @ 10 ')).toBe('nDCG(gain=exp)@10');
    expect(nameOf('nDCG(rel=2,gain=exp)@10')).toBe('nDCG(gain=exp,rel=2)@10');
    expect(nameOf('nDCG(gain=linear)')).toBe('nDCG');
    expect(nameOf('P(rel=2)@5')).toBe('P(rel=2)@5');
    expect(nameOf('R@010')).toBe('R@10');
    for (const name of ['RR', 'RR@10', 'AP', 'AP@100', 'CE@3', 'Success@3']) expect(nameOf(name)).toBe(name);
  });

  it.each([
    ['ndcg_cut_10', 'nDCG@10'],
    ['ndcg_cut.10', 'nDCG@10'],
    ['ndcg_at_10', 'nDCG@10'],
    ['NDCG@10', 'nDCG@10'],
    ['ndcg', 'nDCG'],
    ['recip_rank', 'RR'],
    ['MRR', 'RR'],
    ['mrr@10', 'RR@10'],
    ['mrr_at_10', 'RR@10'],
    ['map', 'AP'],
    ['MAP@100', 'AP@100'],
    ['map_cut_10', 'AP@10'],
    ['recall_100', 'R@100'],
    ['recall@3', 'R@3'],
    ['Recall@100', 'R@100'],
    ['hit@3', 'Success@3'],
    ['hit-rate@3', 'Success@3'],
    ['success_1', 'Success@1'],
    ['P_5', 'P@5'],
    ['P.5', 'P@5'],
    ['precision@5', 'P@5'],
    ['complete_evidence@3', 'CE@3'],
    ['iprec_at_recall_0.10', 'IPrec@0.1'],
    ['iprec_at_recall..25', 'IPrec@0.25'],
    ['IPrec@0', 'IPrec@0'],
    ['Rprec_mult_1.20', 'Rprec_mult@1.2'],
    ['11pt_avg', '11pt_avg'],
    ['set_F_0.5', 'SetF(beta=0.5)'],
    ['set_F', 'SetF'],
    ['set_relative_P', 'SetP(relative=true)'],
    ['SetRelP', 'SetP(relative=true)'],
    ['set_map', 'SetAP'],
    ['set_recall', 'SetR'],
    ['rbp', 'RBP(p=0.9)'],
    ['rbp(p=0.5)', 'RBP(p=0.5)'],
    ['RBP', 'RBP'],
    ['rbp_resid', 'RBPResid(p=0.9)'],
    ['bpref', 'Bpref'],
    ['gm_map', 'GMAP'],
    ['num_rel_ret', 'NumRelRet'],
    ['NumRet(rel=2)', 'NumRet(rel=2)'],
    ['unj_5', 'unj@5'],
    ['judged@10', 'Judged@10'],
    ['ndcg.1=1,2=3,3=7', 'nDCG(gains=1:1;2:3;3:7)'],
    ['ndcg_1=1,2=3,3=7', 'nDCG(gains=1:1;2:3;3:7)'],
    ['P(judged_only=true,rel=2)@5', 'P(judged_only=true,rel=2)@5'],
  ])('understand %s as %s', (written, name) => {
    expect(nameOf(written)).toBe(name);
  });

  it('resolve to something that evaluates, with its cutoff and parameters', () => {
    const judged = judgedOf([0, 1, 2]);
    expect(resolveMeasure('RR', measures).evaluate(judged)).toBe(0.5);
    expect(resolveMeasure('RR(rel=2)', measures).evaluate(judged)).toBe(1 / 3);
    expect(resolveMeasure('RR@1', measures).evaluate(judged)).toBe(0);
    expect(resolveMeasure('P(rel=2)@3', measures).params).toEqual({ rel: 2, cutoff: 3, judged_only: false });
  });

  it('unknown names are answered with the nearest, be it an alias', () => {
    expect(faultOf('recal@3')).toContain('unknown measure "recal"; did you mean "recall"?');
    expect(faultOf('recal_3')).toContain('did you mean "recall"?');
    expect(faultOf('nDGC@10')).toContain('did you mean "nDCG"?');
    expect(faultOf('Sucess@1')).toContain('did you mean "Success"? (known: R, Success, RR, nDCG, P, AP, CE, ');
    expect(faultOf('constructor')).toContain('unknown measure "constructor"');
  });

  it('faults say what is missing, not taken or out of range', () => {
    expect(faultOf('R')).toBe('measure "R": needs a cutoff, as in R@10');
    expect(faultOf('recall_3@5')).toBe('measure "recall_3@5": names two cutoffs, 3 and 5');
    expect(faultOf('recall_0')).toContain('a cutoff is an integer of 1 or more');
    expect(faultOf('R@0')).toContain('a cutoff of 1 or more');
    expect(faultOf('P(rel=0)@5')).toBe('P: rel=0 is not valid; accepted: an integer of 1 or more');
    expect(faultOf('nDCG(gain=cubic)')).toBe('nDCG: gain=cubic is not valid; accepted: linear or exp');
    expect(faultOf('R(gain=exp)@3')).toBe('R has no parameter "gain" (it takes rel, judged_only)');
    expect(faultOf('R(rel=0,x=1)')).toContain('\n');
    expect(faultOf('IPrec')).toBe('measure "IPrec": needs a cutoff, as in IPrec@0.5');
    expect(faultOf('IPrec@1.5')).toBe('measure "IPrec@1.5": a share of recall is a number from 0 to 1');
    expect(faultOf('P@0.5')).toContain('cannot read "P@0.5"');
    expect(faultOf('P_5.5')).toContain('a cutoff is an integer of 1 or more');
    expect(faultOf('nDCG(gains=1)')).toContain('gains are pairs of a grade');
    expect(faultOf('GMAP@10')).toBe('measure "GMAP@10": GMAP takes no cutoff');
  });

  it('a minimum grade for all reaches every rel that is not written, but not that of nDCG, RBP and NumRet', () => {
    const named = (written: string): string => resolveMeasure(written, measures, { minGrade: 2 }).name;
    expect(['P@5', 'RR', 'AP', 'P(rel=3)@5', 'P(rel=1)@5'].map(named)).toEqual([
      'P(rel=2)@5',
      'RR(rel=2)',
      'AP(rel=2)',
      'P(rel=3)@5',
      'P@5',
    ]);
    expect(['nDCG@10', 'RBP', 'NumRet', 'G'].map(named)).toEqual(['nDCG@10', 'RBP', 'NumRet', 'G']);
  });

  it('of trec_eval 9, interpolated precision counts places as that did', () => {
    expect(resolveMeasure('iprec_at_recall_0.50', measures, { version: 'trec_eval-9' }).name).toBe(
      'IPrec(place=up)@0.5',
    );
    expect(resolveMeasure('11pt_avg', measures, { version: 'trec_eval-10' }).name).toBe('11pt_avg');
  });

  it('a measure may refuse cutoffs, and a plugin name that differs by case alone is told apart', () => {
    const plugin: MeasureDef = { ...measures[0]!, name: 'r', aliases: [], cutoff: 'none', params: {} };
    expect(faultOf('r@3', [...measures, plugin])).toBe('measure "r@3": r takes no cutoff');
    expect(resolveMeasure('r', [...measures, plugin]).name).toBe('r');
    expect(resolveMeasure('R@3', [plugin, ...measures]).name).toBe('R@3');
  });

  it('lists collect all faults and take a measure once', () => {
    const faults: LabError[] = [];
    const resolved = resolveMeasures(['R@3', 'recall@3', 'nope', 'MRR', 'P', '@'], measures, faults);
    expect(resolved.map((measure) => measure.name)).toEqual(['R@3', 'RR']);
    expect(faults.map((fault) => fault.code)).toEqual(['spec.unknown-name', 'spec.invalid', 'spec.syntax']);
  });

  it('no two measures share a name or alias', () => {
    const all = measures.flatMap((def) => [def.name, ...(def.aliases ?? [])].map((name) => name.toLowerCase()));
    const own = measures.map(
      (def) => new Set([def.name, ...(def.aliases ?? [])].map((name) => name.toLowerCase())).size,
    );
    expect(new Set(all).size).toBe(own.reduce((a, b) => a + b));
  });
});
