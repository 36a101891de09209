// The text of `rag-lab list`: one entry a definition, its parameters beneath it.
import type { Catalog, MeasureDef, Named, ParamSpec } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';
import { accepted } from '../core/spec.ts';
import { resolveMeasure } from '../eval/measure-name.ts';
import { comparisonFormats } from '../report/comparison-formats/registry.ts';
import { evaluationFormats } from '../report/evaluation-formats/registry.ts';
import { gateFormats } from '../report/gate-formats/registry.ts';

type Params = Readonly<Record<string, ParamSpec>>;

interface Kind {
  /** Singular, for messages. */
  readonly one: string;
  readonly doc: string;
  /** Said below the entries. */
  readonly note?: string;
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
    doc: 'what ranks chunks: --systems',
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
    doc: 'what is computed from rankings: --measures',
    entries: (catalog) =>
      catalog.measures.map((def) => ({
        name: def.name,
        summary: def.summary,
        usage: CUTOFFS[def.cutoff](def.name),
        params: def.params as Params,
        ...(def.aliases === undefined ? {} : { also: def.aliases }),
        details: [
          `formula  ${def.formula}`,
          `source   ${def.source}`,
          `range    ${def.range[0]} to ${def.range[1]}, ${def.better} is better, ${def.aggregate} over questions`,
        ],
      })),
  },
  fusions: {
    one: 'fusion',
    doc: 'how run files become one: rag-lab fuse --method',
    entries: (catalog) =>
      catalog.fusions.map((def) => ({
        ...def,
        params: def.params as Params,
        details: [`formula  ${def.formula}`, `source   ${def.source}`],
      })),
  },
  chunkers: {
    one: 'chunker',
    doc: 'how documents are cut: --chunker',
    entries: (catalog) => catalog.chunkers.map((def) => ({ ...def, params: def.params as Params })),
  },
  datasets: {
    one: 'dataset',
    doc: 'corpus and questions in one: --dataset',
    note: 'parameters stand before the colon: handbook(pages=20,facts=10):7, beir(split=dev):DIR; --pages, --facts and --split set them, too',
    entries: (catalog) =>
      catalog.datasetFormats.map((def) => ({ ...def, usage: `${def.name}:PLACE`, params: def.params as Params })),
  },
  formats: {
    one: 'format',
    doc: 'what a result is written as: --format',
    entries: formatEntries,
  },
};

/** Every command has formats of its own; those of one name are one entry. */
function formatEntries({ reportFormats }: Catalog): readonly Entry[] {
  const takers: readonly (readonly [commands: string, formats: readonly Named[]])[] = [
    ['run, render, baseline show', reportFormats],
    ['evaluate', evaluationFormats],
    ['compare', comparisonFormats],
    ['gate', gateFormats],
  ];
  const names = new Set(takers.flatMap(([, formats]) => formats.map(({ name }) => name)));
  return [...names].map((name) => {
    const found = takers.flatMap(([commands, formats]) => {
      const format = formats.find((each) => each.name === name);
      return format ? [{ commands, summary: format.summary }] : [];
    });
    const commands = found.map((each) => each.commands).join(', ');
    return {
      name,
      summary: `${found[0]!.summary} (${commands})`,
      params: {},
      details: found.map((each) => `${each.commands}: ${each.summary}`),
    };
  });
}

const CUTOFFS: Readonly<Record<MeasureDef['cutoff'], (name: string) => string>> = {
  required: (name) => `${name}@K`,
  optional: (name) => `${name} or ${name}@K`,
  none: (name) => name,
};

/**
 * @param what the kind; without one, the kinds there are
 * @param name of one entry, or a whole spec that begins with it
 * @throws LabError where `what` is no kind or `name` is not of it
 */
export function describeRegistered(catalog: Catalog, what: string | undefined, name: string | undefined): string {
  if (what === undefined) {
    const kinds = Object.entries(KINDS).map(([key, { doc }]) => ({ name: key, summary: doc, params: {} }));
    return describeAll(kinds);
  }
  const kind = Object.hasOwn(KINDS, what) ? KINDS[what] : undefined;
  if (!kind) throw new LabError('spec.unknown-name', { kind: 'list', name: what, known: Object.keys(KINDS) });
  const entries = kind.entries(catalog);
  const note = kind.note === undefined ? '' : `${kind.note}\n`;
  if (name === undefined) return describeAll(entries) + note;
  const entry = findEntry(entries, name) ?? (what === 'measures' ? findMeasure(catalog, entries, name) : undefined);
  if (!entry) {
    throw new LabError('spec.unknown-name', { kind: kind.one, name, known: entries.map((known) => known.name) });
  }
  return `${describeAll([entry])}${(entry.details ?? []).map((line) => `    ${line}\n`).join('')}${note}`;
}

/** By name or everyday name, in any case; what follows the name in a spec (`bm25(k1=0.9)`, `handbook:7`) does not matter. */
function findEntry(entries: readonly Entry[], written: string): Entry | undefined {
  const bare = written.trim().replace(/[\s([:@>].*$/s, '');
  const folded = bare.toLowerCase();
  return (
    entries.find((known) => known.name === bare) ??
    entries.find((known) => [known.name, ...(known.also ?? [])].some((own) => own.toLowerCase() === folded))
  );
}

/** `ndcg_cut_10` holds a cutoff in its name. @throws LabError for a name that no measure has */
function findMeasure(catalog: Catalog, entries: readonly Entry[], written: string): Entry | undefined {
  const { def } = resolveMeasure(written, catalog.measures);
  return entries.find((known) => known.name === def.name);
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
