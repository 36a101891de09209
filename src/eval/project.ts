// Evidence is anchored in documents; here it is projected onto the chunks of a collection, whatever they are.
import { isSpace } from '../core/collection.ts';
import { LabError } from '../core/errors.ts';
import type { Chunk, ChunkOrd, Collection, Dataset, Document, Evidence, Qrels, Span, TopicId } from '../core/model.ts';

/** A chunk's part of a span that no chunk holds whole: offsets in the document, white space behind it included. */
export interface Piece {
  readonly ord: ChunkOrd;
  readonly from: number;
  readonly to: number;
}

/** One piece of evidence that meets a need: by any one chunk of `whole`, or by pieces that together cover from..to. */
export interface Alternative {
  /** Chunks that each hold all of it, ascending. */
  readonly whole: readonly ChunkOrd[];
  /** Empty unless the span is split: every chunk that holds a part of it, by start. */
  readonly pieces: readonly Piece[];
  /** The span without white space at its edges; 0..0 for a whole document. */
  readonly from: number;
  readonly to: number;
}

export interface Need {
  /** The best grade among its alternatives, 1 or more: what meeting it earns, whichever alternative does. */
  readonly grade: number;
  /** Those that some chunks hold; empty where nothing in the collection can meet the need. */
  readonly alternatives: readonly Alternative[];
  /** True where it can be met by pieces only. */
  readonly split: boolean;
}

/** One topic's gold, in chunks. */
export interface TopicEvidence {
  /** Ascending by need number. */
  readonly needs: readonly Need[];
  /**
   * Every chunk that carries evidence, ascending, with the best grade it carries (a piece carries its span's grade).
   * Grades of 0 and less stand for what was judged and is no answer.
   */
  readonly grades: ReadonlyMap<ChunkOrd, number>;
  /** Evidence of grade 0. */
  readonly judgedNonRelevant: number;
}

export interface Projection {
  /** Every topic of the dataset, in its order; one without evidence has no needs and scores 0. */
  readonly topics: ReadonlyMap<TopicId, TopicEvidence>;
  /** Topics with a need that is cut by chunk boundaries, in dataset order. */
  readonly splitTopics: readonly TopicId[];
  /** Topics with a need that no chunk can meet: its document or its text is not in the collection. */
  readonly unmeetableTopics: readonly TopicId[];
}

/**
 * Projects a dataset's evidence onto a collection of its documents.
 * @throws LabError where two topics share an id, evidence names an unknown one, or a span is outside its document or blank
 */
export function projectEvidence(
  collection: Collection,
  { topics, evidence }: Pick<Dataset, 'topics' | 'evidence'>,
): Projection {
  const byTopic = new Map<TopicId, Evidence[]>();
  for (const { id } of topics) {
    if (byTopic.has(id))
      throw new LabError('data.invalid', { what: `question "${id}"`, problem: 'two questions have this id' });
    byTopic.set(id, []);
  }
  for (const item of evidence) {
    const items = byTopic.get(item.topicId);
    if (!items) {
      const problem = 'no question has this id';
      throw new LabError('data.invalid', { what: `evidence for "${item.topicId}"`, problem });
    }
    items.push(item);
  }
  const locate = createLocator(collection);

  const projected = new Map<TopicId, TopicEvidence>();
  const splitTopics: TopicId[] = [];
  const unmeetableTopics: TopicId[] = [];
  for (const [topicId, items] of byTopic) {
    const gold = projectTopic(items, locate);
    projected.set(topicId, gold);
    if (gold.needs.some((need) => need.split)) splitTopics.push(topicId);
    if (gold.needs.some((need) => need.alternatives.length === 0)) unmeetableTopics.push(topicId);
  }
  return { topics: projected, splitTopics, unmeetableTopics };
}

type Locate = (item: Evidence) => Alternative;

