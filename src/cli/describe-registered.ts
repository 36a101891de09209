// The text of `rag-lab list`: one entry a definition, its parameters beneath it.
import type { Catalog, MeasureDef, Named, ParamSpec } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';
import { accepted } from '../core/spec.ts';

type Params = Readonly<Record<string, ParamSpec>>;

interface Kind {
  /** Singular, for messages. */
  readonly one: string;
  readonly entries: (catalog: Catalog) => readonly Entry[];
}

interface Entry extends Named {
  /** How it is written, where more than the name. */
  readonly usage?: string;
  readonly params: Params;
  readonly also?: readonly string[];
  /** Shown when the entry is asked for by name. */
  readonly details?: readonly string[];
}

const KINDS: Readonly<Record<string, Kind>> = {
  systems: {
    one: 'system',
    entries: (catalog) => [
      ...catalog.retrievers.map((def) => ({
        ...def,
        usage: def.inputs && def.inputs.max > 0 ? `${def.name}[system,...]` : def.name,
        params: def.params as Params,
      })),
      ...[...(catalog.aliases ?? [])].map(([name, spec]) => ({ name, summary: `stands for ${spec}`, params: {} })),
    ],
  },
  measures: {
    one: 'measure',
    entries: (catalog) =>
      catalog.measures.map((def) => ({
        name: def.name,
        summary: def.summary,
        usage: `${def.name}${CUTOFFS[def.cutoff]}`,
        params: def.params as Params,
        ...(def.aliases === undefined ? {} : { also: def.aliases }),
        details: [
          `formula  ${def.formula}`,
          `source   ${def.source}`,
          `range    ${def.range[0]} to ${def.range[1]}, ${def.better} is better, ${def.aggregate} over questions`,
        ],
      })),
  },
  chunkers: {
    one: 'chunker',
    entries: (catalog) => catalog.chunkers.map((def) => ({ ...def, params: def.params as Params })),
  },
  datasets: {
    one: 'dataset',
    entries: (catalog) =>
      catalog.datasetFormats.map((def) => ({ ...def, usage: `${def.name}:PLACE`, params: def.params as Params })),
  },
  formats: {
    one: 'format',
    entries: (catalog) => catalog.reportFormats.map(({ name, summary }) => ({ name, summary, params: {} })),
  },
};

const CUTOFFS: Readonly<Record<MeasureDef['cutoff'], string>> = { required: '@K', optional: ' or @K', none: '' };

/** @throws LabError where `what` is no kind or `name` is not of it */
export function describeRegistered(catalog: Catalog, what: string, name: string | undefined): string {
  const kind = Object.hasOwn(KINDS, what) ? KINDS[what] : undefined;
  if (!kind) throw new LabError('spec.unknown-name', { kind: 'list', name: what, known: Object.keys(KINDS) });
  const entries = kind.entries(catalog);
  if (name === undefined) return describeAll(entries);
  const folded = name.toLowerCase();
  const entry =
    entries.find((known) => known.name === name) ??
    entries.find((known) => [known.name, ...(known.also ?? [])].some((own) => own.toLowerCase() === folded));
  if (!entry) {
    throw new LabError('spec.unknown-name', { kind: kind.one, name, known: entries.map((known) => known.name) });
  }
  return `${describeAll([entry])}${(entry.details ?? []).map((line) => `    ${line}\n`).join('')}`;
}

function describeAll(entries: readonly Entry[]): string {
  const width = Math.max(...entries.map(({ usage, name }) => (usage ?? name).length), 0);
  return entries.map((entry) => describe(entry, width)).join('');
}

function describe({ name, usage, summary, params, also }: Entry, width: number): string {
  const names = also && also.length > 0 ? ` (also ${also.join(', ')})` : '';
  const rows = Object.entries(params).map(
    ([key, spec]) => [`${key}=${spec.default}`, accepted(spec), spec.doc] as const,
  );
  const first = Math.max(...rows.map(([cell]) => cell.length), 0);
  const second = Math.max(...rows.map(([, cell]) => cell.length), 0);
  return [
    `${(usage ?? name).padEnd(width)}  ${summary}${names}`,
    ...rows.map(([value, accepts, doc]) => `    ${value.padEnd(first)}  ${accepts.padEnd(second)}  ${doc}`),
  ]
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}
