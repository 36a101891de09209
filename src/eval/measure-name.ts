// Measure strings: the canonical grammar (`nDCG(gain=exp)@10`) and the names other tools and people use for the same things.
import type { JudgedRanking, MeasureDef, MeasureParams, Params, ParamValue, TrecEvalName } from '../core/contracts.ts';
import { LabError, LabErrors } from '../core/errors.ts';
import { type MeasureSpec, parseMeasure, printParams, resolveParams } from '../core/spec.ts';
import type { TrecEvalVersion } from './measure-sets.ts';
import { judgedOnly } from './narrow-ranking.ts';

/** A measure with its parameters and cutoff fixed. */
export interface ResolvedMeasure {
  /** Canonical: no spaces, parameters sorted, defaults left out. */
  readonly name: string;
  readonly def: MeasureDef;
  readonly params: Params & MeasureParams;
  /** One topic's value, within `def.range`. */
  evaluate(judged: JudgedRanking): number;
}

export interface MeasureOptions {
  /** The `rel` of every measure that has one and does not say it itself, but nDCG: trec_eval's -l. */
  readonly minGrade?: number;
  /** Defaults as this version has them; 10 unless told otherwise. */
  readonly version?: TrecEvalVersion;
}

/**
 * Reads one measure as written: canonical, or by an alias of a definition, in any case, with the cutoff as `@10`
 * or in trec_eval's and BEIR's forms (`ndcg_cut_10`, `P_5`, `P.5`, `recall_100`, `ndcg_at_10`). A name exactly as
 * trec_eval writes it means what it means there: `rbp` is RBP(p=0.9), RBP is RBP(p=0.8) as in ir_measures.
 * @throws LabError (LabErrors for several faults): syntax, unknown name, cutoff missing or not taken, parameter unknown or out of range
 */
export function resolveMeasure(
  written: string,
  defs: readonly MeasureDef[],
  options: MeasureOptions = {},
): ResolvedMeasure {
  const faults: LabError[] = [];
  const measure = tryResolve(written, defs, faults, options);
  if (faults.length > 1) throw new LabErrors(faults);
  if (faults[0]) throw faults[0];
  return measure!;
}

/** As `resolveMeasure`, for a list: faults are collected, not thrown, and a measure written twice is taken once. */
export function resolveMeasures(
  written: readonly string[],
  defs: readonly MeasureDef[],
  faults: LabError[],
  options: MeasureOptions = {},
): ResolvedMeasure[] {
  const byName = new Map<string, ResolvedMeasure>();
  for (const text of written) {
    const measure = tryResolve(text, defs, faults, options);
    if (measure && !byName.has(measure.name)) byName.set(measure.name, measure);
  }
  return [...byName.values()];
}

function tryResolve(
  written: string,
  defs: readonly MeasureDef[],
  faults: LabError[],
  { minGrade = 1, version }: MeasureOptions,
): ResolvedMeasure | undefined {
  let spec: MeasureSpec;
  let found: Found | undefined;
  try {
    const typed = pairsAsGains(written);
    spec = parseMeasure(typed, true);
    found = findDef(spec.name, defs);
    // Only a share may be a fraction or 0; anything else is refused where it stands.
    if (!found?.def.fractional) spec = parseMeasure(typed);
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    faults.push(error);
    return undefined;
  }
  if (!found) {
    const known = defs.map((def) => def.name);
    const also = defs.flatMap((def) => [...(def.aliases ?? []), ...(def.trecEval ?? []).map(({ name }) => name)]);
    const name = CUTOFF_IN_NAME.exec(spec.name)?.[1] ?? spec.name;
    faults.push(new LabError('spec.unknown-name', { kind: 'measure', name, known, also }));
    return undefined;
  }
  const before = faults.length;
  const invalid = (problem: string): number =>
    faults.push(new LabError('spec.invalid', { what: `measure "${written.trim()}"`, problem }));
  const { def } = found;
  const cutoff = spec.cutoff ?? found.cutoff;
  if (spec.cutoff !== undefined && found.cutoff !== undefined) {
    invalid(`names two cutoffs, ${found.cutoff} and ${spec.cutoff}`);
  }
  if (cutoff === undefined && def.cutoff === 'required') {
    invalid(`needs a cutoff, as in ${def.name}@${def.fractional ? 0.5 : 10}`);
  }
  if (cutoff !== undefined && def.cutoff === 'none') invalid(`${def.name} takes no cutoff`);
  else if (cutoff !== undefined && !def.fractional && !(Number.isSafeInteger(cutoff) && cutoff >= 1)) {
    invalid('a cutoff is an integer of 1 or more');
  }
  const own = { ...(version === 'trec_eval-9' ? def.trecEval9 : {}), ...found.params };
  const args = new Map(Object.entries(own).map(([key, value]) => [key, `${value}`]));
  for (const [key, value] of spec.args) args.set(key, value);
  const declared: Record<string, ParamValue> = { ...resolveParams(def.name, def.params, args, faults) };
  if (minGrade !== 1 && takesMinGrade(def) && !args.has('rel')) declared.rel = minGrade;
  const params: Params & MeasureParams = { rel: 1, ...declared, ...(cutoff === undefined ? {} : { cutoff }) };
  if (faults.length === before) {
    const problem = def.check?.(params);
    if (problem !== undefined) invalid(problem);
  }
  if (faults.length > before) return undefined;

  return {
    name: `${def.name}${printParams(def.params, declared)}${cutoff === undefined ? '' : `@${cutoff}`}`,
    def,
    params,
    evaluate:
      params.judged_only === true
        ? (judged) => def.evaluate(judgedOnly(judged), params)
        : (judged) => def.evaluate(judged, params),
  };
}

