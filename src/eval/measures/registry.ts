// The built-in measures, in the order in which lists show them.
import type { MeasureDef } from '../../core/contracts.ts';
import { averagePrecision } from './average-precision.ts';
import { completeEvidence } from './complete-evidence.ts';
import { ndcg } from './ndcg.ts';
import { precision } from './precision.ts';
import { recall } from './recall.ts';
import { reciprocalRank } from './reciprocal-rank.ts';
import { success } from './success.ts';

export const measures: readonly MeasureDef[] = [
  recall,
  success,
  reciprocalRank,
  ndcg,
  precision,
  averagePrecision,
  completeEvidence,
];
