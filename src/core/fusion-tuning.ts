// What fitting the weights of a fusion found: plain data, for reports.

export interface FusionTuning {
  /** The method, canonical, without weights. */
  readonly fusion: string;
  readonly measure: string;
  /** Labels, in the order of the weights. */
  readonly runs: readonly string[];
  /** Where the tuning topics come from. */
  readonly split: string;
  readonly tuningTopics: number;
  readonly heldOutTopics: number;
  /** How many weightings were tried, and in what steps: multiples of 1 / steps that add up to 1. */
  readonly weightings: number;
  readonly steps: number;
  /** The chosen weighting first, then equal weights, then each run alone. */
  readonly rows: readonly TunedWeights[];
}

export interface TunedWeights {
  readonly kind: 'chosen' | 'equal' | 'alone';
  /** Which run, where it is alone. */
  readonly run?: string;
  /** As `--weights` takes them. */
  readonly weights: string;
  readonly tuning: number;
  readonly heldOut: number;
}
