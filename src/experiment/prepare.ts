// What is searched: the chunks of a dataset, the evidence in terms of them, and which of them may be returned.
import { buildCollection } from '../core/collection.ts';
import type { Filter } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';
import { applyFilter, parseFilter } from '../core/filter.ts';
import type { Collection, Dataset } from '../core/model.ts';
import type { Dedupe } from '../core/results.ts';
import type { Copies } from '../eval/near-copies.ts';
import { type Projection, projectEvidence } from '../eval/project.ts';
import { copiesOf, dropCopies } from './dedupe.ts';
import type { PlannedChunker } from './plan.ts';

export interface PreparedSearch {
  readonly collection: Collection;
  readonly projection: Projection;
  readonly filter: Filter | undefined;
  /** Found among all chunks, before any was dropped. */
  readonly copies: Copies;
}

/** The searchable chunks of a dataset, and its evidence in terms of them. */
export function prepareCollection(
  dataset: Dataset,
  chunker: PlannedChunker,
): { readonly collection: Collection; readonly projection: Projection } {
  const collection = buildCollection(dataset.name, dataset.documents, chunker.def, chunker.params);
  return { collection, projection: projectEvidence(collection, dataset) };
}

/**
 * @param limits a condition on metadata, as typed, and which copies are to be dropped
 * @throws LabError where the filter cannot be read, names an unknown field or lets nothing pass
 */
export function prepareSearch(
  dataset: Dataset,
  chunker: PlannedChunker,
  { filter: written, dedupe }: { readonly filter?: string; readonly dedupe?: Dedupe },
): PreparedSearch {
  const expression = written === undefined ? undefined : parseFilter(written);
  const whole = prepareCollection(dataset, chunker);
  const before = expression && applyFilter(expression, whole.collection);
  if (before?.count === 0) {
    const problem = `none of the ${whole.collection.chunks.length} chunks passes it`;
    throw new LabError('spec.invalid', { what: `filter "${before.text}"`, problem });
  }
  if (!dedupe) return { ...whole, filter: before, copies: copiesOf(whole.collection, undefined) };
  // A copy that passes the filter is not given up for one that does not.
  const copies = copiesOf(whole.collection, dedupe, before?.allowed);
  const kept = dropCopies(whole, copies.keptBy);
  return { ...kept, filter: expression && applyFilter(expression, kept.collection), copies };
}
