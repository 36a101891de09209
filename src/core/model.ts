// The shared nouns: documents, chunks, topics, evidence, rankings. Files speak ids; kernels speak ordinals.

/** Opaque, as all ids are: never a number, never a path to follow. */
export type DocId = string;
/** `DOCUMENT#N`, N from 0 within the document. */
export type ChunkId = string;
/** Id of a question. */
export type TopicId = string;
/** Dense position of a chunk in its collection, 0..size-1. */
export type ChunkOrd = number;

/** Half-open range of UTF-16 units in a document's text: `text.slice(start, end)`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What is known of a document besides its text; filters ask it. */
export type Meta = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** One structural piece of a document. `path` is the heading trail above it, outermost first; `page` is 1-based. */
export interface Block {
  readonly kind: 'heading' | 'paragraph' | 'list-item' | 'table-row' | 'code';
  readonly span: Span;
  readonly path: readonly string[];
  readonly page?: number;
  /** Of a table row below the table's head: where that head stands, so that a chunk that begins amid a table can repeat it. */
  readonly header?: Span;
}

/** Something to be searched, whole. */
export interface Document {
  readonly id: DocId;
  readonly title: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly meta: Meta;
  /** Where the document came from, for messages; never part of a fingerprint. */
  readonly source: string;
}

/** What a chunker proposes: a span of the document, and optionally a context line to be read before the text. */
export interface ChunkDraft {
  readonly span: Span;
  readonly path: readonly string[];
  /** Read (indexed, encoded, counted) before the text, e.g. `Handbook › Annual leave`; not part of the span. */
  readonly prefix?: string;
}

/** A part of a document: what is searched and returned. */
export interface Chunk {
  readonly id: ChunkId;
  readonly docId: DocId;
  readonly ord: ChunkOrd;
  readonly span: Span;
  readonly path: readonly string[];
  /** 1-based page of the first character, where the document has pages. */
  readonly page?: number;
  /** What systems read: the prefix, if any, a line feed, then exactly the document's text within `span`. */
  readonly text: string;
  /** UTF-16 units of `text` that come before the span's own text (0 without a prefix). */
  readonly offset: number;
  /** White-space separated words of `text`. */
  readonly words: number;
  /** Estimated tokens: ceil(UTF-16 units of `text` / 4). */
  readonly tokens: number;
}

/** The searchable set: an immutable list of chunks, in document order. */
export interface Collection {
  readonly name: string;
  readonly documents: readonly Document[];
  readonly chunks: readonly Chunk[];
  /** SHA-256 over the documents' ids, titles and texts and the chunk boundaries. */
  readonly fingerprint: string;
  ordOf(id: ChunkId): ChunkOrd | undefined;
}

/** One question as typed. Any label can slice a table; the lab's own are `fact`, `wording` and `split`. */
export interface Topic {
  readonly id: TopicId;
  readonly text: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Named slices the question belongs to, e.g. `numeric`. */
  readonly slices: readonly string[];
  readonly answer?: string;
}

/** Gold, anchored in a document. Without a span the whole document is the evidence. */
export interface Evidence {
  readonly topicId: TopicId;
  readonly docId: DocId;
  readonly span?: Span;
  readonly grade: number;
  /** Needs are numbered from 0 within a topic: all distinct needs must be met; equal needs are alternatives. */
  readonly need: number;
}

/** Grades by topic and id: > 0 relevant, 0 judged and not relevant, < 0 in the pool but unjudged. */
export type Qrels = ReadonlyMap<TopicId, ReadonlyMap<string, number>>;

/**
 * What synonym-aware systems are given: words as written, which each system reads with its own analyzer. Written for one corpus,
 * so it travels with the dataset.
 */
export interface Synonyms {
  /** Sets of words that mean the same; no word is in two sets. */
  readonly groups: readonly (readonly string[])[];
  /** word -> words to add to a query that holds it. Absent: every member of a group adds the others. */
  readonly expansions?: ReadonlyMap<string, readonly string[]>;
}

/** Documents, topics and evidence, and what else belongs to them. */
export interface Dataset {
  readonly name: string;
  /** The generator's seed, or null where nothing was generated. */
  readonly seed: number | null;
  readonly documents: readonly Document[];
  readonly topics: readonly Topic[];
  readonly evidence: readonly Evidence[];
  readonly synonyms: Synonyms;
}

/** One topic's ordered list. Equal lengths; scores do not increase; ties stand in ascending ordinal. */
export interface Ranking {
  readonly topicId: TopicId;
  readonly chunks: Uint32Array;
  readonly scores: Float64Array;
  /** How many leading entries matched something; the rest only keep their place by ordinal. */
  readonly signal: number;
}

/** Rankings of one system over all topics. The tag is the canonical system string. */
export interface Run {
  readonly tag: string;
  readonly depth: number;
  readonly rankings: ReadonlyMap<TopicId, Ranking>;
}
