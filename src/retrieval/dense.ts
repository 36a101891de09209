// Dense retrieval: chunks and questions as vectors of a pretrained encoder, ranked by cosine.
import type {
  Encoder,
  ParamSpecs,
  Params,
  RetrieverDef,
  Searcher,
  SearchRequest,
  TermWeight,
} from '../core/contracts.ts';
import type { ChunkOrd, Collection, Ranking } from '../core/model.ts';
import { rankScores } from '../core/order.ts';
import { soundsSecret } from '../core/secret-name.ts';
import { splitSentences } from '../text/sentences.ts';
import { dot } from '../vector/dot.ts';
import { maxByGroup } from '../vector/max-sim.ts';
import { scoreAllRows } from '../vector/score-rows.ts';
import { openTopGroups, type TopGroups } from '../vector/top-groups.ts';
import { largestFirst } from './explanation.ts';

type DenseParams = {
  readonly model: string;
  readonly pool: string;
  readonly 'query-prefix': string;
  readonly 'passage-prefix': string;
  readonly pooling: string;
  readonly revision: string;
  readonly dtype: string;
  readonly url: string;
  readonly 'key-env': string;
  readonly dimensions: number;
  readonly 'max-chars': number;
  readonly batch: number;
  readonly concurrency: number;
  readonly timeout: number;
  readonly retries: number;
};

const params: ParamSpecs<DenseParams> = {
  model: {
    default: 'use-lite',
    doc: 'what makes the vectors: use-lite, hf:NAME (a model or folder for @huggingface/transformers), openai:NAME (behind url)',
  },
  pool: {
    default: 'max',
    choices: ['max', 'mean', 'chunk'],
    doc: "a chunk's score: its best sentence (max), the mean of its sentences (mean), or its text encoded at once (chunk)",
  },
  'query-prefix': { default: '', doc: 'hf, openai: put before every question, as the model was trained: "query: "' },
  'passage-prefix': { default: '', doc: 'hf, openai: put before every passage: "passage: "' },
  pooling: {
    default: 'mean',
    choices: ['mean', 'cls', 'last'],
    doc: "hf: a text's vector: the mean over its tokens, that of the first, or that of the last",
  },
  revision: { default: 'main', doc: 'hf: branch, tag or commit of the model' },
  dtype: {
    default: 'fp32',
    choices: ['fp32', 'fp16', 'int8', 'uint8', 'q8', 'q4', 'q4f16', 'bnb4'],
    doc: 'hf: precision of the weights, if the model has a file of it',
  },
  url: { default: '', doc: 'openai: where /embeddings is found: http://localhost:11434/v1' },
  'key-env': {
    default: 'OPENAI_API_KEY',
    doc: 'openai: the environment variable that holds the key, if one is needed',
  },
  dimensions: {
    default: 0,
    min: 0,
    max: 65_536,
    integer: true,
    doc: 'openai: how long the vectors are to be; 0 leaves it to the model',
  },
  'max-chars': { default: 8000, min: 1, integer: true, doc: 'openai: characters of a text that the model reads' },
  batch: { default: 64, min: 1, max: 2048, integer: true, doc: 'openai: texts in a request' },
  concurrency: { default: 2, min: 1, max: 64, integer: true, doc: 'openai: requests at a time' },
  timeout: { default: 60, min: 0.01, max: 3600, doc: 'openai: seconds until a request counts as failed' },
  retries: { default: 3, min: 0, max: 10, integer: true, doc: 'openai: how often a failed request is sent again' },
};

/** Options that only some encoders take; those of a plugin may take any. */
const TAKEN: Readonly<Record<string, readonly (keyof DenseParams)[]>> = {
  'use-lite': [],
  hf: ['query-prefix', 'passage-prefix', 'pooling', 'revision', 'dtype'],
  openai: [
    'query-prefix',
    'passage-prefix',
    'url',
    'key-env',
    'dimensions',
    'max-chars',
    'batch',
    'concurrency',
    'timeout',
    'retries',
  ],
};

/** The lowest cosine there is, for a chunk without anything to read: last, and without signal. */
const NOTHING_TO_READ = -1;
/** Sentences shown in an explanation. */
const BEST_SENTENCES = 3;
const WHOLE_CHUNK = '(the whole chunk)';
/**
 * Where bounds on scores pay: coding all rows costs what eight questions do one by one, or 27 together; and few numbers are
 * scored at once anyway.
 * A ranking that holds more than a sixteenth of the rows leaves too little to skip.
 */
const LEAST_VALUES = 1 << 20;
const LEAST_QUESTIONS = 16;
const LARGEST_SHARE = 1 / 16;
/** Questions whose scores of all rows are held at once. */
const SCORED_TOGETHER = 16;

