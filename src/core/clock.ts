// The one place that reads a clock. Times go to timings and progress lines, never into a result.

/** Milliseconds from an arbitrary origin, monotonic. */
export function monotonicMs(): number {
  return performance.now();
}
