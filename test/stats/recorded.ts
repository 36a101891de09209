// The recorded references of the statistics: the golden file, and what scipy said about the same samples.
import { readFileSync } from 'node:fs';

function load<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(`../fixtures/${path}`, import.meta.url), 'utf8')) as T;
}

interface Golden {
  readonly paired_example: {
    readonly A: readonly number[];
    readonly B: readonly number[];
    readonly mean_delta: number;
    readonly sign_flip_exact_two_sided: number;
    readonly sign_flip_exact_count: readonly [number, number];
    readonly t: number;
    readonly t_p_two_sided: number;
    readonly t_df: number;
    readonly t_ci95: readonly [number, number];
    readonly wilcoxon_exact: { readonly W: number; readonly p: number };
    readonly cohen_dz: number;
  };
  readonly proportions: Readonly<
    Record<string, { readonly clopper_pearson95: [number, number]; readonly jeffreys95: [number, number] }>
  >;
  readonly paired_mde_power80: Readonly<Record<string, number>>;
  readonly rank_agreement: {
    readonly a: readonly string[];
    readonly b: readonly string[];
    readonly kendall_tau: number;
    readonly 'overlap@3': number;
    readonly 'rbo_ext_p0.9': number;
  };
}

interface Scipy {
  readonly paired: readonly {
    readonly differences: readonly number[];
    readonly t: number;
    readonly tP: number;
    readonly tLow: number;
    readonly tHigh: number;
    readonly w: number;
    readonly wilcoxonP: number;
  }[];
  readonly bca: readonly { readonly values: readonly number[]; readonly low: number; readonly high: number }[];
  readonly normalCdf: readonly (readonly [number, number])[];
  readonly normalQuantile: readonly (readonly [number, number])[];
  readonly betaCdf: readonly (readonly [number, number, number, number])[];
  readonly betaQuantile: readonly (readonly [number, number, number, number])[];
  readonly kendall: readonly {
    readonly x: readonly number[];
    readonly y: readonly number[];
    readonly tau: number | null;
  }[];
}

export const golden = load<Golden>('trec/golden-stats.json');
export const scipy = load<Scipy>('stats/scipy-1.17.1.json');

/** Distance relative to the expected value, or absolute where that is 0. */
export function error(actual: number, expected: number): number {
  return Math.abs(actual - expected) / (expected === 0 ? 1 : Math.abs(expected));
}
