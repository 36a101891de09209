// RBP: the gain of a reader who goes on from each entry to the next with chance p; and how much unjudged entries could add.
import type { JudgedRanking, MeasureDef, ParamSpec } from '../../core/contracts.ts';
import { expectedLinear } from './tie-kernels.ts';

const P: ParamSpec<number> = {
  default: 0.8,
  doc: 'persistence: the chance of going on to the next entry',
  min: 0,
  max: 1,
};

export const rankBiasedPrecision: MeasureDef<{ p: number; rel: number }> = {
  name: 'RBP',
  summary: 'rank-biased precision',
  cutoff: 'optional',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'never',
  formula:
    '(1 - p) sum over entries, at rank i (in the top k), of gain * p^(i-1); ' +
    'gain = grade / highest grade of the topic, or with rel: 1 from that grade on',
  source: 'Moffat and Zobel 2008; trec_eval 10: rbp is RBP(p=0.9); ir_measures: RBP(rel=1), with the same default p',
  params: {
    p: P,
    rel: { default: 0, doc: 'minimum grade that gains 1; 0: grades gain by their height', min: 0, integer: true },
  },
  trecEval: [{ name: 'rbp', params: { p: 0.9 } }],
  followsMinGrade: false,
  ties: 'grade',
  evaluate({ creditRanks, creditGrades, ideal }, { p, rel, cutoff = Infinity }) {
    const top = ideal[0] ?? 1;
    let sum = 0;
    let i = 0;
    for (let credit = 0; credit < creditRanks.length; credit++) {
      const gain = gainOf(creditGrades[credit]!, top, rel);
      if (gain === 0) continue;
      i++;
      // Over evidence, the second need of one chunk is read no earlier than a second chunk could be.
      const position = Math.max(creditRanks[credit]!, i);
      if (position > cutoff) break;
      sum += gain * p ** (position - 1);
    }
    return (1 - p) * sum;
  },
  expected(tied, { p, rel, cutoff = Infinity }) {
    const top = tied.judged.ideal[0] ?? 1;
    const weight = (rank: number): number => (rank <= cutoff ? p ** (rank - 1) : 0);
    return (1 - p) * expectedLinear(tied, (grade) => gainOf(grade, top, rel), weight);
  },
};

function gainOf(grade: number, top: number, rel: number): number {
  if (rel > 0) return grade >= rel ? 1 : 0;
  return grade > 0 ? grade / top : 0;
}

export const rankBiasedResidual: MeasureDef<{ p: number }> = {
  name: 'RBPResid',
  summary: 'residual of RBP: what unjudged entries, retrieved or not, could add at most',
  aliases: ['rbp_residual'],
  cutoff: 'none',
  better: 'lower',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'never',
  formula: '(1 - p) sum over unjudged entries, at rank i, of p^(i-1), plus p^n; 0 where all n retrieved are judged',
  source: 'Moffat and Zobel 2008; trec_eval 10: rbp_resid is RBPResid(p=0.9)',
  params: { p: P },
  trecEval: [{ name: 'rbp_resid', params: { p: 0.9 } }],
  ties: 'judged',
  evaluate({ judged }, { p }) {
    let unjudged = 0;
    let sum = 0;
    let weight = 1;
    for (let i = 0; i < judged.length; i++) {
      if (!judged[i]) {
        unjudged++;
        sum += weight;
      }
      weight *= p;
    }
    return unjudged === 0 ? 0 : Math.min(1, weight + (1 - p) * sum);
  },
  expected(tied, { p }) {
    if (!hasUnjudged(tied.judged)) return 0;
    const open = expectedLinear(
      tied,
      (_, isJudged) => 1 - isJudged,
      (rank) => p ** (rank - 1),
    );
    return p ** tied.judged.judged.length + (1 - p) * open;
  },
};

function hasUnjudged({ judged }: JudgedRanking): boolean {
  return judged.includes(0);
}
