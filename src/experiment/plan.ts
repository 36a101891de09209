// Every name and parameter of an experiment, resolved before any work. Faults are collected and reported together.
import type { Catalog, ChunkerDef, Params, RetrieverDef } from '../core/contracts.ts';
import { LabError, LabErrors } from '../core/errors.ts';
import {
  parseLabelledSystem,
  parsePart,
  parseSystem,
  printParams,
  resolveParams,
  type SystemSpec,
} from '../core/spec.ts';
import { type ResolvedMeasure, resolveMeasures } from '../eval/measure-name.ts';
import { findEncoder } from './find-encoder.ts';

export interface PlanRequest {
  /** Systems as typed, each `spec` or `label=spec`. */
  readonly systems: readonly string[];
  readonly measures: readonly string[];
  readonly cutoff: number;
  /** How deep each system ranks; absent means all chunks, up to a limit. */
  readonly depth?: number;
  readonly chunker: string;
}

/** One retriever with its parameters and inputs. Equal canonical strings are one object, opened once. */
export interface SystemNode {
  /** Canonical string: the identity. */
  readonly spec: string;
  readonly def: RetrieverDef;
  readonly params: Params;
  readonly inputs: readonly SystemNode[];
}

export interface PlannedSystem {
  readonly label: string;
  readonly spec: string;
  readonly node: SystemNode;
}

export interface PlannedChunker {
  /** Canonical string: the identity. */
  readonly spec: string;
  /** With every parameter, in the definition's order: what people are shown. */
  readonly full: string;
  readonly def: ChunkerDef;
  readonly params: Params;
}

export interface Plan {
  readonly systems: readonly PlannedSystem[];
  /** All nodes, inputs before what they are inputs of. */
  readonly nodes: readonly SystemNode[];
  readonly measures: readonly ResolvedMeasure[];
  readonly cutoff: number;
  readonly depth: number | undefined;
  readonly chunker: PlannedChunker;
}

/**
 * @param known faults found elsewhere (options), reported with the ones found here
 * @throws LabErrors with all faults
 */
export function planExperiment(catalog: Catalog, request: PlanRequest, known: readonly LabError[] = []): Plan {
  const faults: LabError[] = [...known];
  const nodes = new Map<string, SystemNode>();
  const systems = planSystems(catalog, request.systems, nodes, faults);
  const measures = planMeasures(catalog, request, faults);
  const chunker = planChunker(catalog.chunkers, request.chunker, faults);
  const { cutoff, depth } = request;
  if (depth !== undefined && depth < cutoff) {
    const problem = `--depth ${depth} is less than --cutoff ${cutoff}: what stands between them could never be found`;
    faults.push(new LabError('option.conflict', { problem }));
  }
  if (faults.length > 0 || !chunker) throw new LabErrors(faults);
  return { systems, nodes: [...nodes.values()], measures, cutoff, depth, chunker };
}

/** The headline is always measured: intervals, the paired table and the RESULT line stand on it. */
function planMeasures(catalog: Catalog, { measures, cutoff }: PlanRequest, faults: LabError[]): ResolvedMeasure[] {
  const asked = resolveMeasures(measures, catalog.measures, faults);
  const [headline] = resolveMeasures([`R@${cutoff}`], catalog.measures, faults);
  if (!headline || asked.some(({ name }) => name === headline.name)) return asked;
  // It stands among recalls at other cutoffs, in their order; what was asked for keeps its own.
  const isKin = ({ name }: ResolvedMeasure): boolean => /^R@\d+$/.test(name);
  const next = asked.findIndex((measure) => isKin(measure) && measure.params.cutoff! > cutoff);
  const last = asked.findLastIndex(isKin);
  return asked.toSpliced(next >= 0 ? next : last >= 0 ? last + 1 : asked.length, 0, headline);
}

function planSystems(
  catalog: Catalog,
  written: readonly string[],
  nodes: Map<string, SystemNode>,
  faults: LabError[],
): PlannedSystem[] {
  if (written.length === 0) {
    faults.push(
      new LabError('spec.invalid', { what: '--systems', problem: 'names no system; at least one is needed' }),
    );
  }
  const systems: PlannedSystem[] = [];
  for (const text of written) {
    const parsed = attempt(() => parseLabelledSystem(text), faults);
    if (!parsed) continue;
    const node = resolveSystem(catalog, parsed.system, nodes, faults);
    if (!node) continue;
    const typed = parsed.system;
    const isAlias = catalog.aliases?.has(typed.name) === true && typed.args.size === 0 && typed.inputs.length === 0;
    const label = parsed.label ?? (isAlias ? typed.name : node.spec);
    if (systems.some((system) => system.label === label)) {
      faults.push(new LabError('spec.duplicate-label', { label }, `name one of them: other-name=${node.spec}`));
      continue;
    }
    systems.push({ label, spec: node.spec, node });
  }
  return systems;
}

