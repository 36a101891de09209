// Borda count: every list shares out the same points.
import type { FusionDef } from '../../core/contracts.ts';
import { addVotes, byRank } from './add-votes.ts';
import { WEIGHTS } from './params.ts';

export const borda: FusionDef<{ weights: string }> = {
  name: 'borda',
  summary: 'Borda count: of c documents the first gets c points, the next c - 1; what a list lacks shares the rest',
  formula:
    'sum over lists of w * (c - rank + 1), or w * (c - n + 1) / 2 for a document that a list of n lacks; c = documents of all lists',
  source: 'Aslam and Montague, SIGIR 2001 (Borda-fuse, weighted Borda-fuse); a list without the topic gives no points',
  params: { weights: WEIGHTS },
  fuse(lists, documents) {
    const voters = lists.filter(({ members }) => members.length > 0);
    return addVotes(voters, documents, (list) => ({
      byRank: byRank(list, (rank) => documents - rank + 1),
      absent: (documents - list.members.length + 1) / 2,
    })).sums;
  },
};
