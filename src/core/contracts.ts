// The ports: everything that the author of a retriever, measure, chunker, dataset or report format reads.
import type { Explanation, QueryWord, ScoreAnatomy } from './explanation.ts';
import type {
  Block,
  ChunkDraft,
  ChunkOrd,
  Collection,
  Dataset,
  DocId,
  Document,
  Meta,
  Ranking,
  Synonyms,
  Topic,
  TopicId,
} from './model.ts';
import type { Report } from './results.ts';
import type { Rng } from './rng.ts';

/** What a parameter can be in a spec. */
export type ParamValue = number | string | boolean;
/** Parameters by name, checked and with defaults filled in. */
export type Params = Readonly<Record<string, ParamValue>>;

/** One parameter as data: it drives parsing, validation, help and `rag-lab list`. */
export interface ParamSpec<T extends ParamValue = ParamValue> {
  readonly default: T;
  readonly doc: string;
  /** Inclusive bounds, for numbers. */
  readonly min?: number;
  readonly max?: number;
  readonly integer?: boolean;
  /** The accepted values, for strings. */
  readonly choices?: readonly T[];
}
/** One spec for each parameter. */
export type ParamSpecs<P> = { readonly [K in keyof P]: P[K] extends ParamValue ? ParamSpec<P[K]> : never };

/** Whatever stands in a registry. */
export interface Named {
  readonly name: string;
  /** One line, for lists and help. */
  readonly summary: string;
}

/** What happened on the way; a warning is for people, and no part of a result. */
export type ProgressEvent =
  | { readonly kind: 'stage-began'; readonly stage: string; readonly total?: number }
  | { readonly kind: 'stage-advanced'; readonly stage: string; readonly done: number; readonly total: number }
  | { readonly kind: 'stage-ended'; readonly stage: string }
  | { readonly kind: 'warning'; readonly message: string };

/** Who is told of it. */
export interface Progress {
  report(event: ProgressEvent): void;
}

/** What lies outside of the program, handed in by whoever started it: nothing here reads the process by itself. */
export interface Host {
  /** Absolute folder that relative paths and commands start from. */
  readonly folder: string;
  /** The environment: the one place secrets come from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Refuse anything that would use the network. */
  readonly offline: boolean;
  /** The user said that models may be downloaded. */
  readonly allowDownload: boolean;
}

/** What all work is given: random numbers of its seed, somebody to tell, and a signal that ends it. */
export interface Context {
  readonly rng: Rng;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** Absent where nothing outside may be touched. */
  readonly host?: Host;
  /** Where indexes outlive a run; absent means nowhere. */
  readonly indexes?: IndexStore;
}

/** Contents that were saved, to be taken in the order in which they were written. */
export interface ByteSource {
  /** Bytes not taken yet. */
  readonly left: number;
  /** The next bytes, in a buffer of their own. */
  take(length: number): ArrayBuffer;
}

/** Keeps what took long to build. What is wrong with it is a warning, never a fault. */
export interface IndexStore {
  /** What `read` makes of what was saved under the key; undefined where there is nothing that can be believed. */
  load<T>(key: string, read: (source: ByteSource) => T): T | undefined;
  save(key: string, parts: Iterable<Uint8Array>): void;
}

/** What a system may use while it is opened. */
export interface OpenContext extends Context {
  /**
   * An encoder by registered name, and behind a colon the model it is to load: `use-lite`, `hf:NAME`. Opened once for each
   * model and set of options, and shared by all systems of an experiment.
   * @param options what its vectors depend on besides the text, and how they are got
   */
  encoder(name: string, options?: Params): Promise<Encoder>;
  readonly synonyms: Synonyms;
  /** Grades of the chunks that carry a topic's evidence. Only the oracle may look. */
  judged(topicId: TopicId): ReadonlyMap<ChunkOrd, number>;
}

/** One question to a system. */
export interface SearchRequest {
  readonly topic: Topic;
  /** How many entries are asked for; a ranking is never longer, and a shallower one is the beginning of a deeper one. */
  readonly depth: number;
  /**
   * Only chunks it allows may be returned; the scores of those do not change with it. A fusion hands it to its inputs, so
   * that places are counted among what may be returned.
   */
  readonly filter?: Filter;
}

