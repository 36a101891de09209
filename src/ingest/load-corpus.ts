// A folder, a file, an archive or a BEIR directory to documents, sorted by path: the same whatever the order on disk.
import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ColumnNames, DocumentFormat, ParseContext, ParsedDocument, Progress } from '../core/contracts.ts';
import { documentId, recordId } from '../core/document-id.ts';
import { LabError, LabErrors } from '../core/errors.ts';
import type { Document, Meta } from '../core/model.ts';
import { compareText } from '../core/order.ts';
import { systemFault } from '../core/system-fault.ts';
import { type FileContent, isArchiveName, openArchive, packedName } from './archives.ts';
import {
  type FileChoice,
  type FileTree,
  type FoundFile,
  type Listing,
  listFiles,
  openFolder,
  readRegularFile,
} from './list-files.ts';
import { dropRepeatedEdges } from './repeated-blocks.ts';

export interface CorpusOptions extends FileChoice {
  /** A file's extension picks the first that names it. */
  readonly formats: readonly DocumentFormat[];
  readonly columns?: ColumnNames | undefined;
  /** Skip, with a warning, what cannot be read. */
  readonly keepGoing?: boolean | undefined;
  /** What a relative place starts from; the current folder if absent. */
  readonly folder?: string | undefined;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

export interface LoadedCorpus {
  /** The last part of the place; of an archive without its extension, so that a report is the same packed or not. */
  readonly name: string;
  /** By path, then in the order of the file. `source` is the path within the corpus. */
  readonly documents: readonly Document[];
  /** What was left out although it is there, by path within the corpus. */
  readonly skipped: readonly { readonly source: string; readonly problem: string }[];
  /** Files that gave documents. */
  readonly files: number;
  /** Files in no known format. */
  readonly ignored: number;
}

/** Files that are read at the same time: enough to hide the disk, few enough for the memory. */
const AT_ONCE = 8;
/** Faults that are reported before reading stops, as of lines in one file. */
const MOST_FAULTS = 20;
/** Warnings of one kind that are printed whole. */
const MOST_ALIKE = 5;

interface Place {
  readonly name: string;
  readonly isFile: boolean;
  /** What messages call a file of it. */
  source(path: string): string;
  list(): Promise<Listing>;
  contents(files: readonly FoundFile[]): AsyncIterable<FileContent>;
  close(): Promise<void>;
}

interface Reading {
  readonly path: string;
  readonly format: DocumentFormat;
  readonly parsed: readonly ParsedDocument[];
  readonly warnings: readonly string[];
  readonly faults: readonly LabError[];
}

/** @throws LabError or LabErrors (at most twenty) */
export async function loadCorpus(place: string, options: CorpusOptions): Promise<LoadedCorpus> {
  const { progress, signal, keepGoing = false } = options;
  const opened = await openPlace(place, options);
  try {
    const listing = await opened.list();
    const chosen = choose(listing.files, opened.isFile, options);
    const warnings = new Warnings(progress);
    const skipped: { source: string; problem: string }[] = [];
    const faults: LabError[] = [];
    const skip = (path: string, problem: string): void => {
      skipped.push({ source: path, problem });
      warnings.add(`${opened.source(path)}: ${problem}`, problem);
    };
    for (const { path, problem } of listing.refused) skip(path, problem);
    for (const { path, problem } of listing.unreadable) {
      if (keepGoing) skip(path, `skipped: cannot be read: ${problem}`);
      else faults.push(new LabError('file.unreadable', { path: opened.source(path), problem }));
    }
    if (chosen.leftByBeir > 0) {
      const said = 'as in a BEIR directory, only corpus.jsonl is read';
      progress.report({ kind: 'warning', message: `${place}: ${said}; ${countFiles(chosen.leftByBeir)} left out` });
    }
    if (chosen.asked.length > 0) {
      const shown = [...chosen.asked.slice(0, MOST_ALIKE), ...(chosen.asked.length > MOST_ALIKE ? ['...'] : [])];
      const message = `${place}: left out as questions or judgments: ${shown.join(', ')}; --include reads them as documents`;
      progress.report({ kind: 'warning', message });
    }
    warnCaseTwins(chosen.found, (path, twin) =>
      warnings.add(`${opened.source(path)}: differs from ${twin} by case only`, 'case'),
    );

    const readings = withoutRepeatedEdges(await readAll(opened, chosen, options, MOST_FAULTS - faults.length));
    for (const { path, warnings: problems, faults: found } of readings) {
      for (const problem of problems) warnings.add(`${opened.source(path)}: ${problem}`, problem);
      if (found.length === 0) continue;
      if (!keepGoing) faults.push(...found);
      else {
        const more = found.length > 1 ? ` (and ${found.length - 1} more)` : '';
        skipped.push({ source: path, problem: `${found[0]!.message}${more}` });
        warnings.add(`skipped: ${found[0]!.message}${more}`, 'skipped');
      }
    }
    if (faults.length > 0) {
      warnings.end();
      throw faults.length === 1 ? faults[0]! : new LabErrors(faults.slice(0, MOST_FAULTS));
    }

    const documents: Document[] = [];
    let files = 0;
    for (const reading of readings) {
      if (reading.faults.length > 0) continue;
      const made = toDocuments(reading);
      if (made.length > 0) files++;
      else skip(reading.path, reading.parsed.length > 0 ? 'skipped: it has no text' : 'skipped: it holds no documents');
      documents.push(...made);
    }
    warnings.end();
    if (chosen.ignored.length > 0) {
      progress.report({ kind: 'warning', message: `${place}: ${describeIgnored(chosen.ignored)}` });
    }
    if (documents.length === 0) throw nothingFound(place, chosen, skipped.length, options);
    signal.throwIfAborted();
    checkIds(documents, opened);
    return { name: opened.name, documents, skipped, files, ignored: chosen.ignored.length };
  } finally {
    await opened.close();
  }
}

// --- places

async function openPlace(place: string, options: CorpusOptions): Promise<Place> {
  const { signal } = options;
  const path = options.folder === undefined ? resolve(place) : resolve(options.folder, place);
  try {
    const real = await realpath(path);
    const facts = await stat(real);
    const name = lastPart(path) || lastPart(real) || 'corpus';
    const source = (inner: string): string => {
      const start = place.replace(/[\\/]+$/, '');
      return start === '.' || start === '' ? inner : `${start}/${inner}`;
    };
    if (facts.isDirectory()) {
      const tree = await openFolder(real);
      return {
        name,
        isFile: false,
        source,
        list: () => listFiles(tree, options, signal),
        contents: (files) => diskContents(tree, files),
        close: async () => {},
      };
    }
    if (!facts.isFile()) {
      throw new LabError('file.unreadable', { path: place, problem: 'it is neither a file nor a folder' });
    }
    if (!isArchiveName(name)) return singleFile(place, real, name);
    const archive = await openArchive(path, place, signal);
    return {
      name: packedName(name),
      isFile: false,
      source,
      async list() {
        const listing = await listFiles(archive.tree, options, signal);
        return { ...listing, refused: [...archive.refused, ...listing.refused] };
      },
      contents: (files) => archive.contents(files),
      close: () => archive.close(),
    };
  } catch (error) {
    if (error instanceof LabError || typeof (error as NodeJS.ErrnoException).code !== 'string') throw error;
    throw new LabError('file.unreadable', { path: place, problem: systemFault(error) });
  }
}

function lastPart(path: string): string {
  return path.replace(/[\\/]+$/, '').replace(/^.*[\\/]/, '');
}

/** Whoever names a file means it: neither globs nor rules apply. */
function singleFile(place: string, real: string, name: string): Place {
  const file = { path: name.normalize('NFC'), location: real };
  return {
    name,
    isFile: true,
    source: () => place,
    list: async () => ({ files: [file], refused: [], unreadable: [] }),
    async *contents(files) {
      for (const wanted of files) yield { file: wanted, bytes: () => readRegularFile(real) };
    },
    close: async () => {},
  };
}

async function* diskContents(tree: FileTree, files: readonly FoundFile[]): AsyncGenerator<FileContent> {
  for (const file of files) yield { file, bytes: () => tree.read(file.location) };
}

// --- which files

interface Chosen {
  readonly files: ReadonlyMap<string, DocumentFormat>;
  readonly found: readonly FoundFile[];
  /** Paths of files in no known format. */
  readonly ignored: readonly string[];
  /** Paths of files that are questions or judgments by their names. */
  readonly asked: readonly string[];
  /** Files that would have been documents, were it not for corpus.jsonl. */
  readonly leftByBeir: number;
}

const BEIR_CORPUS = 'corpus.jsonl';
/** What is asked of documents beside it, and its judgments: as documents they would answer every question best. */
const ASKED = new RegExp(
  String.raw`(^|/)((queries|questions)([.-](train|dev|test|tuning|held-out|draft|\d+))?\.(jsonl|ndjson|json|csv|tsv|ya?ml)` +
    String.raw`|qrels/[^/]+|([^/]+[.-])?qrels([.-][^/]+)?\.(tsv|txt|csv|jsonl?))$`,
  'i',
);

function choose(all: readonly FoundFile[], isFile: boolean, { formats, include }: CorpusOptions): Chosen {
  const files = new Map<string, DocumentFormat>();
  const ignored: string[] = [];
  const asked: string[] = [];
  const isNamed = isFile || (include?.length ?? 0) > 0;
  for (const { path } of all) {
    const format = formatOf(path, formats);
    if (!isNamed && ASKED.test(path)) asked.push(path);
    else if (format) files.set(path, format);
    else ignored.push(path);
  }
  const corpus = files.get(BEIR_CORPUS);
  if (!corpus) return { files, found: all.filter(({ path }) => files.has(path)), ignored, asked, leftByBeir: 0 };
  return {
    files: new Map([[BEIR_CORPUS, corpus]]),
    found: all.filter(({ path }) => path === BEIR_CORPUS),
    ignored: [],
    asked: [],
    leftByBeir: asked.length > 0 ? 0 : files.size - 1,
  };
}

function formatOf(path: string, formats: readonly DocumentFormat[]): DocumentFormat | undefined {
  const name = lastPart(path).toLowerCase();
  return formats.find(({ extensions }) =>
    extensions.some((extension) => name.length > extension.length + 1 && name.endsWith(`.${extension}`)),
  );
}

function warnCaseTwins(files: readonly FoundFile[], warn: (path: string, twin: string) => void): void {
  const seen = new Map<string, string>();
  for (const { path } of files) {
    const folded = path.toLowerCase();
    const twin = seen.get(folded);
    if (twin === undefined) seen.set(folded, path);
    // Equal names are two on disk whose accents are composed differently: a fault of their ids.
    else if (path !== twin) warn(path, twin);
  }
}

// --- reading

/**
 * In the order of paths, whatever the order in which reading ended.
 * @param mostFaults after as many, no further file is begun
 */
async function readAll(
  opened: Place,
  chosen: Chosen,
  { progress, signal, columns, keepGoing }: CorpusOptions,
  mostFaults: number,
): Promise<Reading[]> {
  const readings: Reading[] = [];
  const total = chosen.found.length;
  let faults = 0;
  let failed = false;
  progress.report({ kind: 'stage-began', stage: 'read', total });
  const contents = opened.contents(chosen.found)[Symbol.asyncIterator]();
  const work = async (): Promise<void> => {
    while (!failed && (keepGoing || faults < mostFaults)) {
      signal.throwIfAborted();
      const next = await contents.next();
      if (next.done) return;
      const { file, bytes } = next.value;
      const context = { signal, ...(columns ? { columns } : {}) };
      const reading = await readOne(opened.source(file.path), file.path, chosen.files.get(file.path)!, bytes, context);
      faults += reading.faults.length;
      readings.push(reading);
      progress.report({ kind: 'stage-advanced', stage: 'read', done: readings.length, total });
    }
  };
  try {
    const workers = Array.from({ length: AT_ONCE }, () =>
      work().catch((error: unknown) => {
        failed = true;
        throw error;
      }),
    );
    // All of them, so that none still reads when the corpus is closed.
    for (const ended of await Promise.allSettled(workers)) if (ended.status === 'rejected') throw ended.reason;
  } finally {
    await contents.return?.();
    progress.report({ kind: 'stage-ended', stage: 'read' });
  }
  return readings.sort((a, b) => compareText(a.path, b.path));
}

async function readOne(
  source: string,
  path: string,
  format: DocumentFormat,
  bytes: () => Promise<Uint8Array>,
  context: Omit<ParseContext, 'warn'>,
): Promise<Reading> {
  const warnings: string[] = [];
  const warn = (problem: string): void => {
    warnings.push(problem);
  };
  const failed = (faults: readonly LabError[]): Reading => ({ path, format, parsed: [], warnings, faults });
  let content: Uint8Array;
  try {
    content = await bytes();
  } catch (error) {
    if (error instanceof LabError) return failed([error]);
    if (typeof (error as { code?: unknown } | null)?.code !== 'string') throw error;
    return failed([new LabError('file.unreadable', { path: source, problem: systemFault(error) })]);
  }
  try {
    const parsed = await format.parse(content, source, { ...context, warn });
    return { path, format, parsed, warnings, faults: [] };
  } catch (error) {
    if (error instanceof LabError) return failed([error]);
    if (error instanceof LabErrors) return failed(error.errors);
    // A file may ask for more depth or length than there is. Anything else is a fault of the program.
    if (!(error instanceof RangeError)) throw error;
    const problem = /call stack/.test(error.message) ? 'it is nested too deeply' : systemFault(error);
    return failed([new LabError('file.unreadable', { path: source, problem })]);
  }
}

// --- documents

/** Formats whose pages carry the heads and feet of their site. */
const SITE_FORMATS = new Set(['html']);

function withoutRepeatedEdges(readings: readonly Reading[]): readonly Reading[] {
  const isPage = ({ format, parsed }: Reading): boolean => SITE_FORMATS.has(format.name) && parsed.length === 1;
  const tidied = dropRepeatedEdges(readings.filter(isPage).map(({ parsed }) => parsed[0]!))[Symbol.iterator]();
  return readings.map((reading) => (isPage(reading) ? { ...reading, parsed: [tidied.next().value!] } : reading));
}

function toDocuments({ path, format, parsed }: Reading): Document[] {
  const documents: Document[] = [];
  const slash = path.indexOf('/');
  const place: Meta = { ...(slash > 0 ? { folder: path.slice(0, slash) } : {}), path, format: format.name };
  for (const [n, { id, title, text, blocks, meta }] of parsed.entries()) {
    if (!format.records && text.trim() === '') continue;
    const isNumbered = format.records === true || parsed.length > 1;
    const own = id ?? (isNumbered ? recordId(path, n + 1) : documentId(path));
    // What the author wrote stands.
    documents.push({ id: own, title, text, blocks, meta: { ...place, ...meta }, source: path });
  }
  return documents;
}

function checkIds(documents: readonly Document[], opened: Place): void {
  const places = new Map<string, string>();
  const faults: LabError[] = [];
  for (const { id, source } of documents) {
    const first = places.get(id);
    if (first === undefined) places.set(id, source);
    else if (faults.length < MOST_FAULTS) {
      const where = opened.source(source);
      // In a file of records the line would be told; a file of its own has its path for an id.
      const also =
        source === first && id === documentId(source)
          ? 'there under a name that differs only in how its accents are composed'
          : `in ${opened.source(first)}`;
      const problem = `document "${id}" is also ${also}; ids must be unique within a corpus`;
      faults.push(new LabError('file.malformed', { where, problem }));
    }
  }
  if (faults.length > 0) throw faults.length === 1 ? faults[0]! : new LabErrors(faults);
}

// --- messages

/** Passes on the first warnings of each kind, then says how many there are. */
class Warnings {
  readonly #progress: Progress;
  readonly #kinds = new Map<string, { count: number; last: string }>();

