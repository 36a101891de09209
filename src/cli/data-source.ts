// What is searched and asked, from options: a dataset by name, documents of one's own, questions of one's own about either.
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Catalog, ColumnNames, Context } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';
import type { Dataset } from '../core/model.ts';
import { splitList } from '../core/spec.ts';
import type { NamedPath } from '../datasets/byte-source.ts';
import type { OwnCorpus } from '../datasets/own-corpus.ts';
import { resolveDataset } from './dataset-spec.ts';
import { baseOf, type Origins } from './origins.ts';
import { flagOf, type RunValues } from './run-options.ts';

export interface DataSource {
  load(context: Context): Promise<Dataset>;
}

/** @param faults receives what is wrong; then undefined is returned */
export function resolveSource(
  catalog: Catalog,
  values: RunValues,
  origins: Origins,
  faults: LabError[],
  isAsked = false,
): DataSource | undefined {
  const before = faults.length;
  const at = (key: 'questions' | 'qrels' | 'synonyms'): NamedPath | undefined => {
    if (values[key] === undefined) return undefined;
    const path = resolve(baseOf(origins, key), values[key]);
    return { path, name: shownPath(origins.cwd, path) };
  };
  const documents =
    values.corpus === undefined ? named(catalog, values, origins, faults) : own(catalog, values, origins, faults);
  const questions = at('questions');
  const qrels = at('qrels');
  const synonyms = at('synonyms');
  if (questions === undefined && qrels !== undefined) {
    const problem = '--qrels judges the topics of --questions, and there is no --questions';
    faults.push(new LabError('option.conflict', { problem }));
  }
  if (values.corpus !== undefined && questions === undefined && !isAsked) {
    const corpus = shownPath(origins.cwd, resolve(baseOf(origins, 'corpus'), values.corpus));
    const problem = `--corpus ${corpus}: what is to be asked of it? --questions is missing`;
    const remedy = `rag-lab questions new --corpus ${corpus} drafts some; a BEIR directory is --dataset beir:${corpus}`;
    faults.push(new LabError('option.conflict', { problem }, remedy));
  }
  if (faults.length > before || !documents) return undefined;
  return {
    async load(context) {
      let dataset = await documents(context);
      if (questions !== undefined) {
        const { askQuestions } = await import('../datasets/own-corpus.ts');
        dataset = await askQuestions(dataset, { questions, qrels }, context);
      }
      if (synonyms === undefined) return dataset;
      const { readSynonyms } = await import('../datasets/read-synonyms.ts');
      return { ...dataset, synonyms: await readSynonyms(synonyms.path, synonyms.name) };
    },
  };
}

/** As somebody who stands in `cwd` would call it. */
export function shownPath(cwd: string, path: string): string {
  const near = relative(cwd, path);
  return near.startsWith('..') || isAbsolute(near) ? path : near || '.';
}

type Load = (context: Context) => Promise<Dataset>;

function named(catalog: Catalog, values: RunValues, origins: Origins, faults: LabError[]): Load | undefined {
  for (const key of ['include', 'exclude', 'columns'] as const) {
    if (values[key] !== undefined) {
      faults.push(new LabError('option.conflict', { problem: `${flagOf({ name: key })}: applies to --corpus only` }));
    }
  }
  const spec = resolveDataset(catalog.datasetFormats, values, faults);
  if (!spec) return undefined;
  const { format, place, params } = spec;
  const from = format.place === 'path' ? resolve(baseOf(origins, 'dataset'), place) : place;
  return (context) => format.load(from, params, context);
}

function own(catalog: Catalog, values: RunValues, origins: Origins, faults: LabError[]): Load {
  for (const key of ['dataset', 'seed', 'pages', 'facts'] as const) {
    if (values[key] === undefined) continue;
    const problem = `--corpus and ${flagOf({ name: key })} name two different sets of documents; give one of them`;
    faults.push(new LabError('option.conflict', { problem }));
  }
  const corpus = ownCorpusOf(catalog, values, origins, faults);
  return async (context) => {
    const { loadOwnCorpus } = await import('../datasets/own-corpus.ts');
    return loadOwnCorpus(corpus, context);
  };
}

/** The documents that --corpus and the options beside it name; the same for every command. */
export function ownCorpusOf(catalog: Catalog, values: RunValues, origins: Origins, faults: LabError[]): OwnCorpus {
  const columns = readColumns(values.columns ?? [], faults);
  const path = resolve(baseOf(origins, 'corpus'), values.corpus!);
  const corpus = {
    place: shownPath(origins.cwd, path),
    folder: origins.cwd,
    formats: catalog.documentFormats,
    ...(values.include === undefined ? {} : { include: values.include }),
    ...(values.exclude === undefined ? {} : { exclude: values.exclude }),
    ...(values.columns === undefined ? {} : { columns }),
    ...(values.keepGoing === undefined ? {} : { keepGoing: values.keepGoing }),
  };
  return withoutFiles(corpus, path, values, origins);
}

/** What is asked of the documents is none of them, though it lie among them: it would answer every question best. */
function withoutFiles(corpus: OwnCorpus, place: string, values: RunValues, origins: Origins): OwnCorpus {
  const inside = (['questions', 'qrels', 'synonyms'] as const).flatMap((key) => {
    if (values[key] === undefined) return [];
    const path = relative(place, resolve(baseOf(origins, key), values[key]))
      .split(sep)
      .join('/');
    return path === '' || path.startsWith('../') || isAbsolute(path) ? [] : [`/${literal(path)}`];
  });
  return inside.length === 0 ? corpus : { ...corpus, exclude: [...(corpus.exclude ?? []), ...inside] };
}

/** As a glob that matches this path alone. */
function literal(path: string): string {
  return path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');
}

const COLUMNS: readonly string[] = ['id', 'title', 'text'];

function readColumns(written: readonly string[], faults: LabError[]): ColumnNames {
  const columns: Record<string, string> = {};
  for (const text of written.flatMap(splitList)) {
    const at = text.indexOf('=');
    const [role, name] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
    if (at > 0 && name !== '' && COLUMNS.includes(role) && columns[role] === undefined) columns[role] = name;
    else {
      const accepted = 'id=NAME, title=NAME and text=NAME, each once';
      faults.push(new LabError('option.invalid', { option: '--columns', value: text, accepted }));
    }
  }
  return columns;
}
