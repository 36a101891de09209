// CombMNZ: CombSUM times the number of lists that found the document.
import type { FusionDef } from '../../core/contracts.ts';
import { addVotes } from './add-votes.ts';
import { normalise } from './normalise.ts';
import { NORM, WEIGHTS } from './params.ts';

export const combmnz: FusionDef<{ norm: string; weights: string }> = {
  name: 'combmnz',
  summary: 'sum of scaled scores, times the number of lists that hold the document',
  formula: 'n * sum over lists of w * norm(score), n = lists that hold the document',
  source:
    'Fox and Shaw, TREC-2, 1993. The paper counts scores that are not zero; holding the document is what counts in Lee, SIGIR 1997, so that being last in a list under minmax (0) still counts',
  params: { norm: NORM, weights: WEIGHTS },
  fuse(lists, documents, { norm }) {
    const { sums, counts } = addVotes(lists, documents, ({ scores }) => ({ byRank: normalise(norm, scores) }));
    return sums.map((sum, document) => sum * counts[document]!);
  },
};
