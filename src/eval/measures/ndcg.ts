// nDCG: discounted gain of what was found, over that of the best possible order.
import type { JudgedRanking, MeasureDef, MeasureParams, ParamSpec } from '../../core/contracts.ts';
import { JUDGED_ONLY, REL } from './credits.ts';
import { discounts } from './discount.ts';
import { expectedLinear } from './tie-kernels.ts';
import { CUTOFFS } from './trec-eval-cutoffs.ts';

/** Not among the parameters that callers must give: none is the same as `none`. */
interface OwnGains {
  readonly gains?: string;
}
type NdcgParams = { readonly rel: number; readonly gain: string } & MeasureParams & OwnGains;

const NO_GAINS = 'none';

const GAINS: { readonly gains: ParamSpec<string> } = {
  gains: { default: NO_GAINS, doc: 'gains of single grades, instead, as in 1:1;2:3;3:7' },
};

export const ndcg: MeasureDef<{ rel: number; gain: string }> = {
  name: 'nDCG',
  summary: 'normalised discounted cumulative gain',
  aliases: ['ndcg'],
  cutoff: 'optional',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'never',
  formula:
    'DCG / ideal DCG; DCG = sum over the i-th relevant entry, at rank r_i, of gain / log2(1 + max(r_i, i)), positions up to k; ' +
    'gain = grade (linear) or 2^grade - 1 (exp); ideal: all positive gains in descending order, cut at k',
  source:
    'Järvelin and Kekäläinen 2002; trec_eval 10: ndcg, ndcg_cut (linear); Burges et al. 2005 (exp). ' +
    'max(r_i, i) is r_i unless one chunk meets several needs. rel is ours: trec_eval -l leaves nDCG alone',
  params: {
    rel: REL,
    gain: { default: 'linear', doc: 'gain of a grade g: g, or 2^g - 1', choices: ['linear', 'exp'] },
    ...GAINS,
    ...JUDGED_ONLY,
  },
  trecEval: [
    { name: 'ndcg', suffix: 'gains' },
    { name: 'ndcg_cut', cutoffs: CUTOFFS },
  ],
  followsMinGrade: false,
  ties: 'grade',
  check({ gains = NO_GAINS }: MeasureParams & OwnGains) {
    if (gains === NO_GAINS || PAIRS.test(gains)) return undefined;
    return 'gains are pairs of a grade of 1 or more and a gain of 0 or more, as in 1:1;2:3;3:7';
  },
  evaluate(judged, { rel, gain, gains, cutoff = Infinity }: NdcgParams) {
    const table = gainTable(judged, gain, gains);
    const ideal = idealGain(judged, rel, table, cutoff);
    return ideal === 0 ? 0 : foundGain(judged, rel, table, cutoff) / ideal;
  },
  expected(tied, { rel, gain, gains, cutoff = Infinity }: NdcgParams) {
    const table = gainTable(tied.judged, gain, gains);
    const ideal = idealGain(tied.judged, rel, table, cutoff);
    if (ideal === 0) return 0;
    const found = expectedLinear(
      tied,
      (grade) => (grade >= rel ? gainOf(grade, table) : 0),
      (rank) => (rank <= cutoff ? 1 / Math.log2(1 + rank) : 0),
    );
    return found / ideal;
  },
};

const PAIRS = /^[1-9][0-9]*:[0-9]*\.?[0-9]+(;[1-9][0-9]*:[0-9]*\.?[0-9]+)*$/;

/** How a grade becomes a gain: the grade itself, exponentially below the top grade, or as a table says. */
interface GainTable {
  readonly exp: boolean;
  readonly top: number;
  readonly own: ReadonlyMap<number, number> | undefined;
}

function gainTable({ ideal }: JudgedRanking, gain: string, gains: string | undefined): GainTable {
  const own = gains === undefined || gains === NO_GAINS ? undefined : readGains(gains);
  return { exp: gain === 'exp', top: ideal[0] ?? 0, own };
}

function readGains(gains: string): ReadonlyMap<number, number> {
  return new Map(
    gains.split(';').map((pair) => {
      const [grade, gain] = pair.split(':');
      return [Number(grade), Number(gain)];
    }),
  );
}

/** Exponential gains are divided by 2^top, which cancels in nDCG: 2^grade alone overflows at grade 1024. */
function gainOf(grade: number, { exp, top, own }: GainTable): number {
  const listed = own?.get(grade);
  if (listed !== undefined) return listed;
  return exp ? 2 ** (grade - top) - 2 ** -top : grade;
}

function foundGain(judged: JudgedRanking, rel: number, table: GainTable, cutoff: number): number {
  const { creditRanks, creditGrades } = judged;
  const logs = discounts(Math.max(creditRanks.at(-1) ?? 0, creditRanks.length));
  let sum = 0;
  let i = 0;
  for (let credit = 0; credit < creditRanks.length; credit++) {
    const grade = creditGrades[credit]!;
    if (grade < rel) continue;
    i++;
    // The i-th credit never stands above place i, so that the ideal (one place a need) is an upper bound.
    const position = Math.max(creditRanks[credit]!, i);
    if (position > cutoff) break;
    sum += gainOf(grade, table) / logs[position]!;
  }
  return sum;
}

function idealGain({ ideal }: JudgedRanking, rel: number, table: GainTable, cutoff: number): number {
  const logs = discounts(ideal.length);
  let sum = 0;
  if (table.own) {
    // A table need not grow with the grade: the ideal order is by gain.
    const gains = Float64Array.from(
      ideal.filter((grade) => grade >= rel),
      (grade) => gainOf(grade, table),
    )
      .sort()
      .reverse();
    for (let i = 0; i < gains.length && i < cutoff; i++) sum += gains[i]! / logs[i + 1]!;
    return sum;
  }
  for (let i = 0; i < ideal.length && i < cutoff && ideal[i]! >= rel; i++) {
    sum += gainOf(ideal[i]!, table) / logs[i + 1]!;
  }
  return sum;
}
