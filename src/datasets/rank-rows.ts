// trec_eval's order: score descending, then id descending. Runs come nearly sorted, which costs next to nothing.

/** Short stretches are sorted by insertion, then merged. */
const STRETCH = 8;

/**
 * @param compareIds below, at or above 0 as ids of two positions stand in byte order
 * @returns positions 0..count-1, best first
 */
export function rankRows(
  scores: Float64Array,
  count: number,
  compareIds: (a: number, b: number) => number,
): Uint32Array {
  let order = new Uint32Array(count);
  let fallsStrictly = true;
  for (let i = 0; i < count; i++) {
    order[i] = i;
    if (i > 0 && !(scores[i]! < scores[i - 1]!)) fallsStrictly = false;
  }
  if (fallsStrictly) return order;

  const isBehind = (a: number, b: number): boolean => {
    const left = scores[a]!;
    const right = scores[b]!;
    return left < right || (left === right && compareIds(a, b) < 0);
  };
  for (let from = 0; from < count; from += STRETCH) {
    const to = Math.min(from + STRETCH, count);
    for (let i = from + 1; i < to; i++) {
      const moved = order[i]!;
      let at = i;
      for (; at > from && isBehind(order[at - 1]!, moved); at--) order[at] = order[at - 1]!;
      order[at] = moved;
    }
  }
  let merged = new Uint32Array(count);
  for (let width = STRETCH; width < count; width *= 2) {
    for (let from = 0; from < count; from += 2 * width) {
      const middle = Math.min(from + width, count);
      const to = Math.min(from + 2 * width, count);
      if (middle === to || !isBehind(order[middle - 1]!, order[middle]!)) {
        merged.set(order.subarray(from, to), from);
        continue;
      }
      let left = from;
      let right = middle;
      for (let at = from; at < to; at++) {
        const takeRight = left === middle || (right < to && isBehind(order[left]!, order[right]!));
        merged[at] = takeRight ? order[right++]! : order[left++]!;
      }
    }
    [order, merged] = [merged, order];
  }
  return order;
}
