// The vector space kernel: features with postings, log tf · IDF weights, cosine. Both TF-IDF systems are one of these.
import type { Searcher } from '../core/contracts.ts';
import type { TermPart } from '../core/explanation.ts';
import type { ChunkOrd } from '../core/model.ts';
import { rankScores } from '../core/order.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { trigramsOf } from '../text/trigrams.ts';
import { largestFirst } from './explanation.ts';
import { type InvertedIndex, postingAt, termFrequency } from './inverted-index.ts';
import { readWords } from './reading.ts';

export interface SpaceOptions {
  /** Terms of one group are one feature. Empty for a plain space. */
  readonly groups: readonly (readonly string[])[];
  readonly groupOf: ReadonlyMap<string, number>;
  /** Weight of character trigrams; 0 leaves them out. */
  readonly trigram: number;
}

/** IDF of a feature in `df` of `chunks` chunks: ln((N + 1) / (df + 1)) + 1, never below 1. */
export function smoothIdf(chunks: number, df: number): number {
  return Math.log((chunks + 1) / (df + 1)) + 1;
}

// A feature's key is its kind and its name, so that the word `lea` and the trigram `lea` stay apart.
const WORD = 'w';
const GROUP = 'g';
const TRIGRAM = '~';

interface FeatureRows {
  readonly ids: ReadonlyMap<string, number>;
  readonly keys: readonly string[];
  readonly offsets: Uint32Array;
  readonly docs: Uint32Array;
  /** By posting: occurrences in the chunk. */
  readonly tfs: Uint32Array;
  /** By posting: factor · log(1 + tf) · IDF. */
  readonly weights: Float64Array;
  /** Euclidean length of each chunk's vector, by ordinal. */
  readonly norms: Float64Array;
}

export function openVectorSpace(index: InvertedIndex, analyzer: Analyzer, options: SpaceOptions): Searcher {
  const { groups, groupOf, trigram } = options;
  const rows = buildRows(index, options);
  const scores = new Float64Array(index.chunks);

  const keyOf = (term: string): string => {
    const group = groupOf.get(term);
    return group === undefined ? WORD + term : GROUP + group;
  };

  /**
   * The query's known features in ascending id with their weights, divided by the length of the whole query: features
   * that no chunk holds (df 0) make the query longer, as the cosine has it.
   */
  function queryVector(text: string): QueryFeature[] {
    const tfs = new Map<string, number>();
    const count = (key: string): unknown => tfs.set(key, (tfs.get(key) ?? 0) + 1);
    for (const term of analyzer.terms(text)) {
      count(keyOf(term));
      if (trigram > 0) for (const gram of trigramsOf(term)) count(TRIGRAM + gram);
    }
    const known: QueryFeature[] = [];
    let squares = 0;
    for (const [key, tf] of tfs) {
      const id = rows.ids.get(key);
      const df = id === undefined ? 0 : rows.offsets[id + 1]! - rows.offsets[id]!;
      const weight = featureWeight(key, trigram, tf, smoothIdf(index.chunks, df));
      squares += weight * weight;
      if (id !== undefined) known.push({ id, tf, weight });
    }
    const length = Math.sqrt(squares);
    return known.sort((a, b) => a.id - b.id).map(({ id, tf, weight }) => ({ id, tf, weight: weight / length }));
  }

  /** `leave=vacation`: the group's terms that the question or the chunk holds, in the group's order. */
  function groupLabel(key: string, question: ReadonlySet<string>, ord: number): string {
    return groups[Number(key.slice(1))]!.filter(
      (term) => question.has(term) || termFrequency(index, term, ord) > 0,
    ).join('=');
  }

  function partsOf(text: string, ord: ChunkOrd): readonly TermPart[] {
    const question = new Set(analyzer.terms(text));
    const found: TermPart[] = [];
    for (const { id, tf: queryTf, weight: queryWeight } of queryVector(text)) {
      const at = postingAt(rows.docs, rows.offsets[id]!, rows.offsets[id + 1]!, ord);
      if (at < 0) continue;
      const key = rows.keys[id]!;
      const term = key.startsWith(GROUP) ? groupLabel(key, question, ord) : key.replace(/^w/, '');
      const weight = (queryWeight * rows.weights[at]!) / rows.norms[ord]!;
      const idf = smoothIdf(index.chunks, rows.offsets[id + 1]! - rows.offsets[id]!);
      const tf = rows.tfs[at]!;
      const lengthFactor = featureWeight(key, trigram, tf, 1) / rows.norms[ord]!;
      found.push({ term, weight, idf, tf, queryTf, queryWeight, lengthFactor });
    }
    return largestFirst(found);
  }

  return {
    async search(requests) {
      return requests.map(({ topic, depth, filter }) => {
        scores.fill(0);
        for (const { id, weight } of queryVector(topic.text)) {
          for (let at = rows.offsets[id]!, end = rows.offsets[id + 1]!; at < end; at++) {
            const ord = rows.docs[at]!;
            scores[ord] = scores[ord]! + weight * rows.weights[at]!;
          }
        }
        for (let ord = 0; ord < scores.length; ord++) {
          if (scores[ord]! > 0) scores[ord] = scores[ord]! / rows.norms[ord]!;
        }
        return rankScores(topic.id, scores, depth, 0, filter?.allowed);
      });
    },

    async explain(topic, ord) {
      return partsOf(topic.text, ord).map(({ term, weight }) => ({ term, weight }));
    },

    async anatomy(topic, ord) {
      const parts = partsOf(topic.text, ord);
      return parts.length > 0 ? { kind: 'terms', parts } : undefined;
    },

    reading(topic) {
      return readWords(topic.text, analyzer, (term) => {
        const id = rows.ids.get(keyOf(term));
        const group = groupOf.get(term);
        return {
          added: group === undefined ? [] : groups[group]!.filter((other) => other !== term),
          by: 'group',
          chunks: id === undefined ? 0 : rows.offsets[id + 1]! - rows.offsets[id]!,
        };
      });
    },

    terms(topic) {
      return [...new Set(analyzer.terms(topic.text))].map((term) => {
        const id = rows.ids.get(keyOf(term));
        return { term, chunks: id === undefined ? 0 : rows.offsets[id + 1]! - rows.offsets[id]! };
      });
    },
  };
}

