// Reciprocal rank fusion: each list votes w / (k + rank) for what it ranks. Source: Cormack, Clarke and Büttcher (2009).
import type { RetrieverDef } from '../core/contracts.ts';
import { rrfVote } from '../core/fusion-formulas.ts';
import { checkedWeights, faultOfWeights } from '../core/weights.ts';
import { openFusion } from './fusion-searcher.ts';

type RrfParams = {
  readonly k: number;
  readonly depth: number;
  readonly unmatched: string;
  readonly weights: string;
};

export const rrf: RetrieverDef<RrfParams> = {
  name: 'rrf',
  summary: 'reciprocal rank fusion of its inputs',
  inputs: { min: 1, max: 100 },
  params: {
    k: {
      default: 60,
      min: 0,
      max: 1_000_000,
      doc: "added to every rank; 60 is the paper's, smaller favours the top ranks",
    },
    depth: { default: 100, min: 1, integer: true, doc: 'how deep each input is ranked' },
    unmatched: {
      default: 'skip',
      choices: ['skip', 'rank'],
      doc: 'whether an entry that matched nothing in a list votes there: not at all (skip) or by its place (rank)',
    },
    weights: { default: '', doc: 'a weight an input, e.g. 0.7:0.3; all 1 unless given' },
  },
  check: ({ weights }, inputs) => faultOfWeights(weights, inputs),
  async open(collection, { k, depth, unmatched, weights }, _context, inputs) {
    const weightOf = checkedWeights(weights, inputs.length);
    return openFusion(inputs, depth, collection.chunks.length, {
      weightOf: (input) => weightOf[input]!,
      votesOf(list, input) {
        const voters = unmatched === 'skip' ? list.signal : list.chunks.length;
        return Float64Array.from({ length: voters }, (_, place) => rrfVote(k, place + 1, weightOf[input]!));
      },
    });
  },
};
