// Bpref: how often a relevant document stands above a judged non-relevant one; unjudged documents do not count.
import type { JudgedRanking, MeasureDef, TiedRanking } from '../../core/contracts.ts';
import { countNonRelevant, countRelevant, REL } from './credits.ts';

const FORMULA =
  '1/R sum over relevant entries of 1 - min(n, R) / min(N, R); n = judged non-relevant entries above it, N = all of them, R = relevant';

export const bpref: MeasureDef<{ rel: number }> = {
  name: 'Bpref',
  summary: 'binary preference: relevant above judged non-relevant; robust where judgments are incomplete',
  cutoff: 'none',
  better: 'higher',
  aggregate: 'mean',
  range: [0, 1],
  hits: 'never',
  formula: FORMULA,
  source: 'Buckley and Voorhees 2004, as corrected in trec_eval 8; trec_eval 10: bpref',
  params: { rel: REL },
  trecEval: [{ name: 'bpref' }],
  ties: 'grade',
  evaluate: (judged, { rel }) => bprefOf(judged, rel),
  expected: (tied, { rel }) => expectedBpref(tied, rel),
};

export const geometricBpref: MeasureDef<{ rel: number }> = {
  name: 'gm_bpref',
  summary: 'geometric mean of Bpref; a topic shows its Bpref',
  cutoff: 'none',
  better: 'higher',
  aggregate: 'geometric',
  range: [0, 1],
  hits: 'never',
  formula: `exp(mean over topics of ln(max(Bpref, 0.00001))); Bpref = ${FORMULA}`,
  source: 'trec_eval 10: gm_bpref, with its floor',
  params: { rel: REL },
  trecEval: [{ name: 'gm_bpref' }],
  summaryOnly: true,
  ties: 'grade',
  evaluate: (judged, { rel }) => bprefOf(judged, rel),
  expected: (tied, { rel }) => expectedBpref(tied, rel),
};

function bprefOf(judged: JudgedRanking, rel: number): number {
  const relevant = countRelevant(judged, rel);
  if (relevant === 0) return 0;
  const nonRelevant = countNonRelevant(judged, rel);
  const { grades, judged: isJudged, creditRanks, creditGrades } = judged;
  let sum = 0;
  let above = 0;
  let seen = 0;
  for (let credit = 0; credit < creditRanks.length; credit++) {
    if (creditGrades[credit]! < rel) continue;
    for (; seen < creditRanks[credit]! - 1; seen++) if (isJudged[seen] && grades[seen]! < rel) above++;
    sum += preferred(above, nonRelevant, relevant);
  }
  return sum / relevant;
}

/** Of n non-relevant entries in its block, 0 to n stand above a relevant one, each as often. */
function expectedBpref({ judged, blockEnds }: TiedRanking, rel: number): number {
  const relevant = countRelevant(judged, rel);
  if (relevant === 0) return 0;
  const nonRelevant = countNonRelevant(judged, rel);
  let sum = 0;
  let above = 0;
  let start = 0;
  for (const end of blockEnds) {
    let found = 0;
    let against = 0;
    for (let i = start; i < end; i++) {
      if (judged.grades[i]! >= rel) found++;
      else if (judged.judged[i]) against++;
    }
    if (found > 0) {
      let mean = 0;
      for (let n = 0; n <= against; n++) mean += preferred(above + n, nonRelevant, relevant);
      sum += (found * mean) / (against + 1);
    }
    above += against;
    start = end;
  }
  return sum / relevant;
}

function preferred(above: number, nonRelevant: number, relevant: number): number {
  // Over evidence a chunk that repeats a met need is judged but not against anything: it may outnumber N.
  if (above === 0 || nonRelevant === 0) return 1;
  return 1 - Math.min(above, nonRelevant, relevant) / Math.min(nonRelevant, relevant);
}