/** A condition on metadata, applied to a collection. */
export interface Filter {
  /** In canonical form, e.g. `team = people and updated >= 2026-01-01`. */
  readonly text: string;
  /** By ordinal: 1 where the chunk may be returned. */
  readonly allowed: Uint8Array;
  /** How many are. */
  readonly count: number;
}

/** A term (or sentence, or input list) and what it adds to a score. */
export interface TermWeight {
  readonly term: string;
  readonly weight: number;
}

/** A content word of a question after analysis, and the number of chunks that hold it. */
export interface QueryTerm {
  readonly term: string;
  readonly chunks: number;
}

/** An immutable snapshot of one collection, ready to be asked. */
export interface Searcher {
  /** What explanations of a system over it call it; given by whoever opened it. */
  readonly name?: string;
  /** One ranking a request, in the order asked. */
  search(requests: readonly SearchRequest[]): Promise<readonly Ranking[]>;
  /**
   * What a chunk's score is made of, largest first; empty where nothing matched. Sums to the score for additive systems.
   * The filter is the one that the question was asked with.
   */
  explain?(topic: Topic, ord: ChunkOrd, filter?: Filter): Promise<readonly TermWeight[]>;
  /** The same in full, for people who ask why; undefined where nothing matched. Its parts sum to the score of an additive system. */
  anatomy?(topic: Topic, ord: ChunkOrd, filter?: Filter): Promise<ScoreAnatomy | undefined>;
  /** The question word by word as this system reads it, stop words included; absent where a system has no words (dense). */
  reading?(topic: Topic): readonly QueryWord[];
  /** The question as this system reads it; absent where a system has no terms (dense). */
  terms?(topic: Topic): readonly QueryTerm[];
  /** UTF-16 units at the start of a chunk's text that the system really reads; absent where it reads all. */
  reach?(ord: ChunkOrd): number;
  close?(): Promise<void>;
}

/** A system by its name: retriever, reranker or fusion, as it takes none, one or several inner systems. */
export interface RetrieverDef<P = Params> extends Named {
  readonly params: ParamSpecs<P>;
  /** How many inner systems it takes; absent means none. */
  readonly inputs?: { readonly min: number; readonly max: number };
  /** Checks that a parameter alone cannot express; returns what is wrong and what is accepted. */
  check?(params: P, inputs: number): string | undefined;
  /** The encoder that it will ask for, so that an unknown one is noticed before any work. */
  encoderOf?(params: P): string;
  open(collection: Collection, params: P, context: OpenContext, inputs: readonly Searcher[]): Promise<Searcher>;
}

/** Texts to vectors. */
export interface Encoder {
  readonly dims: number;
  /** Identity of weights, code and tokenizer: equal strings give equal vectors. */
  readonly fingerprint: string;
  /**
   * Unit rows, row-major, one a text; a text with nothing to read gives a row of zeros.
   * What lies beyond the encoder's limit is not read: use `pieces` to cut first, `reach` to know.
   */
  encode(texts: readonly string[], role: 'query' | 'passage'): Promise<Float32Array>;
  /** Cuts a text into pieces that are each read whole; together they hold every token of the text. */
  pieces(text: string): readonly string[];
  /** UTF-16 units at the start of the text that lie within the encoder's limit. */
  reach(text: string): number;
  /** Distinct texts that the on-disk cache held, and those that were computed, since the encoder was opened. */
  cacheStats?(): { readonly hits: number; readonly misses: number };
  close?(): Promise<void>;
}

/** What a system asks an encoder for. */
export interface EncoderRequest {
  /** What stands behind the colon of `hf:NAME`; empty where nothing does. */
  readonly model: string;
  /** Parameters of the system that asks; those that differ give another encoder. */
  readonly options: Params;
}

/** An encoder by its name. */
export interface EncoderDef extends Named {
  open(context: Context, cacheDir: string | undefined, request: EncoderRequest): Promise<Encoder>;
}