/** @returns undefined where a fault was found; all faults of the inputs are found too */
function resolveSystem(
  catalog: Catalog,
  written: SystemSpec,
  nodes: Map<string, SystemNode>,
  faults: LabError[],
): SystemNode | undefined {
  const before = faults.length;
  const system = expandAlias(catalog, written, faults);
  const inputs = system.inputs.map((input) => resolveSystem(catalog, input, nodes, faults));
  const def = catalog.retrievers.find((retriever) => retriever.name === system.name);
  if (!def) {
    const known = [...catalog.retrievers.map(({ name }) => name), ...(catalog.aliases?.keys() ?? [])];
    faults.push(new LabError('spec.unknown-name', { kind: 'system', name: system.name, known }));
    return undefined;
  }
  const params = resolveParams(def.name, def.params, system.args, faults);
  const { min, max } = def.inputs ?? { min: 0, max: 0 };
  if (inputs.length < min || inputs.length > max) {
    faults.push(
      new LabError('spec.inputs', { system: def.name, got: inputs.length, accepted: acceptedInputs(min, max) }),
    );
  }
  if (faults.length === before) {
    const problem = def.check?.(params, inputs.length);
    if (problem !== undefined) faults.push(new LabError('spec.invalid', { what: def.name, problem }));
    const encoder = def.encoderOf?.(params);
    const unknown = encoder === undefined ? undefined : findEncoder(catalog.encoders, encoder).fault;
    if (unknown) faults.push(unknown);
  }
  if (faults.length > before) return undefined;

  const whole = inputs as SystemNode[];
  const list = whole.length > 0 ? `[${whole.map((input) => input.spec).join(',')}]` : '';
  const spec = `${def.name}${list}${printParams(def.params, params)}`;
  const shared = nodes.get(spec);
  if (shared) return shared;
  const node = { spec, def, params, inputs: whole };
  nodes.set(spec, node);
  return node;
}

/** An alias stands for a system; arguments written after it apply to the outermost part of what it stands for. */
function expandAlias(catalog: Catalog, system: SystemSpec, faults: LabError[]): SystemSpec {
  const meaning = catalog.aliases?.get(system.name);
  if (meaning === undefined || catalog.retrievers.some(({ name }) => name === system.name)) return system;
  if (system.inputs.length > 0) {
    faults.push(
      new LabError('spec.invalid', {
        what: system.name,
        problem: `stands for ${meaning} and takes no inner systems of its own`,
      }),
    );
  }
  const expanded = parseSystem(meaning);
  return { ...expanded, args: new Map([...expanded.args, ...system.args]) };
}

function acceptedInputs(min: number, max: number): string {
  if (max === 0) return 'no';
  if (min === max) return String(min);
  return Number.isFinite(max) ? `${min} to ${max}` : `${min} or more`;
}

/** @param faults receives what is wrong; then undefined is returned */
export function planChunker(
  chunkers: readonly ChunkerDef[],
  written: string,
  faults: LabError[],
): PlannedChunker | undefined {
  const part = attempt(() => parsePart(written), faults);
  if (!part) return undefined;
  const def = chunkers.find((chunker) => chunker.name === part.name);
  if (!def) {
    const known = chunkers.map(({ name }) => name);
    faults.push(new LabError('spec.unknown-name', { kind: 'chunker', name: part.name, known }));
    return undefined;
  }
  const before = faults.length;
  const params = resolveParams(def.name, def.params, part.args, faults);
  if (faults.length > before) return undefined;
  const problem = def.check?.(params);
  if (problem !== undefined) {
    faults.push(new LabError('spec.invalid', { what: `--chunker ${def.name}`, problem }));
    return undefined;
  }
  const every = Object.keys(def.params).map((key) => `${key}=${params[key]}`);
  const full = every.length > 0 ? `${def.name}(${every.join(',')})` : def.name;
  return { spec: `${def.name}${printParams(def.params, params)}`, full, def, params };
}

function attempt<T>(work: () => T, faults: LabError[]): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof LabError) faults.push(error);
    else if (error instanceof LabErrors) faults.push(...error.errors);
    else throw error;
    return undefined;
  }
}
