// Condorcet fusion: a document stands before another where the majority of the lists has it so.
import type { FusionDef, FusionList } from '../../core/contracts.ts';
import { WEIGHTS } from './params.ts';

export const condorcet: FusionDef<{ weights: string }> = {
  name: 'condorcet',
  summary: 'majority of the lists, document against document; the score is only the place, from the end',
  formula:
    'sorted so that no document is beaten by the next one: a beats b where lists that rank a higher, or hold a alone, outweigh the others; ' +
    'begun from the number of documents that each beats, ties as half',
  source:
    'Montague and Aslam, CIKM 2002 (Condorcet-fuse, weighted Condorcet-fuse). Their sort begins from any order, and cycles and ties ' +
    "leave it open: ours begins from Copeland's count, so that the order of lists and lines does not matter",
  params: { weights: WEIGHTS },
  fuse(lists, documents) {
    const majority = majorityOf(lists, documents);
    const beaten = new Float64Array(documents);
    for (let a = 0; a < documents; a++) {
      for (let b = a + 1; b < documents; b++) {
        const sign = Math.sign(majority(a, b));
        beaten[a]! += sign;
        beaten[b]! -= sign;
      }
    }
    const order = Uint32Array.from(beaten.keys()).sort((a, b) => beaten[b]! - beaten[a]! || a - b);
    // By insertion: each goes up as long as it beats the one above it.
    for (let place = 1; place < documents; place++) {
      const moved = order[place]!;
      let at = place;
      for (; at > 0 && majority(moved, order[at - 1]!) > 0; at--) order[at] = order[at - 1]!;
      order[at] = moved;
    }
    const scores = new Float64Array(documents);
    order.forEach((document, place) => {
      scores[document] = documents - place;
    });
    return scores;
  },
};

/** How much more weight is for a before b than against it; what two documents both lack says nothing of them. */
function majorityOf(given: readonly FusionList[], documents: number): (a: number, b: number) => number {
  // Added smallest first, so that the order of the runs does not matter in the last bit.
  const lists = [...given].sort((a, b) => a.weight - b.weight);
  const width = lists.length;
  // Absent is behind every rank.
  const ranks = new Uint32Array(documents * width).fill(0xffffffff);
  lists.forEach(({ members }, n) => {
    for (let place = 0; place < members.length; place++) ranks[members[place]! * width + n] = place;
  });
  const weights = lists.map(({ weight }) => weight);
  return (a, b) => {
    let before = 0;
    let behind = 0;
    for (let n = 0; n < width; n++) {
      const rankOfA = ranks[a * width + n]!;
      const rankOfB = ranks[b * width + n]!;
      if (rankOfA < rankOfB) before += weights[n]!;
      else if (rankOfA > rankOfB) behind += weights[n]!;
    }
    return before - behind;
  };
}