/** trec_eval's join of a ranking with its judgments: all that a measure ever sees. */
export interface JudgedRanking {
  /** By rank: grade of a judged document (may be negative), else 0. Over evidence: best grade of the needs first met here. */
  readonly grades: Int32Array;
  /** By rank: 1 where the document is judged. */
  readonly judged: Uint8Array;
  /** Positive grades of everything to be found, descending. */
  readonly ideal: Int32Array;
  /** `ideal.length`. */
  readonly relevant: number;
  readonly judgedNonRelevant: number;
  /**
   * What was found, in order: 1-based rank and positive grade of each credit. Over qrels a credit is a relevant document;
   * over evidence it is a need, at the rank where it is first met whole. Ranks do not decrease.
   */
  readonly creditRanks: Uint32Array;
  readonly creditGrades: Int32Array;
}

/** What every measure is told besides its own parameters. */
export interface MeasureParams {
  readonly cutoff?: number;
  /** Minimum grade that counts as relevant. */
  readonly rel: number;
}

/** What trec_eval calls a measure. One may have several such names: AP is `map`, with a cutoff `map_cut_10`. */
export interface TrecEvalName {
  readonly name: string;
  /** Parameters that the name stands for where they are not the measure's own defaults: `rbp` is RBP(p=0.9). */
  readonly params?: Params;
  /** Absent: the name takes no cutoff. Else the cutoffs that trec_eval prints unless told otherwise. */
  readonly cutoffs?: readonly number[];
  /** The one parameter that may follow the name, as in `set_F_0.5`. */
  readonly suffix?: string;
}

/** A ranking whose order within blocks of equal scores is open. */
export interface TiedRanking {
  readonly judged: JudgedRanking;
  /** Rank of the last entry of each block, ascending; a block of one is no tie. */
  readonly blockEnds: Uint32Array;
}

/** A measure by its name. */
export interface MeasureDef<P = Params> extends Named {
  readonly aliases?: readonly string[];
  readonly cutoff: 'required' | 'optional' | 'none';
  /** True where the cutoff is no rank but a share that may be a fraction: of recall, of the number relevant. */
  readonly fractional?: boolean;
  readonly better: 'higher' | 'lower';
  readonly aggregate: 'mean' | 'sum' | 'geometric';
  readonly range: readonly [number, number];
  /** Whether a topic's value can only be 0 or 1, so that hits are counted: always, where there is one thing to find, or never. */
  readonly hits: 'always' | 'single-need' | 'never';
  readonly formula: string;
  readonly source: string;
  readonly params: ParamSpecs<P>;
  readonly trecEval?: readonly TrecEvalName[];
  /** Parameters that had another default in trec_eval 9. */
  readonly trecEval9?: Params;
  /** True where trec_eval prints whole numbers. */
  readonly integer?: boolean;
  /** True where trec_eval prints no line for a single topic. */
  readonly summaryOnly?: boolean;
  /** False where `rel` stays at its default when a minimum grade is set for all measures (trec_eval -l). */
  readonly followsMinGrade?: boolean;
  /**
   * Which order of tied entries is the best one: higher grades first, or judged ones first; `free`: the order of entries
   * means nothing. Absent: not settled by a rule.
   */
  readonly ties?: 'grade' | 'judged' | 'free';
  /** Checks that a parameter alone cannot express; returns what is wrong and what is accepted. */
  check?(params: P & MeasureParams): string | undefined;
  evaluate(judged: JudgedRanking, params: P & MeasureParams): number;
  /** The mean of `evaluate` over all orders of tied entries, in closed form. */
  expected?(tied: TiedRanking, params: P & MeasureParams): number;
}

/** One list of one topic, as a fusion sees it: documents are numbers from 0, shared by all lists of the topic. */
export interface FusionList {
  /** Best first. */
  readonly members: Uint32Array;
  /** By rank, not increasing. */
  readonly scores: Float64Array;
  /** Above 0. */
  readonly weight: number;
}

/** Fuses lists of scored documents. Pure: what else every fusion does (ties, weights of 0, depth) is done around it. */
export interface FusionDef<P = Params> extends Named {
  readonly formula: string;
  readonly source: string;
  readonly params: ParamSpecs<P>;
  /**
   * A score for each document, higher is better.
   * @param lists those whose weight is above 0, in the order of the runs; one that lacks the topic is empty
   * @param documents how many there are; each is in at least one list
   */
  fuse(lists: readonly FusionList[], documents: number, params: P): Float64Array;
}