/** A known feature of a query. */
interface QueryFeature {
  readonly id: number;
  readonly tf: number;
  readonly weight: number;
}

/** factor · log(1 + tf) · IDF, the factor being `trigram` for trigrams and 1 for words and groups. */
function featureWeight(key: string, trigram: number, tf: number, idf: number): number {
  return (key.startsWith(TRIGRAM) ? trigram : 1) * Math.log(1 + tf) * idf;
}

/** Derives the features' rows from the terms' rows: no text is analysed again. */
function buildRows(index: InvertedIndex, { groupOf, trigram }: SpaceOptions): FeatureRows {
  const ids = new Map<string, number>();
  const keys: string[] = [];
  // By feature: the terms that feed it, a term listed as often as it holds the feature.
  const sources: number[][] = [];
  const feed = (key: string, term: number): void => {
    let id = ids.get(key);
    if (id === undefined) {
      id = keys.length;
      ids.set(key, id);
      keys.push(key);
      sources.push([]);
    }
    sources[id]!.push(term);
  };
  index.terms.forEach((term, id) => {
    const group = groupOf.get(term);
    feed(group === undefined ? WORD + term : GROUP + group, id);
    if (trigram > 0) for (const gram of trigramsOf(term)) feed(TRIGRAM + gram, id);
  });

  const offsets = new Uint32Array(keys.length + 1);
  const tfs = new Uint32Array(index.chunks);
  const touched = new Uint32Array(index.chunks);
  let docs = new Uint32Array(Math.max(1024, 2 * index.docs.length));
  let counts = new Uint32Array(docs.length);
  let size = 0;
  sources.forEach((terms, feature) => {
    let touchedCount = 0;
    for (const term of terms) {
      for (let at = index.offsets[term]!, end = index.offsets[term + 1]!; at < end; at++) {
        const ord = index.docs[at]!;
        if (tfs[ord] === 0) touched[touchedCount++] = ord;
        tfs[ord] = tfs[ord]! + index.tfs[at]!;
      }
    }
    if (size + touchedCount > docs.length) {
      docs = widened(docs, size + touchedCount);
      counts = widened(counts, docs.length);
    }
    const row = touched.subarray(0, touchedCount);
    if (terms.length > 1) row.sort();
    for (const ord of row) {
      docs[size] = ord;
      counts[size++] = tfs[ord]!;
      tfs[ord] = 0;
    }
    offsets[feature + 1] = size;
  });

  const weights = new Float64Array(size);
  const norms = new Float64Array(index.chunks);
  for (let id = 0; id < keys.length; id++) {
    const idf = smoothIdf(index.chunks, offsets[id + 1]! - offsets[id]!);
    const byTf = new Map<number, number>();
    for (let at = offsets[id]!; at < offsets[id + 1]!; at++) {
      const tf = counts[at]!;
      let weight = byTf.get(tf);
      if (weight === undefined) {
        weight = featureWeight(keys[id]!, trigram, tf, idf);
        byTf.set(tf, weight);
      }
      weights[at] = weight;
      norms[docs[at]!] = norms[docs[at]!]! + weight * weight;
    }
  }
  for (let ord = 0; ord < norms.length; ord++) norms[ord] = Math.sqrt(norms[ord]!);
  return { ids, keys, offsets, docs: docs.slice(0, size), tfs: counts.slice(0, size), weights, norms };
}

function widened(array: Uint32Array<ArrayBuffer>, atLeast: number): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(Math.max(2 * array.length, atLeast));
  wider.set(array);
  return wider;
}
