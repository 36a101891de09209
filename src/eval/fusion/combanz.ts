// CombANZ: the mean score over the lists that found the document.
import type { FusionDef } from '../../core/contracts.ts';
import { addVotes } from './add-votes.ts';
import { normalise } from './normalise.ts';
import { NORM, WEIGHTS } from './params.ts';

export const combanz: FusionDef<{ norm: string; weights: string }> = {
  name: 'combanz',
  summary: 'mean of scaled scores over the lists that hold the document',
  formula: '(sum over lists of w * norm(score)) / (sum of the w of lists that hold the document)',
  source: 'Fox and Shaw, TREC-2, 1993. Weights are ours; with equal ones it is the plain mean',
  params: { norm: NORM, weights: WEIGHTS },
  fuse(lists, documents, { norm }) {
    const { sums, weights } = addVotes(lists, documents, ({ scores }) => ({ byRank: normalise(norm, scores) }));
    return sums.map((sum, document) => sum / weights[document]!);
  },
};
