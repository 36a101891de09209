// What lists give their documents, added up by document.
import type { FusionList } from '../../core/contracts.ts';

export interface Tally {
  readonly sums: Float64Array;
  /** In how many lists a document stands. */
  readonly counts: Uint32Array;
  /** The weights of the lists in which it stands, added up. */
  readonly weights: Float64Array;
}

/** What one list gives, before its weight: to each of its ranks, and to every document that it lacks. */
export interface Votes {
  readonly byRank: ArrayLike<number>;
  readonly absent?: number;
}

/**
 * Sums do not depend on the order of the lists, not in the last bit: the votes of a document are added smallest first.
 * Else documents whose ranks are the same in another order would tie in one order of lists and not in the next.
 */
export function addVotes(lists: readonly FusionList[], documents: number, votesOf: (list: FusionList) => Votes): Tally {
  const width = lists.length;
  const votes = new Float64Array(documents * width);
  const weighing = new Float64Array(documents * width);
  const counts = new Uint32Array(documents);
  lists.forEach((list, n) => {
    const { members, weight } = list;
    const { byRank, absent = 0 } = votesOf(list);
    if (absent !== 0)
      for (let document = 0; document < documents; document++) votes[document * width + n] = absent * weight;
    for (let place = 0; place < members.length; place++) {
      const document = members[place]!;
      votes[document * width + n] = byRank[place]! * weight;
      weighing[document * width + n] = weight;
      counts[document]!++;
    }
  });
  return { sums: sumRows(votes, width, documents), counts, weights: sumRows(weighing, width, documents) };
}

function sumRows(cells: Float64Array, width: number, rows: number): Float64Array {
  const sums = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const from = row * width;
    const to = from + width;
    for (let i = from + 1; i < to; i++) {
      const moved = cells[i]!;
      let at = i;
      for (; at > from && cells[at - 1]! > moved; at--) cells[at] = cells[at - 1]!;
      cells[at] = moved;
    }
    let sum = 0;
    for (let i = from; i < to; i++) sum += cells[i]!;
    sums[row] = sum;
  }
  return sums;
}

/** A value for each rank, the first one for rank 1. */
export function byRank({ members }: FusionList, valueAt: (rank: number) => number): Float64Array {
  return Float64Array.from(members, (_, place) => valueAt(place + 1));
}
