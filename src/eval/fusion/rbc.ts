// Rank-biased centroids: every list is read by somebody who goes on to the next rank with probability phi.
import type { FusionDef } from '../../core/contracts.ts';
import { addVotes } from './add-votes.ts';
import { WEIGHTS } from './params.ts';

export const rbc: FusionDef<{ phi: number; weights: string }> = {
  name: 'rbc',
  summary: 'rank-biased centroids: votes fall by the factor phi from rank to rank',
  formula: 'sum over lists of w * (1 - phi) * phi^(rank - 1)',
  source: 'Bailey, Moffat, Scholer and Thomas, SIGIR 2017; weights are ours',
  params: {
    phi: {
      default: 0.8,
      min: 0,
      max: 0.999999,
      doc: 'persistence: the paper sets none; 0.8 as in RBP, larger reads deeper',
    },
    weights: WEIGHTS,
  },
  fuse(lists, documents, { phi }) {
    return addVotes(lists, documents, ({ members }) => {
      // Multiplied on rather than raised to a power, whose last bit differs between engines.
      let vote = 1 - phi;
      const votes = Float64Array.from(members, () => {
        const here = vote;
        vote *= phi;
        return here;
      });
      return { byRank: votes };
    }).sums;
  },
};
