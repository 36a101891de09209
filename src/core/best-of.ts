// The largest of many values, in order.

/**
 * Places of the `depth` largest values, the largest first: all that are more than the least of them, and the first of its equals.
 * @param values none of them NaN
 */
export function bestOf(values: Float64Array, depth: number): Uint32Array {
  const keep = Math.min(depth, values.length);
  if (keep === 0) return new Uint32Array(0);
  const gathered =
    // Where few are left out, sorting them too is less than choosing.
    2 * keep >= values.length
      ? places(values.length)
      : (keep * SHALLOW <= values.length ? gather : count)(values, keep);
  const best = sortByValue(values, gathered);
  return best.length === keep ? best : best.slice(0, keep);
}

/** From one in so many on, the least of the largest so far leaves out nearly all others. */
const SHALLOW = 16;

function places(size: number): Uint32Array {
  const all = new Uint32Array(size);
  for (let i = 0; i < size; i++) all[i] = i;
  return all;
}

/** Goes through the values once: what does not beat the least of the largest so far is left, the rest is thinned out now and then. */
function gather(values: Float64Array, keep: number): Uint32Array {
  const gathered = new Uint32Array(Math.min(4 * keep, values.length));
  const scratch = new Float64Array(gathered.length);
  let size = 0;
  // Nothing is less than or equal to it before the first are chosen.
  let least = Number.NaN;
  for (let i = 0; i < values.length; i++) {
    // An equal one comes later, so it stands behind.
    if (values[i]! <= least) continue;
    if (size === gathered.length) {
      least = thinOut(values, gathered, size, keep, scratch);
      size = keep;
      if (values[i]! <= least) continue;
    }
    gathered[size++] = i;
  }
  return gathered.slice(0, size);
}

/** Leaves the best of gathered places, in their order, and returns the least of their values. */
function thinOut(
  values: Float64Array,
  gathered: Uint32Array,
  size: number,
  keep: number,
  scratch: Float64Array,
): number {
  for (let i = 0; i < size; i++) scratch[i] = values[gathered[i]!]!;
  const least = kthLargest(scratch, keep, size);
  let above = 0;
  for (let i = 0; i < size; i++) if (values[gathered[i]!]! > least) above++;
  let equals = keep - above;
  let kept = 0;
  for (let i = 0; i < size; i++) {
    const value = values[gathered[i]!]!;
    if (value > least || (value === least && equals-- > 0)) gathered[kept++] = gathered[i]!;
  }
  return least;
}

/** Values are told apart by so many steps. */
const STEPS = 1024;

/** Counts how many values are how large, reads from the counts what the largest reach, and gathers those that do. */
function count(values: Float64Array, keep: number): Uint32Array {
  let least = values[0]!;
  let most = least;
  for (let i = 1; i < values.length; i++) {
    const value = values[i]!;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const perValue = (STEPS - 1) / (most - least);
  // All are equal, or too near or far apart to be told apart by steps.
  if (!(perValue > 0 && perValue < Number.POSITIVE_INFINITY)) return gather(values, keep);
  const counts = new Uint32Array(STEPS);
  for (let i = 0; i < values.length; i++) {
    const step = ((values[i]! - least) * perValue) >>> 0;
    counts[step] = counts[step]! + 1;
  }
  let step = STEPS;
  let size = 0;
  while (size < keep) size += counts[--step]!;
  const gathered = new Uint32Array(size);
  size = 0;
  for (let i = 0; i < values.length; i++) {
    if (((values[i]! - least) * perValue) >>> 0 >= step) gathered[size++] = i;
  }
  if (size < 2 * keep) return gathered;
  thinOut(values, gathered, size, keep, new Float64Array(size));
  return gathered.slice(0, keep);
}

/** Shorter stretches are sorted by insertion. */
const FEW = 12;

/**
 * Sorts ascending places in their array by falling value; since it is stable, equals stay ascending. A merge sort of what
 * stands in memory already: a call a comparison would cost more than the rest.
 */
function sortByValue(values: Float64Array, sorted: Uint32Array): Uint32Array {
  const n = sorted.length;
  for (let from = 0; from < n; from += FEW) {
    for (let i = from + 1, end = Math.min(from + FEW, n); i < end; i++) {
      const moved = sorted[i]!;
      const value = values[moved]!;
      let at = i;
      for (; at > from && values[sorted[at - 1]!]! < value; at--) sorted[at] = sorted[at - 1]!;
      sorted[at] = moved;
    }
  }
  const half = new Uint32Array(n);
  for (let width = FEW; width < n; width *= 2) {
    for (let from = 0; from + width < n; from += 2 * width) {
      const middle = from + width;
      const end = Math.min(middle + width, n);
      // Zeros at the end of a ranking are in order already.
      if (!(values[sorted[middle - 1]!]! < values[sorted[middle]!]!)) continue;
      for (let i = from; i < middle; i++) half[i - from] = sorted[i]!;
      let left = 0;
      let right = middle;
      let at = from;
      while (left < width && right < end) {
        sorted[at++] = values[sorted[right]!]! > values[half[left]!]! ? sorted[right++]! : half[left++]!;
      }
      while (left < width) sorted[at++] = half[left++]!;
    }
  }
  return sorted;
}

/**
 * The k-th largest of the first `n` values, which are moved around (Hoare's selection: Communications of the ACM 4, 1961).
 * @param values none of the first `n` NaN
 * @param k from 1 to `n`
 */
export function kthLargest(values: Float64Array, k: number, n: number): number {
  let low = 0;
  let high = n - 1;
  const place = k - 1;
  // What does not end soon has been made so that it does not: sorting bounds it.
  for (let rounds = 4 * (32 - Math.clz32(n)); low < high; rounds--) {
    if (rounds === 0) return values.subarray(low, high + 1).sort()[high - place]!;
    const pivot = middleOf(values[low]!, values[(low + high) >>> 1]!, values[high]!);
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i]! > pivot) i++;
      while (values[j]! < pivot) j--;
      if (i <= j) {
        const moved = values[i]!;
        values[i++] = values[j]!;
        values[j--] = moved;
      }
    }
    if (place <= j) high = j;
    else if (place >= i) low = i;
    else return values[place]!;
  }
  return values[place]!;
}

function middleOf(a: number, b: number, c: number): number {
  if (a > b) return b > c ? b : Math.min(a, c);
  return a > c ? a : Math.min(b, c);
}
