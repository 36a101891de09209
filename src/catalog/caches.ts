// The caches that implementations keep, for whoever shows or clears them.
import { type CacheDescription, clearVectorCache, describeVectorCache } from '../encoders/vector-cache.ts';

export type { CacheDescription };

export function describeCaches(folder: string): CacheDescription {
  return describeVectorCache(folder);
}

/** Removes the caches' own files and nothing else in the folder; returns what was there. */
export function clearCaches(folder: string): CacheDescription {
  return clearVectorCache(folder);
}