/** A way to cut documents, by its name. */
export interface ChunkerDef<P = Params> extends Named {
  readonly params: ParamSpecs<P>;
  check?(params: P): string | undefined;
  /** Drafts in document order with strictly increasing starts. */
  chunk(document: Document, params: P): readonly ChunkDraft[];
  /** Sentences longer than the limit, kept whole; absent where nothing is kept beyond a limit. */
  oversized?(document: Document, params: P): number;
}

/** What a document format makes of (a part of) a file. */
export interface ParsedDocument {
  /** Its own id, e.g. `_id` of a JSON line; absent where the file's path names it. */
  readonly id?: DocId;
  readonly title: string;
  readonly text: string;
  /** In document order; spans lie in `text`. */
  readonly blocks: readonly Block[];
  readonly meta: Meta;
}

/** The names of the columns or fields that hold what a document needs; absent ones have their usual names. */
export interface ColumnNames {
  readonly id?: string;
  readonly title?: string;
  readonly text?: string;
}

/** What a document format is told besides the file. */
export interface ParseContext {
  /** Tells people something that they should know though the file could be read, e.g. a guessed encoding. */
  warn(problem: string): void;
  readonly columns?: ColumnNames;
  /** Aborted when the run is: formats that read for long look at it, and throw its reason. */
  readonly signal?: AbortSignal;
}

/** A kind of files that hold documents. */
export interface DocumentFormat extends Named {
  /** Lower case, without the dot. */
  readonly extensions: readonly string[];
  /** Set where each record of a file is a document: one without an id is numbered, and one without text is kept. */
  readonly records?: true;
  /**
   * One document for a page-like format, one a record for JSONL and tables.
   * @param source path as people know it, for messages
   * @throws LabError `file.malformed` with `source:line` where one is known, or LabErrors with up to 20 of them
   */
  parse(bytes: Uint8Array, source: string, context: ParseContext): Promise<readonly ParsedDocument[]>;
}

/** What `NAME` of `--dataset NAME:PLACE` means: documents, questions and evidence in one. */
export interface DatasetFormat<P = Params> extends Named {
  readonly params: ParamSpecs<P>;
  /** What stands behind the colon: a path of files, meant from where it is written, or text such as a seed. */
  readonly place: 'path' | 'text';
  load(location: string, params: P, context: Context): Promise<Dataset>;
}

/** A system's rankings in TREC form, ready to be written. */
export interface RunFile {
  /** File name, e.g. `1-bm25.run`. */
  readonly name: string;
  readonly text: string;
}

/** How a report is to look; the colour functions are handed in so that formats stay pure. */
export interface RenderStyle {
  /** Columns to fit tables into; Infinity for pipes and files. */
  readonly width: number;
  readonly paint: (role: 'heading' | 'good' | 'bad' | 'dim', text: string) => string;
}

/** What a report format is given. */
export interface RenderInput {
  readonly report: Report;
  /** Absent when a stored report is rendered: it holds no rankings. */
  readonly runs?: readonly RunFile[];
  /** Absent where nobody asked for it, and when a stored report is rendered. */
  readonly explanation?: Explanation;
  readonly style: RenderStyle;
}

/** A report as text, by the format's name. */
export interface ReportFormat extends Named {
  readonly extension: string;
  /** A promise where what writes it is loaded first. */
  render(input: RenderInput): string | Promise<string>;
}

/** Everything that can be named in a spec. Built-ins and plugins stand in the same lists. */
export interface Catalog {
  readonly retrievers: readonly RetrieverDef[];
  readonly encoders: readonly EncoderDef[];
  readonly measures: readonly MeasureDef[];
  readonly fusions: readonly FusionDef[];
  readonly chunkers: readonly ChunkerDef[];
  readonly datasetFormats: readonly DatasetFormat[];
  readonly documentFormats: readonly DocumentFormat[];
  readonly reportFormats: readonly ReportFormat[];
  /** Names that stand for a system spec, e.g. `hybrid` for `rrf[bm25,dense]`. */
  readonly aliases?: ReadonlyMap<string, string>;
}
