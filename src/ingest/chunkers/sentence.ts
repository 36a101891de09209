// Chunks of whole sentences: each closes at the first sentence end at or after a number of words, across pages.
import { countWords } from '../../core/collection.ts';
import type { ChunkerDef } from '../../core/contracts.ts';
import type { ChunkDraft, Document, Span } from '../../core/model.ts';
import { splitSentences } from '../../text/sentences.ts';
import { blocksInOrder, pathReader } from './block-order.ts';

type SentenceParams = {
  readonly words: number;
  readonly overlap: number;
};

export const sentence: ChunkerDef<SentenceParams> = {
  name: 'sentence',
  summary: 'whole sentences; a chunk closes at the first sentence end at or after `words` words',
  params: {
    words: { default: 300, min: 1, integer: true, doc: 'words after which the next sentence end closes a chunk' },
    overlap: { default: 0, min: 0, integer: true, doc: 'sentences of a chunk that begin the next one again' },
  },
  check({ words, overlap }) {
    // A sentence has at least one word, so a chunk of at most `words` sentences leaves room for fewer than that.
    return overlap < words ? undefined : `overlap=${overlap} must be less than words=${words}`;
  },
  chunk(document, { words, overlap }) {
    const { sentences, sizes } = measured(document);
    const pathAt = pathReader(document);
    const drafts: ChunkDraft[] = [];
    let first = 0;
    while (first < sentences.length) {
      let next = first;
      for (let size = 0; next < sentences.length && size < words; next++) size += sizes[next]!;
      const span = { start: sentences[first]!.start, end: sentences[next - 1]!.end };
      drafts.push({ span, path: pathAt(span.start) });
      if (next === sentences.length) break;
      // Carried sentences that would fill a chunk by themselves are dropped from the front: every chunk reads on.
      let carried = 0;
      first = next;
      while (next - first < overlap && carried + sizes[first - 1]! < words) carried += sizes[--first]!;
    }
    return drafts;
  },
  oversized(document, { words }) {
    return measured(document).sizes.filter((size) => size > words).length;
  },
};

interface MeasuredSentences {
  readonly sentences: readonly Span[];
  /** Words of each. */
  readonly sizes: readonly number[];
}

/** Chunking and counting long sentences need the same pass over the text; documents do not change. */
const seen = new WeakMap<Document, MeasuredSentences>();

function measured(document: Document): MeasuredSentences {
  const known = seen.get(document);
  if (known) return known;
  const sentences = sentencesOf(document);
  const sizes = sentences.map(({ start, end }) => countWords(document.text.slice(start, end)));
  seen.set(document, { sentences, sizes });
  return { sentences, sizes };
}

/** Sentences of a document. Headings, list items, table rows and code begin and end one, marked or not; paragraphs may run on. */
function sentencesOf(document: Document): readonly Span[] {
  const cuts = new Set<number>();
  for (const { kind, span } of blocksInOrder(document)) {
    if (kind !== 'paragraph') cuts.add(span.start).add(span.end);
  }
  if (cuts.size === 0) return splitSentences(document.text);
  cuts.add(document.text.length);
  const sentences: Span[] = [];
  let from = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    for (const { start, end } of splitSentences(document.text.slice(from, cut))) {
      sentences.push({ start: from + start, end: from + end });
    }
    from = cut;
  }
  return sentences;
}
