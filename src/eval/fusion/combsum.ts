// CombSUM: scaled scores added up.
import type { FusionDef } from '../../core/contracts.ts';
import { addVotes } from './add-votes.ts';
import { normalise } from './normalise.ts';
import { NORM, WEIGHTS } from './params.ts';

export const combsum: FusionDef<{ norm: string; weights: string }> = {
  name: 'combsum',
  summary: 'sum of scaled scores',
  formula: 'sum over lists of w * norm(score)',
  source: 'Fox and Shaw, TREC-2, 1993. The paper adds raw scores (norm=none); scaling them first is Lee, SIGIR 1997',
  params: { norm: NORM, weights: WEIGHTS },
  fuse(lists, documents, { norm }) {
    return addVotes(lists, documents, ({ scores }) => ({ byRank: normalise(norm, scores) })).sums;
  },
};
