// Lists of measures under one name: trec_eval's sets, and its families (`P` is P@5, P@10, ...).
import type { MeasureDef, TrecEvalName } from '../core/contracts.ts';

/** Which trec_eval is meant where two differ. */
export type TrecEvalVersion = 'trec_eval-10' | 'trec_eval-9';

/** Every name that trec_eval 10 prints in its sets, in the order in which it prints, whatever the order asked for. */
export const TREC_EVAL_ORDER: readonly string[] = [
  'runid',
  'num_q',
  'num_ret',
  'num_rel',
  'num_rel_ret',
  'map',
  'gm_map',
  'Rprec',
  'bpref',
  'recip_rank',
  'iprec_at_recall',
  'P',
  'relstring',
  'recall',
  'infAP',
  'gm_bpref',
  'Rprec_mult',
  'utility',
  '11pt_avg',
  'binG',
  'G',
  'ndcg',
  'ndcg_rel',
  'Rndcg',
  'ndcg_cut',
  'map_cut',
  'relative_P',
  'success',
  'set_P',
  'set_relative_P',
  'set_recall',
  'set_map',
  'set_F',
  'num_nonrel_judged_ret',
  'rbp',
  'rbp_resid',
  'unj',
];

/** What only trec_eval 10 has. */
const SINCE_10 = ['rbp', 'rbp_resid', 'unj'];

const UNRANKED = ['utility', 'set_P', 'set_recall', 'set_relative_P', 'set_map', 'set_F'];

/** The names behind a set's name; undefined where it is none. */
export function measureSet(name: string, version: TrecEvalVersion = 'trec_eval-10'): readonly string[] | undefined {
  const upTo = (last: string): readonly string[] => TREC_EVAL_ORDER.slice(0, TREC_EVAL_ORDER.indexOf(last) + 1);
  if (name === 'official') return upTo('P');
  if (name === 'set') return [...upTo('num_rel_ret'), ...UNRANKED];
  if (name !== 'all_trec') return undefined;
  return version === 'trec_eval-9' ? TREC_EVAL_ORDER.filter((one) => !SINCE_10.includes(one)) : TREC_EVAL_ORDER;
}

/** The names of the sets, for lists and messages. */
export const MEASURE_SETS: readonly string[] = ['official', 'all_trec', 'set'];

export interface RequestedMeasures {
  /** To be resolved one by one (measure-name.ts). */
  readonly names: readonly string[];
  /** Length of the relstring, where it was asked for; only lines in trec_eval's form have it. */
  readonly relstring: number | undefined;
  /** Whether the run's tag is to be printed, in trec_eval's form. */
  readonly runid: boolean;
}

/**
 * Opens sets and families, as `trec_eval -m` does: `all_trec`, `ndcg_cut` (its nine cutoffs), `P.5,10` (which a list
 * that was split at commas holds as `P.5` and `10`), `relstring.20`. Anything else is left as it is.
 */
export function expandMeasures(
  written: readonly string[],
  defs: readonly MeasureDef[],
  version: TrecEvalVersion = 'trec_eval-10',
): RequestedMeasures {
  const names: string[] = [];
  let relstring: number | undefined;
  let runid = false;
  let family: string | undefined;
  const add = (name: string): void => {
    const cut = familyOf(name, defs);
    const text = /^relstring(?:[._]([0-9]+))?$/.exec(name);
    if (name === 'runid') runid = true;
    else if (text) relstring = Number(text[1] ?? 10);
    else if (cut) names.push(...cut.cutoffs!.map((cutoff) => `${name}_${cutoff}`));
    else names.push(name);
  };
  for (const text of written) {
    const piece = text.trim();
    if (family !== undefined && /^[0-9]*\.?[0-9]+$/.test(piece)) {
      names.push(`${family}_${piece}`);
      continue;
    }
    const dotted = /^(.+?)\.[0-9]*\.?[0-9]+$/.exec(piece)?.[1];
    family = dotted !== undefined && familyOf(dotted, defs) ? dotted : undefined;
    for (const name of measureSet(piece, version) ?? [piece]) add(name);
  }
  return { names, relstring, runid };
}

function familyOf(name: string, defs: readonly MeasureDef[]): TrecEvalName | undefined {
  for (const { trecEval = [] } of defs) {
    const found = trecEval.find((one) => one.name === name && one.cutoffs);
    if (found) return found;
  }
  return undefined;
}
