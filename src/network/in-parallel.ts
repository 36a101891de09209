// Work on many things, some at a time; the first that fails ends the others.

/**
 * @param width how many at a time
 * @param work is given a signal that ends it, too
 * @throws what the first one that failed threw, or the reason of `signal`
 */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  signal: AbortSignal,
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failure = new AbortController();
  const either = AbortSignal.any([signal, failure.signal]);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length && !either.aborted) await work(items[next++]!, either);
  };
  const workers = Array.from({ length: Math.min(width, items.length) }, () =>
    // Later ones fail because they are ended: what counts is the first.
    worker().catch((error: unknown) => failure.abort(error)),
  );
  await Promise.all(workers);
  signal.throwIfAborted();
  failure.signal.throwIfAborted();
}
