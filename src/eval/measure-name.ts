// Measure strings: the canonical grammar (`nDCG(gain=exp)@10`) and the names other tools and people use for the same things.
import type { JudgedRanking, MeasureDef, MeasureParams, Params } from '../core/contracts.ts';
import { LabError, LabErrors } from '../core/errors.ts';
import { type MeasureSpec, parseMeasure, printParams, resolveParams } from '../core/spec.ts';

/** A measure with its parameters and cutoff fixed. */
export interface ResolvedMeasure {
  /** Canonical: no spaces, parameters sorted, defaults left out. */
  readonly name: string;
  readonly def: MeasureDef;
  readonly params: Params & MeasureParams;
  /** One topic's value, within `def.range`. */
  evaluate(judged: JudgedRanking): number;
}

/**
 * Reads one measure as written: canonical, or by an alias of a definition, in any case, with the cutoff as `@10`
 * or in trec_eval's and BEIR's forms (`ndcg_cut_10`, `P_5`, `P.5`, `recall_100`, `ndcg_at_10`).
 * @throws LabError (LabErrors for several faults): syntax, unknown name, cutoff missing or not taken, parameter unknown or out of range
 */
export function resolveMeasure(written: string, defs: readonly MeasureDef[]): ResolvedMeasure {
  const faults: LabError[] = [];
  const measure = tryResolve(written, defs, faults);
  if (faults.length > 1) throw new LabErrors(faults);
  if (faults[0]) throw faults[0];
  return measure!;
}

/** As `resolveMeasure`, for a list: faults are collected, not thrown, and a measure written twice is taken once. */
export function resolveMeasures(
  written: readonly string[],
  defs: readonly MeasureDef[],
  faults: LabError[],
): ResolvedMeasure[] {
  const byName = new Map<string, ResolvedMeasure>();
  for (const text of written) {
    const measure = tryResolve(text, defs, faults);
    if (measure && !byName.has(measure.name)) byName.set(measure.name, measure);
  }
  return [...byName.values()];
}

function tryResolve(written: string, defs: readonly MeasureDef[], faults: LabError[]): ResolvedMeasure | undefined {
  let spec: MeasureSpec;
  try {
    spec = parseMeasure(written);
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    faults.push(error);
    return undefined;
  }
  const found = findDef(spec.name, defs);
  if (!found) {
    const known = defs.map((def) => def.name);
    const also = defs.flatMap((def) => def.aliases ?? []);
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
  if (cutoff === undefined && def.cutoff === 'required') invalid(`needs a cutoff, as in ${def.name}@10`);
  if (cutoff !== undefined && def.cutoff === 'none') invalid(`${def.name} takes no cutoff`);
  if (cutoff !== undefined && !(Number.isSafeInteger(cutoff) && cutoff >= 1))
    invalid('a cutoff is an integer of 1 or more');
  const declared = resolveParams(def.name, def.params, spec.args, faults);
  if (faults.length > before) return undefined;

  const params: Params & MeasureParams = { rel: 1, ...declared, ...(cutoff === undefined ? {} : { cutoff }) };
  return {
    name: `${def.name}${printParams(def.params, declared)}${cutoff === undefined ? '' : `@${cutoff}`}`,
    def,
    params,
    evaluate: (judged) => def.evaluate(judged, params),
  };
}

/** `recall_100`, `P.5`, `ndcg_cut_10`, `ndcg_at_10`: a name, then a cutoff. */
const CUTOFF_IN_NAME = /^(.+?)(?:_(?:at|cut)[_.]|[_.])([0-9]+)$/;

function findDef(name: string, defs: readonly MeasureDef[]): { def: MeasureDef; cutoff?: number } | undefined {
  const whole = defNamed(name, defs);
  if (whole) return { def: whole };
  const parts = CUTOFF_IN_NAME.exec(name);
  const def = parts ? defNamed(parts[1]!, defs) : undefined;
  return def && { def, cutoff: Number(parts![2]) };
}

/** The exact name first, so that a plugin's measure may differ from another by case alone. */
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
