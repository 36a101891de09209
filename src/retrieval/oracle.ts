// The judged order: the ceiling that tables and tests are read against. The only system that may look at the answers.
import type { RetrieverDef } from '../core/contracts.ts';
import { rankScores } from '../core/order.ts';

export const oracle: RetrieverDef = {
  name: 'oracle',
  summary: 'the chunks with the evidence first, best grade first: the ceiling',
  params: {},
  async open(collection, _params, context) {
    return {
      async search(requests) {
        return requests.map(({ topic, depth, filter }) => {
          const scores = new Float64Array(collection.chunks.length);
          for (const [ord, grade] of context.judged(topic.id)) scores[ord] = Math.max(0, grade);
          return rankScores(topic.id, scores, depth, 0, filter?.allowed);
        });
      },
      async explain(topic, ord) {
        const grade = context.judged(topic.id).get(ord) ?? 0;
        return grade > 0 ? [{ term: `grade ${grade}`, weight: grade }] : [];
      },
    };
  },
};
