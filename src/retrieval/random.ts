// Random order: the floor that tables and tests are read against.
import type { RetrieverDef } from '../core/contracts.ts';
import { rankScores } from '../core/order.ts';

type RandomParams = {
  readonly seed: number;
};

export const random: RetrieverDef<RandomParams> = {
  name: 'random',
  summary: 'a random order for each question: the floor',
  params: { seed: { default: 0, min: 0, integer: true, doc: 'another seed, another order' } },
  async open(collection, { seed }, context) {
    const stream = context.rng.stream('random').stream(String(seed));
    return {
      async search(requests) {
        return requests.map(({ topic, depth, filter }) => {
          const rng = stream.stream(topic.id);
          const scores = Float64Array.from(collection.chunks, () => rng.float());
          return rankScores(topic.id, scores, depth, Number.NEGATIVE_INFINITY, filter?.allowed);
        });
      },
    };
  },
};
