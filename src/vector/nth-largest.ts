// The n-th largest of some numbers, without sorting them all.

/**
 * @param values reordered; no NaN among the first `size`
 * @param n from 1 to `size`
 */
export function nthLargest(values: Float64Array, size: number, n: number): number {
  let from = 0;
  let to = size - 1;
  const place = n - 1;
  while (from < to) {
    // Hoare's selection; the middle one keeps sorted input, and equal numbers, from costing a square.
    const pivot = values[(from + to) >> 1]!;
    let left = from;
    let right = to;
    while (left <= right) {
      while (values[left]! > pivot) left++;
      while (values[right]! < pivot) right--;
      if (left <= right) {
        const moved = values[left]!;
        values[left++] = values[right]!;
        values[right--] = moved;
      }
    }
    if (place <= right) to = right;
    else if (place >= left) from = left;
    else break;
  }
  return values[place]!;
}
