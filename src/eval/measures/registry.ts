// The built-in measures, in the order in which lists show them.
import type { MeasureDef } from '../../core/contracts.ts';
import { averagePrecision } from './average-precision.ts';
import { bpref, geometricBpref } from './bpref.ts';
import { completeEvidence } from './complete-evidence.ts';
import {
  numberNonRelevantRetrieved,
  numberOfTopics,
  numberRelevant,
  numberRelevantRetrieved,
  numberRetrieved,
} from './counts.ts';
import { expectedReciprocalRank } from './expected-reciprocal-rank.ts';
import { binaryGain, normalizedGain } from './gain-measures.ts';
import { geometricMap } from './geometric-map.ts';
import { inferredAp } from './inferred-ap.ts';
import { elevenPointAverage, interpolatedPrecision } from './interpolated-precision.ts';
import { judgedRate, unjudgedRate } from './judgment-rates.ts';
import { ndcg } from './ndcg.ts';
import { ndcgAtLevels, ndcgAtRelevant } from './ndcg-curves.ts';
import { precision } from './precision.ts';
import { rPrecision, rPrecisionMultiple } from './r-precision.ts';
import { rankBiasedPrecision, rankBiasedResidual } from './rank-biased-precision.ts';
import { recall } from './recall.ts';
import { reciprocalRank } from './reciprocal-rank.ts';
import { relativePrecision } from './relative-precision.ts';
import { setAp, setF, setPrecision, setRecall } from './set-measures.ts';
import { success } from './success.ts';
import { utility } from './utility.ts';

export const measures: readonly MeasureDef[] = [
  recall,
  success,
  reciprocalRank,
  ndcg,
  precision,
  averagePrecision,
  completeEvidence,
  judgedRate,
  rPrecision,
  bpref,
  inferredAp,
  rankBiasedPrecision,
  rankBiasedResidual,
  expectedReciprocalRank,
  interpolatedPrecision,
  elevenPointAverage,
  geometricMap,
  geometricBpref,
  setPrecision,
  setRecall,
  setF,
  setAp,
  relativePrecision,
  rPrecisionMultiple,
  ndcgAtRelevant,
  ndcgAtLevels,
  normalizedGain,
  binaryGain,
  utility,
  unjudgedRate,
  numberOfTopics,
  numberRelevant,
  numberRetrieved,
  numberRelevantRetrieved,
  numberNonRelevantRetrieved,
];
