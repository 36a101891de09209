// Inverse square rank.
import type { FusionDef } from '../../core/contracts.ts';
import { addVotes, byRank } from './add-votes.ts';
import { WEIGHTS } from './params.ts';

export const isr: FusionDef<{ weights: string }> = {
  name: 'isr',
  summary: 'inverse square rank: the top ranks decide, and how many lists hold the document',
  formula: 'n * sum over lists of w / rank^2, n = lists that hold the document',
  source: 'Mourão, Martins and Magalhães, Computerized Medical Imaging and Graphics 39, 2015; weights are ours',
  params: { weights: WEIGHTS },
  fuse(lists, documents) {
    const { sums, counts } = addVotes(lists, documents, (list) => ({ byRank: byRank(list, (rank) => 1 / rank ** 2) }));
    return sums.map((sum, document) => sum * counts[document]!);
  },
};
