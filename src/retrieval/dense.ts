// Dense retrieval: chunks and questions as vectors of a pretrained encoder, ranked by cosine.
import type { Encoder, RetrieverDef, Searcher, TermWeight } from '../core/contracts.ts';
import type { Collection } from '../core/model.ts';
import { rankScores } from '../core/order.ts';
import { splitSentences } from '../text/sentences.ts';
import { maxByGroup, scoreRows } from '../vector/max-sim.ts';
import { largestFirst } from './explanation.ts';

type DenseParams = {
  readonly pool: string;
};

const ENCODER = 'use-lite';
/** The lowest cosine there is, for a chunk without anything to read: last, and without signal. */
const NOTHING_TO_READ = -1;
/** Sentences shown in an explanation. */
const BEST_SENTENCES = 3;
const WHOLE_CHUNK = '(the whole chunk)';

export const dense: RetrieverDef<DenseParams> = {
  name: 'dense',
  summary: 'cosine of Universal Sentence Encoder Lite vectors',
  params: {
    pool: {
      default: 'max',
      choices: ['max', 'mean', 'chunk'],
      doc: "a chunk's score: its best sentence (max), the mean of its sentences (mean), or its text encoded at once (chunk)",
    },
  },
  async open(collection, { pool }, context) {
    const encoder = await context.encoder(ENCODER);
    if (pool === 'max') return openDense(encoder, await sentenceVectors(collection, encoder));
    if (pool === 'mean') {
      const sentences = await sentenceVectors(collection, encoder);
      return openDense(encoder, meanVectors(sentences, encoder.dims), sentences);
    }
    // The encoder clips what lies beyond its limit; `reach` says where.
    const texts = collection.chunks.map((chunk) => chunk.text);
    const searcher = openDense(encoder, await chunkVectors(texts, encoder));
    return { ...searcher, reach: (ord) => encoder.reach(texts[ord]!) };
  },
};

/** Vectors of distinct texts, and which of them each chunk has: chunk c owns members[starts[c]..starts[c + 1]]. */
interface ChunkVectors {
  /** What each row was made from, for explanations. */
  readonly labels: readonly string[];
  readonly matrix: Float32Array;
  readonly starts: Uint32Array;
  readonly members: Uint32Array;
}

/** Every chunk by its sentences, cut further where the encoder would not read one whole; a text is encoded once. */
async function sentenceVectors(collection: Collection, encoder: Encoder): Promise<ChunkVectors> {
  const pieces = collection.chunks.map(({ text }) =>
    splitSentences(text).flatMap(({ start, end }) => encoder.pieces(text.slice(start, end))),
  );
  const labels = [...new Set(pieces.flat())];
  const matrix = await encoder.encode(labels, 'passage');
  const rows = new Map(labels.map((label, row) => [label, row]));
  return groupRows(
    pieces.map((texts) => texts.map((text) => rows.get(text)!)),
    labels,
    matrix,
    encoder.dims,
  );
}

async function chunkVectors(texts: readonly string[], encoder: Encoder): Promise<ChunkVectors> {
  const matrix = await encoder.encode(texts, 'passage');
  return groupRows(
    texts.map((_, row) => [row]),
    texts.map(() => WHOLE_CHUNK),
    matrix,
    encoder.dims,
  );
}

/** A row a chunk: the mean of its sentences' vectors, as often as they occur, scaled to length 1. */
function meanVectors({ matrix, starts, members }: ChunkVectors, dims: number): ChunkVectors {
  const chunks = starts.length - 1;
  const means = new Float32Array(chunks * dims);
  for (let ord = 0; ord < chunks; ord++) {
    const rows = members.subarray(starts[ord]!, starts[ord + 1]!);
    means.set(meanOfRows(matrix, rows, dims), ord * dims);
  }
  return groupRows(
    Array.from({ length: chunks }, (_, ord) => [ord]),
    Array.from({ length: chunks }, () => WHOLE_CHUNK),
    means,
    dims,
  );
}

/** Rows of zeros (texts with nothing to read) belong to no chunk. */
function groupRows(
  rowsOf: readonly (readonly number[])[],
  labels: readonly string[],
  matrix: Float32Array,
  dims: number,
): ChunkVectors {
  const starts = new Uint32Array(rowsOf.length + 1);
  const members: number[] = [];
  rowsOf.forEach((rows, ord) => {
    for (const row of rows) if (!isZero(matrix.subarray(row * dims, (row + 1) * dims))) members.push(row);
    starts[ord + 1] = members.length;
  });
  return { labels, matrix, starts, members: Uint32Array.from(members) };
}

/** @param sentences what explanations show, where that is not what is scored */
function openDense(encoder: Encoder, vectors: ChunkVectors, sentences: ChunkVectors = vectors): Searcher {
  const { dims } = encoder;
  // By question text: fusions and explanations ask the same questions again.
  const queries = new Map<string, Float32Array>();

  async function encodeQueries(texts: readonly string[]): Promise<void> {
    const fresh = [...new Set(texts)].filter((text) => !queries.has(text));
    const pieces = fresh.map((text) => encoder.pieces(text));
    const rows = await encoder.encode(pieces.flat(), 'query');
    let at = 0;
    fresh.forEach((text, i) => {
      const from = at;
      at += pieces[i]!.length;
      const own = rows.slice(from * dims, at * dims);
      queries.set(text, own.length === dims ? own : meanOfRows(own, [...pieces[i]!.keys()], dims));
    });
  }

  return {
    async search(requests) {
      await encodeQueries(requests.map(({ topic }) => topic.text));
      return requests.map(({ topic, depth, filter }) => {
        const query = queries.get(topic.text)!;
        const chunks = vectors.starts.length - 1;
        // A question with nothing to read points nowhere: no signal, whatever the chunks are.
        if (isZero(query)) return rankScores(topic.id, new Float64Array(chunks), depth, 0, filter?.allowed);
        const { best } = maxByGroup(scoreRows(query, vectors.matrix, dims), vectors.starts, vectors.members);
        for (let ord = 0; ord < chunks; ord++) best[ord] = Math.max(best[ord]!, NOTHING_TO_READ);
        return rankScores(topic.id, best, depth, NOTHING_TO_READ, filter?.allowed);
      });
    },

    async explain(topic, ord) {
      await encodeQueries([topic.text]);
      const query = queries.get(topic.text)!;
      if (isZero(query)) return [];
      const scores = scoreRows(query, sentences.matrix, dims);
      const rows = new Set(sentences.members.subarray(sentences.starts[ord]!, sentences.starts[ord + 1]!));
      const found: TermWeight[] = [...rows].map((row) => ({ term: sentences.labels[row]!, weight: scores[row]! }));
      return largestFirst(found).slice(0, BEST_SENTENCES);
    },
  };
}

/** The mean of some rows, scaled to length 1; zeros where there is nothing to average. */
function meanOfRows(matrix: Float32Array, rows: Iterable<number>, dims: number): Float32Array {
  const sum = new Float64Array(dims);
  for (const row of rows) for (let i = 0; i < dims; i++) sum[i] = sum[i]! + matrix[row * dims + i]!;
  const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
  return Float32Array.from(sum, (value) => (length > 0 ? value / length : 0));
}

function isZero(row: Float32Array): boolean {
  return row.every((value) => value === 0);
}
