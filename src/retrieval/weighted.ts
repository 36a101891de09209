// Weighted fusion of scores, each list first scaled to [0, 1] by its own minimum and maximum.
import type { RetrieverDef } from '../core/contracts.ts';
import { ALL_EQUAL, minMaxScaled } from '../core/fusion-formulas.ts';
import type { Ranking } from '../core/model.ts';
import { checkedWeights, faultOfWeights, sharesOf } from '../core/weights.ts';
import { openFusion } from './fusion-searcher.ts';

type WeightedParams = {
  readonly weights: string;
  readonly depth: number;
  readonly norm: string;
};

export const weighted: RetrieverDef<WeightedParams> = {
  name: 'weighted',
  summary: 'weighted sum of the normalised scores of its inputs',
  inputs: { min: 1, max: 100 },
  params: {
    weights: { default: '', doc: 'a weight an input, e.g. 0.7:0.3, scaled to sum 1; equal unless given' },
    depth: { default: 100, min: 1, integer: true, doc: 'how deep each input is ranked' },
    norm: {
      default: 'minmax',
      choices: ['minmax'],
      doc: 'how a list is scaled: (score - min) / (max - min); 1 where all are equal',
    },
  },
  check: ({ weights }, inputs) => faultOfWeights(weights, inputs),
  async open(collection, { weights, depth }, _context, inputs) {
    const shares = sharesOf(checkedWeights(weights, inputs.length));
    return openFusion(inputs, depth, collection.chunks.length, {
      weightOf: (input) => shares[input]!,
      normalisedOf: minMax,
      votesOf(list, input) {
        const weight = shares[input]!;
        // A matched entry must not look unmatched because it is the lowest of its list.
        return minMax(list).map((value, place) =>
          weight > 0 && place < list.signal ? Math.max(weight * value, Number.MIN_VALUE) : weight * value,
        );
      },
    });
  },
};

/** A list's scores scaled to [0, 1]. Unmatched entries take part in the minimum; a list without signal is worth 0. */
export function minMax({ scores, signal }: Ranking): Float64Array {
  if (signal === 0) return new Float64Array(scores.length);
  // Where all are equal, only those that matched are worth anything.
  if (scores[0] === scores.at(-1)) return new Float64Array(scores.length).fill(ALL_EQUAL, 0, signal);
  return minMaxScaled(scores);
}
