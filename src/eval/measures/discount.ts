// log2(1 + rank), the discount of nDCG, computed once a rank.

let logs = new Float64Array(0);

/** The discounts by rank, at least up to `most`; the entry at 0 is not used. */
export function discounts(most: number): Float64Array {
  if (most >= logs.length) {
    const grown = new Float64Array(Math.max(2 * logs.length, most + 1, 1024));
    for (let rank = 0; rank < grown.length; rank++) grown[rank] = Math.log2(1 + rank);
    logs = grown;
  }
  return logs;
}
