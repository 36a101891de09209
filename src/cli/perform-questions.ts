// What the commands of `rag-lab questions` have in common: options from flags and config file, documents, the question set.
import { resolve } from 'node:path';
import type { Catalog, Progress } from '../core/contracts.ts';
import { LabError, LabErrors } from '../core/errors.ts';
import type { Document } from '../core/model.ts';
import type { PlacedQuestion } from '../datasets/questions/question-record.ts';
import { readQuestions } from '../datasets/questions/read-questions.ts';
import { loadCorpus } from '../ingest/load-corpus.ts';
import { fileSource } from './compare-inputs.ts';
import { loadConfig } from './config.ts';
import { CONFIG_OPTIONS } from './config-options.ts';
import { ownCorpusOf, shownPath } from './data-source.ts';
import { catalogOf } from './lab-run.ts';
import { baseOf, type Origins } from './origins.ts';
import { mergeValues } from './perform-run.ts';
import type { QuestionsValues } from './questions-options.ts';
import { readingOptions } from './reading-progress.ts';
import type { Terminal } from './terminal.ts';

/** What a config file says to these commands: what they share with `rag-lab run`. */
const FROM_CONFIG = ['corpus', 'include', 'exclude', 'columns', 'questions', 'chunker', 'plugin', 'keepGoing'] as const;

export interface QuestionsRequest {
  readonly values: QuestionsValues;
  readonly origins: Origins;
  readonly catalog: Catalog;
}

/** Typed options, and those of the config file where nothing was typed. */
export async function requestOf(
  terminal: Terminal,
  flags: QuestionsValues,
  configPath: string | undefined,
): Promise<QuestionsRequest> {
  const config = await loadConfig(terminal.cwd, configPath, CONFIG_OPTIONS);
  const found = config?.values ?? {};
  const kept: QuestionsValues = Object.fromEntries(
    FROM_CONFIG.flatMap((key) => (found[key] === undefined ? [] : [[key, found[key]]])),
  );
  // Here the seed draws sentences; it names no handbook.
  const { seed, ...typed } = flags;
  const values = {
    ...mergeValues<QuestionsValues>(kept, typed),
    // A set is checked and found again over other documents, too: a typed --corpus does not mean another set.
    ...(kept.questions === undefined || flags.questions !== undefined ? {} : { questions: kept.questions }),
    ...(seed === undefined ? {} : { seed }),
  };
  const origins: Origins = { cwd: terminal.cwd, config, typed: flags };
  return { values, origins, catalog: await catalogOf(terminal, values) };
}

/** @param command for the message: `questions check` */
export function requireOptions(
  { values }: QuestionsRequest,
  command: string,
  names: readonly ('corpus' | 'questions' | 'out')[],
  faults: LabError[],
): void {
  const what = { corpus: '--corpus PATH', questions: '--questions FILE', out: '--out FILE' } as const;
  const purpose = { corpus: 'the documents', questions: 'the question set', out: 'the file to write' } as const;
  for (const name of names) {
    if (values[name] !== undefined || faults.some(({ message }) => message.startsWith(`--${name}`))) continue;
    faults.push(new LabError('option.conflict', { problem: `${command}: ${what[name]} is missing: ${purpose[name]}` }));
  }
}

export function throwAny(faults: readonly LabError[]): void {
  if (faults.length > 0) throw new LabErrors(faults);
}

export interface NamedDocuments {
  readonly name: string;
  readonly documents: readonly Document[];
}

/**
 * Checks the options about documents.
 * @returns what reads those of --corpus, or of another place with the same options
 */
export function documentsReader(
  { values, origins, catalog }: QuestionsRequest,
  faults: LabError[],
): (terminal: Terminal, progress: Progress, place?: string) => Promise<NamedDocuments> {
  const { place: own, ...options } = ownCorpusOf(catalog, { ...values, corpus: values.corpus ?? '.' }, origins, faults);
  return (terminal, progress, place = own) =>
    loadCorpus(place, { ...options, folder: terminal.cwd, progress, signal: terminal.interrupt });
}

/** What results and messages call the question set: `-`, or the path as somebody in the current folder would write it. */
export function questionsName({ values, origins }: QuestionsRequest): string {
  const file = values.questions!;
  return file === '-' ? file : shownPath(origins.cwd, resolve(baseOf(origins, 'questions'), file));
}

export async function questionsOf(
  request: QuestionsRequest,
  terminal: Terminal,
  progress: Progress,
): Promise<readonly PlacedQuestion[]> {
  const file = questionsName(request);
  return readQuestions(fileSource(terminal.cwd, file), readingOptions(file, progress, terminal.interrupt));
}