function projectTopic(items: readonly Evidence[], locate: Locate): TopicEvidence {
  const needs = new Map<number, { grade: number; alternatives: Alternative[] }>();
  const grades = new Map<ChunkOrd, number>();
  let judgedNonRelevant = 0;
  for (const item of items) {
    const alternative = locate(item);
    for (const ord of chunksOf(alternative)) grades.set(ord, Math.max(grades.get(ord) ?? -Infinity, item.grade));
    if (item.grade === 0) judgedNonRelevant++;
    if (item.grade <= 0) continue;
    const need = needs.get(item.need) ?? { grade: 0, alternatives: [] };
    needs.set(item.need, need);
    need.grade = Math.max(need.grade, item.grade);
    if (chunksOf(alternative).length > 0) need.alternatives.push(alternative);
  }
  return {
    needs: [...needs]
      .sort(([a], [b]) => a - b)
      .map(([, { grade, alternatives }]) => ({
        grade,
        alternatives,
        split: alternatives.length > 0 && alternatives.every((alternative) => alternative.whole.length === 0),
      })),
    grades: new Map([...grades].sort(([a], [b]) => a - b)),
    judgedNonRelevant,
  };
}

/** The part of a topic's evidence that concerns one need, by its position. */
export function evidenceOfNeed({ needs, grades }: TopicEvidence, position: number): TopicEvidence {
  const need = needs[position]!;
  const own = new Set(need.alternatives.flatMap(chunksOf));
  return { needs: [need], grades: new Map([...grades].filter(([ord]) => own.has(ord))), judgedNonRelevant: 0 };
}

function chunksOf({ whole, pieces }: Alternative): readonly ChunkOrd[] {
  return whole.length > 0 ? whole : pieces.map((piece) => piece.ord);
}

/** Looks up the chunks of one document by offset. */
interface DocumentChunks {
  readonly document: Document;
  /** By start, ascending. */
  readonly chunks: readonly Chunk[];
  /** By position: the largest end so far, so that the first chunk that reaches an offset can be found by halving. */
  readonly reach: readonly number[];
}

function createLocator(collection: Collection): Locate {
  const indexed = indexDocuments(collection);
  return (item) => {
    const found = indexed.get(item.docId);
    if (!found) return { whole: [], pieces: [], from: 0, to: 0 };
    if (!item.span) return { whole: found.chunks.map((chunk) => chunk.ord), pieces: [], from: 0, to: 0 };
    const { start, end } = trimmed(found.document, item.span, item.topicId);
    const touching = chunksTouching(found, start, end);
    const whole = touching.filter(({ span }) => span.start <= start && span.end >= end).map((chunk) => chunk.ord);
    const pieces = whole.length > 0 ? [] : cut(found.document.text, touching, start, end);
    return { whole, pieces, from: start, to: end };
  };
}

function indexDocuments({ documents, chunks }: Collection): ReadonlyMap<string, DocumentChunks> {
  const byDoc = new Map<string, { document: Document; chunks: Chunk[]; reach: number[] }>();
  for (const document of documents) byDoc.set(document.id, { document, chunks: [], reach: [] });
  for (const chunk of chunks) byDoc.get(chunk.docId)!.chunks.push(chunk);
  for (const entry of byDoc.values()) {
    entry.chunks.sort((a, b) => a.span.start - b.span.start || a.ord - b.ord);
    for (const { span } of entry.chunks) entry.reach.push(Math.max(entry.reach.at(-1) ?? 0, span.end));
  }
  return byDoc;
}

function trimmed({ id, text }: Document, span: Span, topicId: TopicId): Span {
  let { start, end } = span;
  const what = `evidence of "${topicId}"`;
  if (!(start >= 0 && start < end && end <= text.length)) {
    throw new LabError('data.invalid', {
      what,
      problem: `characters ${start} to ${end} are not in document "${id}", which has ${text.length}`,
    });
  }
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  if (start === end) {
    throw new LabError('data.invalid', {
      what,
      problem: `characters ${span.start} to ${span.end} of document "${id}" are all white space`,
    });
  }
  return { start, end };
}

function chunksTouching({ chunks, reach }: DocumentChunks, start: number, end: number): readonly Chunk[] {
  let low = 0;
  let high = chunks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (reach[middle]! > start) high = middle;
    else low = middle + 1;
  }
  const touching: Chunk[] = [];
  for (let i = low; i < chunks.length && chunks[i]!.span.start < end; i++) {
    if (chunks[i]!.span.end > start) touching.push(chunks[i]!);
  }
  return touching;
}

