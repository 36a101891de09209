// How things are timed: processor seconds of the whole process (its collector and compiler threads too), the least of
// several passes, since other work on the machine only ever adds.

export function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Processor seconds of one call, and what it returned. */
export async function timed(run) {
  const began = cpuSeconds();
  const value = await run();
  return { seconds: cpuSeconds() - began, value };
}

/** A pass asks as many queries as take about this many seconds, so that slow systems end and fast ones are timed well. */
const PASS_SECONDS = 0.7;
const FEWEST_QUERIES = 20;

/**
 * Queries a processor second: the fastest of at least three passes after one that warms up and tells how many to ask.
 * A system that takes as long for one query as others for all of them is told apart by few queries, or by that one.
 * @param ask asks the first `count` queries
 * @param most queries there are
 * @param budget processor seconds after which no further pass begins; nor does a pass plan to take longer
 */
export async function rate(most, ask, budget = 6, clock = cpuSeconds) {
  const began = clock();
  const pass = async (count) => {
    const start = clock();
    await ask(count);
    return clock() - start;
  };
  const first = await pass(1);
  if (first > budget) return 1 / first;
  let count = Math.max(1, Math.min(FEWEST_QUERIES, most, Math.floor(budget / Math.max(first, 1e-4))));
  await pass(count);
  const probe = await pass(count);
  count = Math.max(count, Math.min(most, Math.round((count * PASS_SECONDS) / Math.max(probe, 1e-4))));
  let least = Number.POSITIVE_INFINITY;
  for (let passes = 0; passes < 12; passes++) {
    least = Math.min(least, await pass(count));
    if (passes >= 2 && clock() - began > budget) break;
    // A system that takes so long is told apart by one pass.
    if (clock() - began > 5 * budget) break;
  }
  return count / least;
}

/** Megabytes that the process has had resident at most. */
export function peakMegabytes() {
  return process.resourceUsage().maxRSS / 1024;
}

/** Bytes that live objects, array buffers and WebAssembly's memories take, after a collection; needs --expose-gc. */
export function liveBytes() {
  globalThis.gc?.();
  globalThis.gc?.();
  // What is external includes array buffers, and memories of WebAssembly, which do not count as such.
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
