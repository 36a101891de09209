// Weighted fusion of scores, each list first scaled to [0, 1] by its own minimum and maximum.
import type { RetrieverDef } from '../core/contracts.ts';
import type { Ranking } from '../core/model.ts';
import { openFusion } from './fusion-searcher.ts';
import { checkedWeights, faultOfWeights } from './weights.ts';

type WeightedParams = {
  readonly weights: string;
  readonly depth: number;
  readonly norm: string;
};

/** What matched entries are worth in a list whose scores are all equal: the list knows who matched, not who is better. */
const ALL_EQUAL = 1;

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
    const given = checkedWeights(weights, inputs.length);
    // By the largest first: the plain sum of huge weights would be infinite.
    const largest = Math.max(...given);
    const total = given.reduce((sum, weight) => sum + weight / largest, 0);
    return openFusion(inputs, depth, collection.chunks.length, (list, input) => {
      const weight = given[input]! / largest / total;
      // A matched entry must not look unmatched because it is the lowest of its list.
      return minMax(list).map((value, place) =>
        weight > 0 && place < list.signal ? Math.max(weight * value, Number.MIN_VALUE) : weight * value,
      );
    });
  },
};

/** A list's scores scaled to [0, 1]. Unmatched entries take part in the minimum; a list without signal is worth 0. */
export function minMax({ scores, signal }: Ranking): Float64Array {
  const scaled = new Float64Array(scores.length);
  if (signal === 0) return scaled;
  const max = scores[0]!;
  const min = scores.at(-1)!;
  if (max === min) return scaled.fill(ALL_EQUAL, 0, signal);
  return scores.map((score) => (score - min) / (max - min));
}
