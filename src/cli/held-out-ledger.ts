// `questions/held-out.ledger.jsonl` beside the config file: every evaluation that looked at the held-out split, a line each.
// Its lines also seal what must not change once somebody has looked: the split's questions and the synonym list.
import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LabError, LabErrors } from '../core/errors.ts';
import { sha256 } from '../core/hash.ts';
import type { Dataset, Topic } from '../core/model.ts';
import { compareText } from '../core/order.ts';
import type { Report } from '../core/results.ts';
import { systemFault } from '../core/system-fault.ts';
import type { LoadedConfig } from './config.ts';
import type { ConfigValues } from './config-options.ts';

const LEDGER = 'questions/held-out.ledger.jsonl';
const HELD_OUT = 'held-out';
/** As other readers do. */
const MOST_FAULTS = 20;

const FINGERPRINTS = ['corpus', 'questions', 'heldOut', 'synonyms'] as const;

/** No times, paths or names of people: the same look is the same line on every machine. */
export interface Look {
  /** 1 for the first. Two processes in the same instant may take the same number; the one after them skips one. */
  readonly look: number;
  /** Canonical strings, sorted. */
  readonly systems: readonly string[];
  readonly measures: readonly string[];
  readonly cutoff: number;
  readonly depth: number;
  readonly chunker: string;
  /** The condition on metadata, in canonical form, and which copies were left out, where there was such a thing. */
  readonly filter?: string;
  readonly dedupe?: string;
  readonly fingerprints: Readonly<Record<(typeof FINGERPRINTS)[number], string>>;
  /** The split or the synonyms were changed on purpose. */
  readonly resealed?: true;
}

export interface LedgerPlace {
  readonly path: string;
  readonly reseal: boolean;
}

/** @param faults receives what is wrong; @returns undefined where the config asks for no ledger */
export function ledgerPlace(
  config: LoadedConfig | undefined,
  { reseal = false }: { readonly reseal?: boolean },
  faults: LabError[],
): LedgerPlace | undefined {
  const values: ConfigValues = config?.values ?? {};
  if (config && values.ledger === true) return { path: join(dirname(config.path), LEDGER), reseal };
  if (reseal) {
    const problem = '--reseal: there is no ledger to seal anew; accepted where the config file says `ledger: true`';
    faults.push(new LabError('option.conflict', { problem }));
  }
  return undefined;
}

/**
 * To be asked before any system is.
 * @throws LabErrors where the ledger cannot be read, LabError where what it seals has changed
 */
export async function checkSeal(place: LedgerPlace, dataset: Dataset): Promise<void> {
  if (looksAtHeldOut(dataset)) isSealBroken(place, (await readLedger(place.path)).looks, dataset);
}

/** @throws LabError where what the last look sealed has changed, and that is not meant */
function isSealBroken({ path, reseal }: LedgerPlace, looks: readonly Look[], dataset: Dataset): boolean {
  const last = looks.at(-1);
  // Taking a resealed change back is none: what an earlier look sealed has been looked at already.
  if (!last || looks.some((look) => changes(look, dataset).length === 0)) return false;
  const changed = changes(last, dataset);
  if (reseal) return true;
  const problem = `${path}: ${changed.join(' and ')} changed after look ${last!.look} at the held-out split`;
  throw new LabError('option.conflict', { problem }, 'undo the change; or --reseal, and the ledger will say so');
}

/** What was looked with. */
export type Seen = Pick<Look, 'systems' | 'measures' | 'cutoff' | 'depth' | 'chunker' | 'filter' | 'dedupe'> & {
  readonly corpus: string;
  readonly questions: string;
};

export function seenIn(report: Report): Seen {
  const { systems, measures, cutoff, depth, corpus, questions, filter } = report;
  return {
    systems: systems.map(({ spec }) => spec),
    measures,
    cutoff,
    depth,
    chunker: corpus.chunker,
    ...(filter && { filter: filter.text }),
    ...(corpus.dedupe && { dedupe: corpus.dedupe }),
    corpus: corpus.fingerprint,
    questions: questions.fingerprint,
  };
}

/**
 * Appends a look, unless one like it is there.
 * @param dataset with all its questions, whichever of them were looked at
 * @returns what the user is told; undefined where the data has no held-out split
 */
export async function recordLook(place: LedgerPlace, dataset: Dataset, seen: Seen): Promise<string | undefined> {
  if (!looksAtHeldOut(dataset)) return undefined;
  const { looks, isWhole } = await readLedger(place.path);
  // Asked again: another process may have sealed it anew in the meantime.
  const resealed = isSealBroken(place, looks, dataset);
  const look: Look = {
    look: looks.reduce((most, { look: n }) => Math.max(most, n), looks.length) + 1,
    systems: seen.systems.toSorted(compareText),
    measures: seen.measures.toSorted(compareText),
    cutoff: seen.cutoff,
    depth: seen.depth,
    chunker: seen.chunker,
    ...(seen.filter === undefined ? {} : { filter: seen.filter }),
    ...(seen.dedupe === undefined ? {} : { dedupe: seen.dedupe }),
    fingerprints: {
      corpus: seen.corpus,
      questions: seen.questions,
      heldOut: heldOutFingerprint(dataset),
      synonyms: synonymsFingerprint(dataset),
    },
    ...(resealed ? { resealed } : {}),
  };
  const former = resealed ? undefined : looks.find((other) => sameLook(other, look));
  if (former) return `The held-out split: ${times(looks.length)}; this repeats look ${former.look} (${LEDGER})`;
  await append(place.path, `${isWhole ? '' : '\n'}${JSON.stringify(look)}\n`);
  return `The held-out split: ${times(looks.length + 1)}, ${resealed ? 'now sealed anew' : 'this one included'} (${LEDGER})`;
}

