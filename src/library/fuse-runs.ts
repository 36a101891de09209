// Runs fused in one call, with the built-in fusions: the library's `fuse`.

import { builtinCatalog } from '../catalog/builtin.ts';
import { type LabError, LabErrors } from '../core/errors.ts';
import type { TopicId } from '../core/model.ts';
import { fusedTopics, fusePool, poolOf, type Rankings } from '../eval/fusion/fuse.ts';
import { resolveFusion } from '../eval/fusion/resolve-fusion.ts';
import type { TrecRanking } from '../eval/trec.ts';
import { integerFault } from './option-faults.ts';

/**
 * Fuses runs topic by topic, as `rag-lab fuse` does. Topics of any run are fused; a run that lacks one has no say there.
 *
 *   const bm25 = await readRun('bm25.run', new Map());
 *   const dense = await readRun('dense.run', new Map());
 *   const fused = fuse([bm25.rankings, dense.rankings], 'weighted(norm=zscore,weights=0.7:0.3)');
 *   fused.get('q1')?.ids;
 *
 * @param runs what `readRun(...)` or `parseRun(...)` hold as `rankings`: by topic, ids and scores, best first
 * @param method name and parameters; `rag-lab list fusions` shows them with formula and source
 * @param depth how many documents of a topic are kept; all unless given
 * @returns by topic, ascending: score descending, then id descending, both by bytes; ties are not yet broken in the scores
 * @throws LabErrors for a method or parameters that are not valid, LabError where a fused score is not finite
 */
export function fuse(
  runs: readonly Rankings[],
  method: string,
  options: { readonly depth?: number } = {},
): ReadonlyMap<TopicId, TrecRanking> {
  const faults: LabError[] = integerFault('depth', options.depth, 1);
  const fusion = resolveFusion(method, builtinCatalog().fusions, runs.length, {}, faults);
  if (!fusion || faults.length > 0) throw new LabErrors(faults);
  return new Map(fusedTopics(runs).map((id) => [id, fusePool(poolOf(id, runs), fusion, options.depth)]));
}
