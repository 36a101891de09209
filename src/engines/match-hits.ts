// What an engine returns (chunk ids, document ids or passages) as a ranking of the lab's chunks. What fits nothing is counted.
import type { SearchRequest } from '../core/contracts.ts';
import { idOfPath } from '../core/document-id.ts';
import type { Chunk, ChunkOrd, Collection, Document, Ranking, Span } from '../core/model.ts';
import { FoldedText, foldSpace } from '../text/folded-text.ts';

/** One entry of an engine's answer; what it does not say is absent. */
export interface Hit {
  /** Id of a chunk or of a document. */
  readonly id?: string;
  /** Id of the document that `start` and `end`, or `text`, belong to. */
  readonly document?: string;
  /** UTF-16 units of the document's text, half-open. */
  readonly start?: number;
  readonly end?: number;
  /** A passage, found in its document (or in any, where none is named) whatever its line breaks. */
  readonly text?: string;
  /** NaN where something was given that is no number. */
  readonly score?: number;
}

export interface HitMatcher {
  /** Best first: by score, then by ordinal; without any scores by place, as 1, 1/2, 1/3 ... All entries are signal. */
  rank(request: SearchRequest, hits: readonly Hit[]): Ranking;
  /** What could not be used since it was last asked, in one line; undefined where everything could. */
  takeNote(): string | undefined;
}

/** Occurrences of a passage that are looked at to find the chunk that holds most of it. */
const MOST_PLACES = 100;

/** Of what is shown of a hit that matched nothing. */
const LONGEST_SHOWN = 80;

/** @param conceal applied to what is shown of an answer: it may hold what nobody should read */
export function createHitMatcher(
  collection: Collection,
  conceal: (text: string) => string = (text) => text,
): HitMatcher {
  const places = new Places(collection);
  // A question that is asked again (for timings, by a fusion) is counted once.
  const counted = new Set<string>();
  let tally = new Tally();

  return {
    rank({ topic, depth, filter }, hits) {
      const isNew = !counted.has(topic.id);
      counted.add(topic.id);
      const note = isNew ? tally : new Tally();
      const scored = hits.some((hit) => hit.score !== undefined);
      const best = new Map<ChunkOrd, number>();
      hits.forEach((hit, place) => {
        note.hits++;
        const score = scored ? (hit.score ?? Number.NaN) : 1 / (place + 1);
        if (!Number.isFinite(score)) {
          note.unscored++;
          return;
        }
        const found = places.ofHit(hit);
        if (found.length === 0) {
          note.unmatched++;
          note.first ??= `${describeHit(hit, conceal)}, question ${topic.id}`;
          return;
        }
        const kept = filter ? found.filter((ord) => filter.allowed[ord] === 1) : found;
        if (kept.length === 0) note.outside++;
        let repeated = false;
        for (const ord of kept) {
          const known = best.get(ord);
          if (known !== undefined) repeated = true;
          if (known === undefined || score > known) best.set(ord, score === 0 ? 0 : score);
        }
        if (repeated) note.repeated++;
      });
      const order = [...best.keys()].sort((a, b) => best.get(b)! - best.get(a)! || a - b);
      const chunks = Uint32Array.from(order.slice(0, depth));
      return {
        topicId: topic.id,
        chunks,
        scores: Float64Array.from(chunks, (ord) => best.get(ord)!),
        signal: chunks.length,
      };
    },
    takeNote() {
      const text = tally.describe();
      tally = new Tally();
      return text;
    },
  };
}

class Tally {
  hits = 0;
  unmatched = 0;
  unscored = 0;
  outside = 0;
  repeated = 0;
  first: string | undefined;

  describe(): string | undefined {
    const parts = [
      this.unmatched > 0 && `${this.unmatched} of ${this.hits} hits matched no chunk: first ${this.first}`,
      this.unscored > 0 && `${this.unscored} of ${this.hits} hits have no finite score and were left out`,
      this.outside > 0 && `${this.outside} of ${this.hits} hits lie outside of the filter and were left out`,
      this.repeated > 0 && `${this.repeated} of ${this.hits} hits repeat a chunk, whose best score was kept`,
    ].filter((part) => part !== false);
    return parts.length > 0 ? parts.join('; ') : undefined;
  }
}

