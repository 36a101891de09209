// Work on many things, some at a time. A failure ends what comes after it and leaves what comes before it to finish, so that
// which failure is told does not depend on which came first in time.

/**
 * @param width how many at a time
 * @param work is given a signal that ends it, too
 * @throws what the first one in the order of the items threw, of those that fail; or the reason of `signal`
 */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  signal: AbortSignal,
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const begun = new Map<number, AbortController>();
  /** First in order first. */
  const failed: { readonly place: number; readonly error: unknown }[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length && failed.length === 0 && !signal.aborted) {
      const place = next++;
      const own = new AbortController();
      begun.set(place, own);
      try {
        await work(items[place]!, AbortSignal.any([signal, own.signal]));
      } catch (error) {
        // Later ones fail because they are ended here: those do not count.
        if (failed.some((earlier) => earlier.place < place)) continue;
        failed.unshift({ place, error });
        for (const [other, running] of begun) if (other > place) running.abort(error);
      } finally {
        begun.delete(place);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  signal.throwIfAborted();
  if (failed.length > 0) throw failed[0]!.error;
}
