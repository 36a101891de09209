// Linear combination: a weighted mean of scaled scores.
import type { FusionDef } from '../../core/contracts.ts';
import { sharesOf } from '../../core/weights.ts';
import { addVotes } from './add-votes.ts';
import { normalise } from './normalise.ts';
import { NORM, WEIGHTS } from './params.ts';

export const weighted: FusionDef<{ norm: string; weights: string }> = {
  name: 'weighted',
  summary: 'weighted mean of scaled scores; a list that lacks a document gives it 0',
  formula: 'sum over lists of w * norm(score), the w scaled to sum 1',
  source: 'Vogt and Cottrell, Information Retrieval 1(3), 1999',
  params: { norm: NORM, weights: WEIGHTS },
  fuse(lists, documents, { norm }) {
    const shares = sharesOf(lists.map(({ weight }) => weight));
    const shared = lists.map((list, n) => ({ ...list, weight: shares[n]! }));
    return addVotes(shared, documents, ({ scores }) => ({ byRank: normalise(norm, scores) })).sums;
  },
};