/** Whether a minimum grade that is set for all measures reaches this one. */
export function takesMinGrade(def: MeasureDef): boolean {
  return def.followsMinGrade !== false && Object.hasOwn(def.params, 'rel');
}

interface Found {
  readonly def: MeasureDef;
  readonly cutoff?: number;
  readonly params?: Params;
}

/** `recall_100`, `P.5`, `ndcg_cut_10`, `ndcg_at_10`: a name, then a cutoff. */
const CUTOFF_IN_NAME = /^(.+?)(?:_(?:at|cut)[_.]|[_.])([0-9]+)$/;

/** The exact name first, so that a plugin's measure may differ from another by case alone. */
function findDef(name: string, defs: readonly MeasureDef[]): Found | undefined {
  const exact = defs.find((def) => def.name === name);
  if (exact) return { def: exact };
  for (const def of defs) {
    for (const trecName of def.trecEval ?? []) {
      const found = asTrecEval(name, trecName);
      if (found) return { def, ...found };
    }
  }
  const whole = defNamed(name, defs);
  if (whole) return { def: whole };
  const parts = CUTOFF_IN_NAME.exec(name);
  const def = parts ? defNamed(parts[1]!, defs) : undefined;
  return def && { def, cutoff: Number(parts![2]) };
}

/** `iprec_at_recall_0.10`, `ndcg_cut.10`, `set_F_0.5`: trec_eval's own name, and what may follow it. */
function asTrecEval(written: string, { name, params, cutoffs, suffix }: TrecEvalName): Omit<Found, 'def'> | undefined {
  if (!written.startsWith(name)) return undefined;
  const rest = written.slice(name.length);
  const own = params ? { params } : {};
  if (rest === '') return own;
  if (!/^[_.]([0-9]+\.?[0-9]*|\.[0-9]+)$/.test(rest)) return undefined;
  const value = Number(rest.slice(1));
  if (cutoffs) return { ...own, cutoff: value };
  return suffix === undefined ? undefined : { params: { ...params, [suffix]: value } };
}

/** trec_eval's `ndcg.1=1,2=3,3=7` and what it prints for it, `ndcg_1=1,2=3,3=7`. */
function pairsAsGains(written: string): string {
  const pairs = /^\s*ndcg[._]([0-9]+=[0-9.]+(?:,[0-9]+=[0-9.]+)*)\s*$/.exec(written)?.[1];
  return pairs === undefined ? written : `nDCG(gains=${pairs.replaceAll('=', ':').replaceAll(',', ';')})`;
}

function defNamed(name: string, defs: readonly MeasureDef[]): MeasureDef | undefined {
  const folded = fold(name);
  return (
    defs.find((def) => def.name === name) ??
    defs.find((def) => [def.name, ...(def.aliases ?? [])].some((known) => fold(known) === folded))
  );
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}