function times(count: number): string {
  return `looked at ${count === 1 ? 'once' : `${count} times`}`;
}

function sameLook(a: Look, b: Look): boolean {
  const identity = (one: Look): string =>
    JSON.stringify([
      one.systems,
      one.measures,
      one.cutoff,
      one.depth,
      one.chunker,
      one.filter,
      one.dedupe,
      FINGERPRINTS.map((name) => one.fingerprints[name]),
    ]);
  return identity(a) === identity(b);
}

function isHeldOut({ labels }: Topic): boolean {
  return labels.split === HELD_OUT;
}

/** Whether any of its questions is held out. */
export function looksAtHeldOut({ topics }: Dataset): boolean {
  return topics.some(isHeldOut);
}

function changes({ fingerprints }: Look, dataset: Dataset): string[] {
  return [
    ...(fingerprints.heldOut === heldOutFingerprint(dataset) ? [] : ['the held-out questions']),
    ...(fingerprints.synonyms === synonymsFingerprint(dataset) ? [] : ['the synonym list']),
  ];
}

/** Over the split's questions and the words of their evidence: not its place, which moves with the text around it. */
function heldOutFingerprint({ topics, evidence, documents }: Dataset): string {
  const texts = new Map(documents.map(({ id, text }) => [id, text]));
  const needs = new Map<string, unknown[]>();
  for (const { topicId, docId, span, grade, need } of evidence) {
    const quote = span ? (texts.get(docId) ?? '').slice(span.start, span.end) : null;
    const known = needs.get(topicId);
    const one = [docId, quote, grade, need];
    if (known) known.push(one);
    else needs.set(topicId, [one]);
  }
  return sha256(
    topics.filter(isHeldOut).map(({ id, text, labels, slices, answer = null }) => {
      const sorted = Object.entries(labels).sort(([a], [b]) => compareText(a, b));
      return JSON.stringify([id, text, sorted, slices, answer, needs.get(id) ?? []]);
    }),
  );
}

function synonymsFingerprint({ synonyms: { groups, expansions } }: Dataset): string {
  return sha256([JSON.stringify([groups, expansions ? [...expansions] : null])]);
}

interface Ledger {
  readonly looks: readonly Look[];
  /** Whether the last line has its line feed. */
  readonly isWhole: boolean;
}

async function readLedger(path: string): Promise<Ledger> {
  let text: string;
  try {
    // A pipe in its place might never end.
    if (!(await stat(path)).isFile()) throw new Error('it is not a file');
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { looks: [], isWhole: true };
    throw new LabError('file.unreadable', { path, problem: systemFault(error) });
  }
  const looks: Look[] = [];
  const faults: LabError[] = [];
  for (const [n, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const look = parseLook(line);
    if (look) looks.push(look);
    else {
      const problem = 'not a look at the held-out split, as rag-lab writes it';
      faults.push(new LabError('file.malformed', { where: `${path}:${n + 1}`, problem }, 'restore the ledger'));
      if (faults.length === MOST_FAULTS) break;
    }
  }
  if (faults.length > 0) throw new LabErrors(faults);
  return { looks, isWhole: text === '' || text.endsWith('\n') };
}

function parseLook(line: string): Look | undefined {
  let value: Partial<Record<keyof Look, unknown>> | null;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (value === null || typeof value !== 'object') return undefined;
  const isCount = (one: unknown): boolean => Number.isSafeInteger(one) && (one as number) > 0;
  const isTexts = (one: unknown): boolean => Array.isArray(one) && one.every((text) => typeof text === 'string');
  const prints = value.fingerprints as Record<string, unknown> | null | undefined;
  const isLook =
    isCount(value.look) &&
    isCount(value.cutoff) &&
    isCount(value.depth) &&
    isTexts(value.systems) &&
    isTexts(value.measures) &&
    typeof value.chunker === 'string' &&
    [value.filter, value.dedupe].every((one) => one === undefined || typeof one === 'string') &&
    prints !== null &&
    typeof prints === 'object' &&
    FINGERPRINTS.every((name) => typeof prints[name] === 'string') &&
    (value.resealed === undefined || value.resealed === true);
  return isLook ? (value as Look) : undefined;
}

/** One write to the end of the file, wherever that is by then: lines of two processes stand one after the other. */
async function append(path: string, line: string): Promise<void> {
  try {
    await mkdir(dirname(path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    const handle = await open(path, 'a');
    try {
      const bytes = Buffer.from(line, 'utf8');
      const { bytesWritten } = await handle.write(bytes);
      if (bytesWritten < bytes.length) throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new LabError('file.unwritable', { path, problem: systemFault(error) });
  }
}