/** The parts that chunks hold of a span; none where even all together they leave a character other than white space out. */
function cut(text: string, touching: readonly Chunk[], start: number, end: number): Piece[] {
  const pieces = touching.map(({ ord, span }) => {
    let to = Math.min(span.end, end);
    // White space between chunks belongs to nobody: a piece reaches over it to the next character that counts.
    while (to < end && isSpace(text.charCodeAt(to))) to++;
    return { ord, from: Math.max(span.start, start), to };
  });
  return cover(pieces, start, end) ? pieces : [];
}

/** @param pieces by start */
function cover(pieces: readonly Piece[], start: number, end: number): boolean {
  let reach = start;
  for (const piece of pieces) {
    if (piece.from > reach) return false;
    reach = Math.max(reach, piece.to);
  }
  return reach >= end;
}

/**
 * What of a topic's evidence can be met where only some chunks may be returned. Needs keep their places and grades.
 * @param allowed by ordinal: 1 where the chunk may be returned
 */
export function evidenceWithin(
  { needs, grades, judgedNonRelevant }: TopicEvidence,
  allowed: Uint8Array,
): TopicEvidence {
  const within = ({ whole, pieces, from, to }: Alternative): Alternative => {
    const left = pieces.filter(({ ord }) => allowed[ord]);
    return {
      whole: whole.filter((ord) => allowed[ord]),
      pieces: left.length > 0 && cover(left, from, to) ? left : [],
      from,
      to,
    };
  };
  return {
    needs: needs.map((need) => ({
      ...need,
      alternatives: need.alternatives.map(within).filter((alternative) => chunksOf(alternative).length > 0),
    })),
    grades: new Map([...grades].filter(([ord]) => allowed[ord])),
    judgedNonRelevant,
  };
}

/**
 * Few chunks that meet every need that can be met, with the grade each earns: what a perfect searcher puts first. Greedy set
 * cover: always the chunk that meets most needs still open, the first of equals; not always the very smallest set.
 * A need that only pieces meet takes the fewest pieces.
 */
export function idealGrades({ needs }: TopicEvidence): Map<ChunkOrd, number> {
  const ideal = new Map<ChunkOrd, number>();
  const take = (ord: ChunkOrd, grade: number): unknown => ideal.set(ord, Math.max(ideal.get(ord) ?? 0, grade));
  const whole = needs.map(({ alternatives }) => new Set(alternatives.flatMap((alternative) => alternative.whole)));
  let open = needs.map((_, n) => n).filter((n) => whole[n]!.size > 0);
  while (open.length > 0) {
    const met = new Map<ChunkOrd, number>();
    for (const n of open) for (const ord of whole[n]!) met.set(ord, (met.get(ord) ?? 0) + 1);
    const [best] = [...met].reduce((a, b) => (b[1] > a[1] || (b[1] === a[1] && b[0] < a[0]) ? b : a));
    for (const n of open) if (whole[n]!.has(best)) take(best, needs[n]!.grade);
    open = open.filter((n) => !whole[n]!.has(best));
  }
  for (const [n, { alternatives, grade }] of needs.entries()) {
    if (whole[n]!.size === 0 && alternatives[0]) for (const ord of fewestPieces(alternatives[0])) take(ord, grade);
  }
  return ideal;
}

/** Greedy cover of an interval, which is the smallest one: always the piece that reaches furthest. */
function fewestPieces({ pieces, from, to }: Alternative): ChunkOrd[] {
  const chosen: ChunkOrd[] = [];
  let reach = from;
  while (reach < to) {
    let best: Piece | undefined;
    for (const piece of pieces) {
      if (piece.from <= reach && piece.to > (best?.to ?? reach)) best = piece;
    }
    if (!best) break;
    chosen.push(best.ord);
    reach = best.to;
  }
  return chosen;
}

/** Chunk-level judgments, by chunk id, for a qrels file. Topics without any are left out. */
export function chunkQrels(collection: Collection, projection: Projection): Qrels {
  const qrels = new Map<TopicId, ReadonlyMap<string, number>>();
  for (const [topicId, { grades }] of projection.topics) {
    if (grades.size === 0) continue;
    qrels.set(topicId, new Map([...grades].map(([ord, grade]) => [collection.chunks[ord]!.id, grade])));
  }
  return qrels;
}
