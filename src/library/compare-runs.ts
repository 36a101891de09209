// Runs compared in one call, with the built-in measures: the library's `compare`.
import { builtinCatalog } from '../catalog/builtin.ts';
import { type AskedTest, type Comparison, PAIRED_TESTS } from '../core/comparison.ts';
import { LabError, LabErrors } from '../core/errors.ts';
import type { Qrels } from '../core/model.ts';
import type { JudgedTopic } from '../eval/judged-topic.ts';
import { resolveMeasures } from '../eval/measure-name.ts';
import { compareSystems } from '../experiment/compare.ts';
import { judgedTopics, notMeans, resultsOfRun } from '../experiment/run-results.ts';
import { integerFault, nameFault } from './option-faults.ts';

export interface CompareOptions {
  /** Of a hit, for the topics that flipped. Default 3, as of `rag-lab compare`. */
  readonly cutoff?: number;
  /** Default: the sign-flip test, McNemar's exact where every value is 0 or 1. */
  readonly test?: AskedTest;
  /** Of permutations and bootstrap: equal seeds give equal figures. Default 404. */
  readonly seed?: number;
}

/**
 * Compares runs pair by pair over all judged topics: differences, paired tests, intervals, Holm over all of them, and
 * the topics that flipped.
 *
 *   const qrels = await readQrels('test.qrels');
 *   const [bm25, dense] = [await readRun('bm25.run', qrels), await readRun('dense.run', qrels)];
 *   const { pairs } = compare({ bm25, dense }, qrels, ['nDCG@10', 'R@100']);
 *   pairs[0].difference;
 *
 * @param runs by label, at least two: topics joined with these very qrels, as `readRun` returns them
 * @param measures as written; each a mean over topics
 * @throws LabErrors for measures that are not known or no means, and for options out of range; LabError for fewer than two runs, or no topic
 */
export function compare(
  runs: Readonly<Record<string, Iterable<JudgedTopic> & { readonly tag?: string | undefined }>>,
  qrels: Qrels,
  measures: readonly string[],
  { cutoff = 3, test = 'sign-flip', seed = 404 }: CompareOptions = {},
): Omit<Comparison, 'schema' | 'tool'> {
  const faults: LabError[] = [
    ...nameFault('test', test, PAIRED_TESTS),
    ...integerFault('cutoff', cutoff, 1),
    ...integerFault('seed', seed, 0),
  ];
  const resolved = resolveMeasures(measures, builtinCatalog().measures, faults);
  faults.push(...notMeans(resolved));
  if (faults.length > 0) throw new LabErrors(faults);
  const labelled = Object.entries(runs);
  if (labelled.length < 2) {
    throw new LabError('data.invalid', { what: 'comparison', problem: 'needs at least two runs' });
  }
  const {
    schema: _schema,
    tool: _tool,
    ...comparison
  } = compareSystems({
    version: '',
    topics: judgedTopics(qrels).map((id) => ({ id, text: null })),
    measures: resolved.map(({ name, def }) => ({ name, better: def.better })),
    systems: labelled.map(([label, run]) => resultsOfRun(label, run.tag ?? null, run, qrels, resolved, cutoff)),
    cutoff,
    test,
    seed,
  });
  return comparison;
}
