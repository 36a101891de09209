// One topic as another tool would see it: scores rounded, ties in its order, documents taken out.
import type { JudgedRanking } from '../../core/contracts.ts';
import { compareText } from '../../core/order.ts';
import type { JudgedTopic } from '../judged-topic.ts';
import { hasTies } from '../ties.ts';
import { numbaOrder } from './numba-order.ts';
import type { Handling, TieOrder } from './peer.ts';

export function handleTopic(topic: JudgedTopic, handling: Handling): JudgedTopic {
  const { float32 = false, ties = 'id-descending', withoutOwnId = false, negativeJudged = false } = handling;
  const scores = float32 ? Float64Array.from(topic.scores, Math.fround) : topic.scores;
  const reordered = (float32 || ties !== 'id-descending') && hasTies(scores);
  const ownId = withoutOwnId ? topic.ids().indexOf(topic.topicId) : -1;
  const hasNegative = negativeJudged && topic.judged.grades.some((grade) => grade < 0);
  if (!reordered && ownId < 0 && !hasNegative) return topic;

  let order: Uint32Array = Uint32Array.from(scores, (_, rank) => rank);
  if (ownId >= 0) order = order.filter((rank) => rank !== ownId);
  if (reordered) order = reorder(order, topic, scores, ties);
  let ids: readonly string[] | undefined;
  return {
    topicId: topic.topicId,
    judged: rejoin(topic.judged, order, negativeJudged),
    scores: Float64Array.from(order, (rank) => scores[rank]!),
    ids() {
      if (!ids) {
        const before = topic.ids();
        ids = Array.from(order, (rank) => before[rank]!);
      }
      return ids;
    },
  };
}

function reorder(order: Uint32Array, topic: JudgedTopic, scores: Float64Array, ties: TieOrder): Uint32Array {
  if (ties === 'id-descending' || ties === 'id-ascending') {
    const ids = topic.ids();
    const direction = ties === 'id-ascending' ? 1 : -1;
    return order.sort((a, b) => scores[b]! - scores[a]! || direction * compareText(ids[a]!, ids[b]!));
  }
  const places = topic.places ?? order;
  order.sort((a, b) => places[a]! - places[b]!);
  // Stable since ES2019.
  if (ties === 'file') return order.sort((a, b) => scores[b]! - scores[a]!);
  for (let n = 0; n < ties.numba; n++) {
    const before = order;
    const sorted = numbaOrder(Float64Array.from(before, (rank) => -scores[rank]!));
    order = Uint32Array.from(sorted, (position) => before[position]!);
  }
  return order;
}

/** What was judged stays to be found, though it be taken out. */
function rejoin(judged: JudgedRanking, order: Uint32Array, negativeJudged: boolean): JudgedRanking {
  const grades = Int32Array.from(order, (rank) => judged.grades[rank]!);
  const creditRanks: number[] = [];
  const creditGrades: number[] = [];
  grades.forEach((grade, i) => {
    if (grade <= 0) return;
    creditRanks.push(i + 1);
    creditGrades.push(grade);
  });
  return {
    ...judged,
    grades,
    judged: Uint8Array.from(order, (rank) => (negativeJudged && judged.grades[rank]! < 0 ? 1 : judged.judged[rank]!)),
    creditRanks: Uint32Array.from(creditRanks),
    creditGrades: Int32Array.from(creditGrades),
  };
}
