// A run scored in one call, with the built-in measures: the library's `evaluate`.

import { builtinCatalog } from '../catalog/builtin.ts';
import { type LabError, LabErrors } from '../core/errors.ts';
import type { EvaluatedRun } from '../core/evaluation.ts';
import type { Qrels } from '../core/model.ts';
import { describeEvaluation } from '../eval/describe-evaluation.ts';
import { AVERAGING_SETS, createEvaluation, type EvaluationOptions } from '../eval/evaluate.ts';
import type { JudgedTopic } from '../eval/judged-topic.ts';
import { type MeasureOptions, resolveMeasures } from '../eval/measure-name.ts';
import { expandMeasures } from '../eval/measure-sets.ts';
import { integerFault, nameFault } from './option-faults.ts';

export type EvaluateOptions = EvaluationOptions & MeasureOptions;

/**
 * Scores a run over its judgments, as trec_eval -c does: every judged topic counts, one that the run lacks as an empty
 * ranking.
 *
 *   const qrels = await readQrels('test.qrels');
 *   const run = await readRun('bm25.run', qrels);
 *   const { values, topics, missing } = evaluate(run, qrels, ['nDCG@10', 'R@100']);
 *   values['nDCG@10'];
 *
 * @param run topics joined with these very qrels: what `readRun` returns
 * @param measures as written: canonical, trec_eval's or BEIR's names, or a set of trec_eval's (`official`, `all_trec`);
 *   values stand under the canonical name (`recall_100` under `R@100`). Rates lie in 0 to 1, counts are sums over topics
 * @returns values aggregated and by topic, the topics that were missing or unknown, and where ties decide
 * @throws LabErrors for measures that are not known, or whose cutoff or parameters are not valid, and for options out of range
 */
export function evaluate(
  run: Iterable<JudgedTopic> & { readonly tag?: string | undefined },
  qrels: Qrels,
  measures: readonly string[],
  options: EvaluateOptions = {},
): EvaluatedRun {
  const { measures: defs } = builtinCatalog();
  const { topics, minGrade, depth } = options;
  const faults: LabError[] = [
    ...nameFault('set of topics', topics, AVERAGING_SETS),
    ...integerFault('minGrade', minGrade, 1),
    ...integerFault('depth', depth, 1),
  ];
  if (faults.length > 0) throw new LabErrors(faults);
  const resolved = resolveMeasures(expandMeasures(measures, defs).names, defs, faults, options);
  if (faults.length > 0) throw new LabErrors(faults);
  const evaluation = createEvaluation(qrels, resolved, options);
  for (const topic of run) evaluation.add(topic);
  return describeEvaluation(run.tag ?? 'run', run.tag ?? null, evaluation.finish(), true);
}