function describeHit({ id, document, start, end, text }: Hit, conceal: (text: string) => string): string {
  const shown = (value: string): string => JSON.stringify(shorten(conceal(value)));
  const parts = [
    id !== undefined && shown(id),
    document !== undefined && `document ${shown(document)}`,
    start !== undefined && end !== undefined && `${start} to ${end}`,
    text !== undefined && `text ${shown(text)}`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(' ') : 'a hit without id, document or text';
}

function shorten(text: string): string {
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}...`;
}

interface Source {
  readonly document: Document;
  /** By start. */
  readonly chunks: Chunk[];
  /** By chunk, how far it or one before it goes: never decreasing, though chunks may overlap. */
  readonly ends: number[];
}

/** Where things are in a collection. What takes a pass over the texts is made when first needed. */
class Places {
  private readonly collection: Collection;
  private readonly documents: ReadonlyMap<string, Source>;
  private readonly folded = new Map<Document, FoldedText>();
  private prefixed: Map<string, Chunk[]> | undefined;
  private readonly passages = new Map<string, readonly ChunkOrd[]>();

  constructor(collection: Collection) {
    this.collection = collection;
    const documents = new Map<string, Source>(
      collection.documents.map((document) => [document.id, { document, chunks: [], ends: [] }]),
    );
    for (const chunk of collection.chunks) {
      const source = documents.get(chunk.docId);
      source?.chunks.push(chunk);
      source?.ends.push(Math.max(source.ends.at(-1) ?? 0, chunk.span.end));
    }
    this.documents = documents;
  }

  ofHit({ id, document, start, end, text }: Hit): readonly ChunkOrd[] {
    const ord = id === undefined ? undefined : this.collection.ordOf(id);
    if (ord !== undefined) return [ord];
    const source = this.documentOf(document) ?? this.documentOf(id);
    if (source && start !== undefined && end !== undefined) return largestOverlap(source, [{ start, end }]);
    if (text !== undefined && foldSpace(text) !== '') return this.ofPassage(source?.document, foldSpace(text));
    return source ? source.chunks.map((chunk) => chunk.ord) : [];
  }

  private documentOf(id: string | undefined): Source | undefined {
    if (id === undefined) return undefined;
    // Engines that index files know their paths, not the ids made of them.
    return this.documents.get(id) ?? this.documents.get(idOfPath(id));
  }

  private ofPassage(document: Document | undefined, passage: string): readonly ChunkOrd[] {
    const key = `${document?.id ?? ''}\n${passage}`;
    const known = this.passages.get(key);
    if (known) return known;
    let found = this.withPrefix(document, passage);
    if (found.length > 0) return found;
    for (const candidate of document ? [document] : this.collection.documents) {
      const spans = this.fold(candidate).find(passage, MOST_PLACES);
      found = largestOverlap(this.documents.get(candidate.id)!, spans);
      if (found.length > 0) break;
    }
    this.passages.set(key, found);
    return found;
  }

  /** A chunk as systems read it may begin with a context line that stands nowhere in its document. */
  private withPrefix(document: Document | undefined, passage: string): readonly ChunkOrd[] {
    if (!this.prefixed) {
      this.prefixed = new Map();
      for (const chunk of this.collection.chunks) {
        if (chunk.offset === 0) continue;
        const text = foldSpace(chunk.text);
        const alike = this.prefixed.get(text);
        if (alike) alike.push(chunk);
        else this.prefixed.set(text, [chunk]);
      }
    }
    const alike = this.prefixed.get(passage)?.find(({ docId }) => document === undefined || docId === document.id);
    return alike ? [alike.ord] : [];
  }

  private fold(document: Document): FoldedText {
    let folded = this.folded.get(document);
    if (!folded) {
      folded = new FoldedText(document.text);
      this.folded.set(document, folded);
    }
    return folded;
  }
}

/** The chunk that shares most with one of the spans, the first of equals; none where none shares anything. */
function largestOverlap({ chunks, ends }: Source, spans: readonly Span[]): readonly ChunkOrd[] {
  let best: ChunkOrd | undefined;
  let most = 0;
  for (const { start, end } of spans) {
    for (let i = firstBeyond(ends, start); i < chunks.length && chunks[i]!.span.start < end; i++) {
      const { ord, span } = chunks[i]!;
      const shared = Math.min(span.end, end) - Math.max(span.start, start);
      if (shared > most || (shared === most && best !== undefined && ord < best)) {
        most = shared;
        best = ord;
      }
    }
  }
  return best === undefined ? [] : [best];
}

/** The first place in a list that does not decrease where the value is larger. */
function firstBeyond(values: readonly number[], limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