  constructor(progress: Progress) {
    this.#progress = progress;
  }

  /** @param problem numbers and what is quoted in it do not make another kind */
  add(message: string, problem: string): void {
    const key = problem.replace(/"[^"]*"|0x[0-9A-Fa-f]+|\d+/g, '#');
    const kind = this.#kinds.get(key) ?? { count: 0, last: message };
    kind.count++;
    kind.last = message;
    this.#kinds.set(key, kind);
    if (kind.count <= MOST_ALIKE) this.#progress.report({ kind: 'warning', message });
  }

  end(): void {
    for (const { count, last } of this.#kinds.values()) {
      const more = count - MOST_ALIKE;
      if (more === 1) this.#progress.report({ kind: 'warning', message: last });
      else if (more > 1) {
        this.#progress.report({ kind: 'warning', message: `and ${more} more like this; the last one: ${last}` });
      }
    }
    this.#kinds.clear();
  }
}

function countFiles(n: number): string {
  return n === 1 ? '1 file' : `${n} files`;
}

/** `12 files in no known format: .png 9, .ipynb 3`. */
function describeIgnored(paths: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const dot = /.(\.[^./]{1,20})$/.exec(lastPart(path).toLowerCase())?.[1] ?? 'without extension';
    counts.set(dot, (counts.get(dot) ?? 0) + 1);
  }
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]));
  const shown = sorted.slice(0, MOST_KINDS).map(([extension, count]) => `${extension} ${count}`);
  const rest = sorted.slice(MOST_KINDS).reduce((sum, [, count]) => sum + count, 0);
  if (rest > 0) shown.push(`others ${rest}`);
  return `${countFiles(paths.length)} in no known format: ${shown.join(', ')}`;
}

const MOST_KINDS = 10;

function nothingFound(place: string, chosen: Chosen, skipped: number, options: CorpusOptions): LabError {
  const read = [...new Set(options.formats.flatMap(({ extensions }) => extensions))].map((name) => `.${name}`);
  const held = [
    ...(chosen.found.length > 0 ? [`${countFiles(chosen.found.length)} without a document`] : []),
    ...(chosen.ignored.length > 0 ? [describeIgnored(chosen.ignored)] : []),
    ...(chosen.asked.length > 0 ? [`${countFiles(chosen.asked.length)} of questions or judgments`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  const narrowed = (options.include?.length ?? 0) + (options.exclude?.length ?? 0) > 0 ? ' that the globs choose' : '';
  const problem = `no document in it${narrowed} (${held.join('; ') || 'no files'}); read are ${read.join(', ')}`;
  return new LabError('data.invalid', { what: place, problem });
}
