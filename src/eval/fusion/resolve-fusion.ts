// Fusions as written: `rrf(k=10)`, `weighted(norm=zscore,weights=0.7:0.3)`, checked against their definitions.
import type { FusionDef, Params } from '../../core/contracts.ts';
import { LabError } from '../../core/errors.ts';
import { type PartSpec, parsePart, printParams, resolveParams } from '../../core/spec.ts';
import { readWeights } from '../../core/weights.ts';

/** A fusion with its parameters fixed, for a number of runs. */
export interface ResolvedFusion {
  /** Canonical: no spaces, parameters sorted, defaults left out. The tag of the fused run. */
  readonly name: string;
  readonly def: FusionDef;
  readonly params: Params;
  /** One for each run. */
  readonly weights: readonly number[];
}

/** Everyday spellings of norms. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['min-max', 'minmax'],
  ['z-score', 'zscore'],
]);

/**
 * @param runs how many runs are to be fused
 * @param options parameters given beside the method, as `--norm` and `--weights` are
 * @param faults receives what is wrong: syntax, unknown name, parameter unknown, not valid or given twice, number of weights
 */
export function resolveFusion(
  written: string,
  defs: readonly FusionDef[],
  runs: number,
  options: Readonly<Record<string, string>>,
  faults: LabError[],
): ResolvedFusion | undefined {
  const before = faults.length;
  let part: PartSpec;
  try {
    part = parsePart(written);
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    faults.push(error);
    return undefined;
  }
  const folded = part.name.toLowerCase();
  const def = defs.find(({ name }) => name === folded);
  if (def === undefined) {
    faults.push(
      new LabError('spec.unknown-name', { kind: 'fusion', name: part.name, known: defs.map(({ name }) => name) }),
    );
    return undefined;
  }
  const args = new Map(part.args);
  for (const [name, value] of Object.entries(options)) {
    const other = args.get(name);
    if (other !== undefined && other !== value) {
      faults.push(
        new LabError('option.conflict', { problem: `${written} and --${name} ${value} contradict each other` }),
      );
    }
    args.set(name, value);
  }
  const norm = args.get('norm');
  if (norm !== undefined) args.set('norm', SPELLINGS.get(norm) ?? norm);
  const params = resolveParams(def.name, def.params, args, faults);
  const weights = readWeights(String(params.weights ?? ''), runs);
  if (typeof weights === 'string') faults.push(new LabError('spec.invalid', { what: def.name, problem: weights }));
  if (faults.length > before || typeof weights === 'string') return undefined;
  return { name: `${def.name}${printParams(def.params, params)}`, def, params, weights };
}
