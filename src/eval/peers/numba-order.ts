// The order in which numba's argsort leaves equal keys: its quicksort is not stable, but always the same.
// Written after the description of its algorithm (numba 0.68, misc/quicksort); recorded through ranx.

/** A stretch of more than this many entries is partitioned; a shorter one is sorted by insertion, which keeps ties in order. */
const LARGEST_INSERTION = 15;

/** Positions by ascending key. */
export function numbaOrder(keys: Float64Array): Uint32Array {
  const order = Uint32Array.from(keys, (_, position) => position);
  const waiting: [low: number, high: number][] = [[0, keys.length - 1]];
  for (let stretch = waiting.pop(); stretch !== undefined; stretch = waiting.pop()) {
    const [low, end] = stretch;
    let high = end;
    while (high - low >= LARGEST_INSERTION) {
      const middle = partition(keys, order, low, high);
      // Stretches do not touch each other, so that the order in which they are sorted means nothing.
      waiting.push([middle + 1, high]);
      high = middle - 1;
    }
    insertionSort(keys, order, low, high);
  }
  return order;
}

function insertionSort(keys: Float64Array, order: Uint32Array, low: number, high: number): void {
  for (let i = low + 1; i <= high; i++) {
    const moved = order[i]!;
    let to = i;
    for (; to > low && keys[moved]! < keys[order[to - 1]!]!; to--) order[to] = order[to - 1]!;
    order[to] = moved;
  }
}

/** Around the median of the first, middle and last key; returns where the pivot comes to stand. */
function partition(keys: Float64Array, order: Uint32Array, low: number, high: number): number {
  const keyAt = (place: number): number => keys[order[place]!]!;
  const swap = (a: number, b: number): void => {
    const kept = order[a]!;
    order[a] = order[b]!;
    order[b] = kept;
  };
  const middle = (low + high) >> 1;
  if (keyAt(middle) < keyAt(low)) swap(low, middle);
  if (keyAt(high) < keyAt(middle)) swap(high, middle);
  if (keyAt(middle) < keyAt(low)) swap(low, middle);
  const pivot = keyAt(middle);
  swap(high, middle);
  let left = low;
  let right = high - 1;
  for (;;) {
    // Both stop at keys equal to the pivot, and change places: this is what shuffles ties.
    while (left < high && keyAt(left) < pivot) left++;
    while (right >= low && pivot < keyAt(right)) right--;
    if (left >= right) break;
    swap(left++, right--);
  }
  swap(left, high);
  return left;
}
