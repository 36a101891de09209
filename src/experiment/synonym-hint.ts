// What a single synonym would do for a missed question: the answer's rarest words, one at a time, added to the query.
import type { Filter, Searcher } from '../core/contracts.ts';
import type { QueryWord, SynonymHint } from '../core/explanation.ts';
import type { Chunk, Topic } from '../core/model.ts';

/** Words of the answer that are tried, rarest first. */
const MOST_TRIED = 40;

export interface HintRequest {
  /** With `reading`. */
  readonly searcher: Searcher;
  readonly topic: Topic;
  readonly reading: readonly QueryWord[];
  /** The answer's own words. */
  readonly texts: readonly string[];
  /** That holds them. */
  readonly chunk: Chunk;
  /** Where it stands now; null without signal or beyond the depth. */
  readonly rank: number | null;
  readonly depth: number;
  readonly filter: Filter | undefined;
}

/**
 * The synonym that lifts the answer most, if any does. As in BM25 with query expansion, the answer's word is added to the query and
 * what was typed stays, so it does not matter which of the question's words it is a synonym of: named is the rarest
 * one that the answer's chunk lacks.
 */
export async function bestSynonym(request: HintRequest): Promise<SynonymHint | undefined> {
  const { searcher, topic, reading, chunk, rank, depth, filter } = request;
  const inChunk = new Set(readText(request, [chunk.text]).flatMap(({ terms }) => terms));
  const missing = reading
    .filter(({ terms }) => terms.length > 0 && !terms.some((term) => inChunk.has(term)))
    .sort((a, b) => a.chunks - b.chunks);
  const word = missing[0]?.word.toLowerCase();
  const tried = candidates(request);
  if (word === undefined || tried.length === 0) return undefined;
  const rankings = await searcher.search(
    tried.map((added) => ({
      topic: { ...topic, text: `${topic.text} ${added}` },
      depth,
      ...(filter && { filter }),
    })),
  );
  let best: SynonymHint | undefined;
  rankings.forEach(({ chunks, signal }, n) => {
    const place = chunks.indexOf(chunk.ord);
    if (place < 0 || place >= signal || place + 1 >= (best?.rank ?? rank ?? Number.POSITIVE_INFINITY)) return;
    best = { word, term: tried[n]!, rank: place + 1 };
  });
  return best;
}

/** Words of the answer that the query lacks, in the fewest chunks first; of one term the first word. */
function candidates(request: HintRequest): readonly string[] {
  const seen = new Set(request.reading.flatMap(({ terms, added }) => [...terms, ...added]));
  const found: QueryWord[] = [];
  for (const word of readText(request, request.texts)) {
    if (word.terms.length === 0 || word.terms.some((term) => seen.has(term))) continue;
    for (const term of word.terms) seen.add(term);
    found.push(word);
  }
  return found
    .sort((a, b) => a.chunks - b.chunks)
    .slice(0, MOST_TRIED)
    .map(({ word }) => word.toLowerCase());
}

function readText({ searcher, topic }: HintRequest, texts: readonly string[]): readonly QueryWord[] {
  return texts.flatMap((text) => searcher.reading!({ ...topic, text }));
}
