// Reciprocal rank fusion.
import type { FusionDef } from '../../core/contracts.ts';
import { rrfVote } from '../../core/fusion-formulas.ts';
import { addVotes, byRank } from './add-votes.ts';
import { WEIGHTS } from './params.ts';

export const rrf: FusionDef<{ k: number; weights: string }> = {
  name: 'rrf',
  summary: 'reciprocal rank fusion: ranks vote, scores do not matter',
  formula: 'sum over lists of w / (k + rank)',
  source: 'Cormack, Clarke and Büttcher, SIGIR 2009; weights are ours',
  params: {
    k: {
      default: 60,
      min: 0,
      max: 1_000_000,
      doc: "added to every rank; 60 is the paper's, smaller favours the top ranks",
    },
    weights: WEIGHTS,
  },
  fuse(lists, documents, { k }) {
    return addVotes(lists, documents, (list) => ({ byRank: byRank(list, (rank) => rrfVote(k, rank)) })).sums;
  },
};
