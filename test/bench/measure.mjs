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
 * @param ask asks the first `count` queries
 * @param most queries there are
 * @param budget processor seconds after which no further pass begins
 */
export async function rate(most, ask, budget = 6) {
  const began = cpuSeconds();
  let count = Math.min(FEWEST_QUERIES, most);
  await ask(count);
  const probe = await timed(() => ask(count));
  count = Math.max(count, Math.min(most, Math.round((count * PASS_SECONDS) / Math.max(probe.seconds, 1e-4))));
  let least = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < 12; pass++) {
    least = Math.min(least, (await timed(() => ask(count))).seconds);
    if (pass >= 2 && cpuSeconds() - began > budget) break;
    // A system that takes so long is told apart by one pass.
    if (cpuSeconds() - began > 5 * budget) break;
  }
  return count / least;
}

/** Megabytes that the process has had resident at most. */
export function peakMegabytes() {
  return process.resourceUsage().maxRSS / 1024;
}

/** Bytes that live objects and array buffers take, after a collection; needs --expose-gc. */
export function liveBytes() {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
