// The cutoffs that trec_eval prints for most of its measures.

export const CUTOFFS: readonly number[] = [5, 10, 15, 20, 30, 100, 200, 500, 1000];