export const dense: RetrieverDef<DenseParams> = {
  name: 'dense',
  summary: 'cosine of the vectors of a model: Universal Sentence Encoder Lite, or one of your own',
  params,
  check(given) {
    const colon = given.model.indexOf(':');
    const encoder = colon < 0 ? given.model : given.model.slice(0, colon);
    const taken = Object.hasOwn(TAKEN, encoder) ? TAKEN[encoder] : undefined;
    if (!taken) return undefined;
    const named = colon >= 0 && colon < given.model.length - 1;
    if (taken.length === 0 && colon >= 0) return `model=${given.model} is not valid; accepted: ${encoder}`;
    if (taken.length > 0 && !named) return `model=${given.model} names no model; accepted: ${encoder}:NAME`;
    const address = encoder === 'openai' ? urlFault(given.url) : undefined;
    if (address !== undefined) return address;
    const options = Object.keys(optionsOf(given)) as (keyof DenseParams)[];
    const vain = options.filter((name) => given[name] !== params[name].default && !taken.includes(name));
    if (vain.length === 0) return undefined;
    return `model=${given.model} takes no ${vain.join(', ')}; accepted: ${['pool', ...taken].join(', ')}`;
  },
  encoderOf: ({ model }) => model,
  async open(collection, given, context) {
    const { model, pool } = given;
    const encoder = await context.encoder(model, model === params.model.default ? {} : optionsOf(given));
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

/** Noticed before any work; and a secret must not get into a spec, which reports show. */
function urlFault(url: string): string | undefined {
  if (url === '') return 'openai needs url=..., as in url=http://localhost:11434/v1';
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    return `url=${url} is not valid; accepted: http://... or https://...`;
  const secret =
    parsed.username !== '' || parsed.password !== ''
      ? 'user or password'
      : [...parsed.searchParams.keys()].find((name) => soundsSecret(name, 'address'));
  if (secret === undefined) return undefined;
  return `url holds a secret (${secret}); accepted: an address without, and the key in the environment (key-env)`;
}

/** What the encoder is told: all but which it is, and what is made of its vectors. */
function optionsOf({ model: _model, pool: _pool, ...options }: DenseParams): Params {
  return options;
}

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

  function bestSentences(query: Float32Array, ord: ChunkOrd): readonly TermWeight[] {
    const rows = new Set(sentences.members.subarray(sentences.starts[ord]!, sentences.starts[ord + 1]!));
    const found = [...rows].map((row) => ({
      term: sentences.labels[row]!,
      weight: dot(query, 0, sentences.matrix, row * dims, dims),
    }));
    return largestFirst(found).slice(0, BEST_SENTENCES);
  }

  const chunks = vectors.starts.length - 1;
  const worthBounds = ({ depth }: SearchRequest): boolean => depth <= (vectors.matrix.length / dims) * LARGEST_SHARE;
  let asked = 0;
  let bounds: TopGroups | undefined | 'unopened' = 'unopened';

  function rankAll(requests: readonly SearchRequest[]): readonly Ranking[] {
    const asked = requests.map(({ topic }) => queries.get(topic.text)!);
    const scores = scoreAllRows(asked, vectors.matrix, dims);
    return requests.map(({ topic, depth, filter }, at) => {
      // A question with nothing to read points nowhere: no signal, whatever the chunks are.
      if (isZero(asked[at]!)) return rankScores(topic.id, new Float64Array(chunks), depth, 0, filter?.allowed);
      const { best } = maxByGroup(scores[at]!, vectors.starts, vectors.members);
      for (let ord = 0; ord < chunks; ord++) best[ord] = Math.max(best[ord]!, NOTHING_TO_READ);
      return rankScores(topic.id, best, depth, NOTHING_TO_READ, filter?.allowed);
    });
  }

  /** The same rankings, where bounds tell what need not be scored; undefined for a question that must be told by scoring all. */
  function rankByBounds(requests: readonly SearchRequest[]): readonly (Ranking | undefined)[] {
    asked += requests.length;
    if (vectors.matrix.length < LEAST_VALUES || asked < LEAST_QUESTIONS) return [];
    if (bounds === 'unopened') bounds = openTopGroups(vectors.matrix, dims, vectors.starts, vectors.members);
    if (bounds === undefined) return [];
    const found = bounds.find(
      requests.map(({ topic, depth, filter }) => ({
        query: queries.get(topic.text)!,
        depth,
        allowed: filter?.allowed,
      })),
    );
    return requests.map(({ topic, depth }, at) => {
      if (found[at] === undefined) return undefined;
      const { groups, scores } = found[at];
      const ranking = rankScores(topic.id, scores, depth, NOTHING_TO_READ);
      // Chunks without anything to read are in no group: they matter where the others do not fill the ranking above them.
      if (ranking.signal < depth) return undefined;
      return { ...ranking, chunks: ranking.chunks.map((place) => groups[place]!) };
    });
  }

  return {
    async search(requests) {
      await encodeQueries(requests.map(({ topic }) => topic.text));
      const bounded = requests.filter((request) => worthBounds(request) && !isZero(queries.get(request.topic.text)!));
      const rankings = new Map<SearchRequest, Ranking>();
      rankByBounds(bounded).forEach((ranking, at) => {
        if (ranking) rankings.set(bounded[at]!, ranking);
      });
      const rest = requests.filter((request) => !rankings.has(request));
      for (let first = 0; first < rest.length; first += SCORED_TOGETHER) {
        const some = rest.slice(first, first + SCORED_TOGETHER);
        rankAll(some).forEach((ranking, at) => {
          rankings.set(some[at]!, ranking);
        });
      }
      return requests.map((request) => rankings.get(request)!);
    },

    async explain(topic, ord) {
      await encodeQueries([topic.text]);
      const query = queries.get(topic.text)!;
      if (isZero(query)) return [];
      return bestSentences(query, ord);
    },

    async anatomy(topic, ord) {
      await encodeQueries([topic.text]);
      const query = queries.get(topic.text)!;
      const parts = isZero(query) ? [] : bestSentences(query, ord);
      return parts.length > 0 ? { kind: 'sentences', parts } : undefined;
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
