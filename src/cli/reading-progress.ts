// Progress of a file that is read, in megabytes.
import type { Progress } from '../core/contracts.ts';
import type { ReadingOptions } from '../datasets/byte-source.ts';

const MEGABYTE = 1e6;

/** Options for a reader: draws how far it is, and stops when the user does. */
export function readingOptions(file: string, progress: Progress, signal: AbortSignal): ReadingOptions {
  const stage = `reading ${file}, MB`;
  progress.report({ kind: 'stage-began', stage });
  return {
    signal,
    progress(read, bytes) {
      // Unknown for pipes: then the stage alone must do.
      if (bytes === undefined) return;
      const total = Math.ceil(bytes / MEGABYTE);
      progress.report({ kind: 'stage-advanced', stage, done: Math.min(total, Math.ceil(read / MEGABYTE)), total });
    },
  };
}
