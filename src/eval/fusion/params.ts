// The parameters that fusions share.
import type { ParamSpec } from '../../core/contracts.ts';

/** Read before a fusion begins: it finds each list with its weight. */
export const WEIGHTS: ParamSpec<string> = {
  default: '',
  doc: 'a weight a run, e.g. 0.7:0.3; all alike unless given; 0 leaves a run out',
};

export const NORMS = ['minmax', 'zscore', 'rank', 'sum', 'none'] as const;

export const NORM: ParamSpec<string> = {
  default: 'minmax',
  choices: NORMS,
  doc: 'how the scores of a list are scaled first; where all are equal they become 1 (minmax), 0 (zscore), 1 / n (sum)',
};
