// Vectors of any server that speaks the OpenAI-compatible `POST /embeddings`: Ollama, llama.cpp, vLLM, TEI, OpenAI itself.
// Its answers are data of a stranger: counted, measured, checked for numbers, and never quoted with the key in them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, Encoder, EncoderDef, EncoderRequest, Host } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';
import { sha256 } from '../core/hash.ts';
import { unitVector } from '../vector/unit-vector.ts';
import { createPieces } from './pieces.ts';
import { openVectorCache } from './vector-cache.ts';

const STAGE = 'encoding';
/** Part of the fingerprint: another way of making the same vectors would be another model. */
const VERSION = '1';
const PROBE = 'How long is a vector?';
/** A server is given longer and longer to recover, up to this. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
const RETRIED = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;
const MAX_QUOTED = 200;
/** Not every server survives one. */
const HALF_CHARACTER = /\p{Surrogate}/gu;

export const openai: EncoderDef = {
  name: 'openai',
  summary: 'a server with an OpenAI-compatible /v1/embeddings: openai:NAME, its address in url',
  open: openOpenAi,
};

interface Options {
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  readonly url: string;
  readonly keyEnv: string;
  readonly dimensions: number;
  readonly maxChars: number;
  readonly batch: number;
  readonly concurrency: number;
  readonly timeout: number;
  readonly retries: number;
}

/** @throws LabError where the server may not be asked, or does not answer as it must */
async function openOpenAi(
  context: Context,
  cacheDir: string | undefined,
  { model, options: given }: EncoderRequest,
): Promise<Encoder> {
  const options = readOptions(given);
  const name = `openai:${model}`;
  const endpoint = endpointOf(options.url, context.host);
  const key = context.host?.env[options.keyEnv];
  const server = createServer({ name, model, endpoint, key, options, signal: context.signal });

  const [probe] = await server.embed([PROBE], undefined);
  const dims = probe!.length;
  const { queryPrefix, passagePrefix, dimensions, maxChars } = options;
  const fingerprint = sha256([
    'openai',
    VERSION,
    endpoint,
    model,
    String(dimensions),
    String(maxChars),
    queryPrefix,
    passagePrefix,
  ]);
  const warn = (message: string): void => context.progress.report({ kind: 'warning', message });
  const cache = openVectorCache(cacheDir, { name: `openai-${fileName(model)}`, fingerprint, dims }, warn);
  const { pieces, reach } = createPieces((text) => text.length <= maxChars);

  const compute = async (texts: readonly string[], put: (index: number, vector: Float32Array) => void) => {
    const { progress } = context;
    const total = texts.length;
    let finished = 0;
    const batches: number[][] = [];
    for (let from = 0; from < total; from += options.batch) {
      batches.push(Array.from({ length: Math.min(options.batch, total - from) }, (_, i) => from + i));
    }
    progress.report({ kind: 'stage-began', stage: STAGE, total });
    try {
      await inParallel(batches, options.concurrency, async (batch, stop) => {
        const vectors = await server.embed(
          batch.map((index) => texts[index]!),
          dims,
          stop,
        );
        batch.forEach((index, i) => {
          put(index, vectors[i]!);
        });
        finished += batch.length;
        progress.report({ kind: 'stage-advanced', stage: STAGE, done: finished, total });
      });
    } finally {
      progress.report({ kind: 'stage-ended', stage: STAGE });
    }
  };

  // One call after the other: they share the cache.
  let last: Promise<unknown> = Promise.resolve();
  return {
    dims,
    fingerprint,
    pieces,
    reach,
    async encode(texts, role) {
      const prefix = role === 'query' ? queryPrefix : passagePrefix;
      const run = last.then(async () => {
        context.signal.throwIfAborted();
        // Nothing to read gives zeros, whatever a server makes of nothing.
        const asked = texts.flatMap((text, row) => (text.trim() === '' ? [] : [row]));
        const sent = asked.map((row) => prefix + texts[row]!.slice(0, reach(texts[row]!)));
        const vectors = await cache.encode(sent, compute);
        const rows = new Float32Array(texts.length * dims);
        asked.forEach((row, i) => {
          rows.set(vectors.subarray(i * dims, (i + 1) * dims), row * dims);
        });
        return rows;
      });
      last = run.catch(() => {});
      return run;
    },
    cacheStats: () => cache.stats(),
  };
}

function readOptions(given: EncoderRequest['options']): Options {
  const text = (name: string, otherwise: string): string => String(given[name] ?? otherwise);
  const number = (name: string, otherwise: number): number => Number(given[name] ?? otherwise);
  return {
    queryPrefix: text('query-prefix', ''),
    passagePrefix: text('passage-prefix', ''),
    url: text('url', ''),
    keyEnv: text('key-env', 'OPENAI_API_KEY'),
    dimensions: number('dimensions', 0),
    maxChars: number('max-chars', 8000),
    batch: number('batch', 64),
    concurrency: number('concurrency', 2),
    timeout: number('timeout', 60),
    retries: number('retries', 3),
  };
}

/** Where requests go. @throws LabError where the address is none, holds a secret, or may not be asked */
function endpointOf(url: string, host: Host | undefined): string {
  const refuse = (value: string, accepted: string, remedy?: string): never => {
    throw new LabError('param.invalid', { owner: 'dense', name: 'url', value, accepted }, remedy);
  };
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    return refuse(url, 'an address that begins with http:// or https://, as in http://localhost:11434/v1');
  }
  if (parsed.username !== '' || parsed.password !== '') {
    return refuse(
      `${parsed.protocol}//***@${parsed.host}`,
      'an address without a user or password',
      'key-env=NAME, and the key in that variable',
    );
  }
  if (!host) return refuse(url, 'nothing, since nothing outside may be used here');
  if (host.offline && !isLoopback(parsed.hostname))
    return refuse(url, 'an address of this machine, since --offline is given');
  parsed.hash = '';
  parsed.pathname = `${parsed.pathname.replace(/\/+$/, '')}/embeddings`;
  return parsed.href;
}

/** As the URL parser writes them: any form of 127.0.0.0/8 has become four numbers. */
function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127(\.\d+){3}$/.test(hostname) ||
    hostname === '[::1]'
  );
}

function fileName(model: string): string {
  return model.replace(/[^\w.-]+/g, '-').slice(0, 60);
}

/** Runs the batches, some at a time; the first that fails ends the others. */
async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T, stop: AbortSignal) => Promise<void>,
): Promise<void> {
  const failure = new AbortController();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length && !failure.signal.aborted) await work(items[next++]!, failure.signal);
  };
  const workers = Array.from({ length: Math.min(width, items.length) }, () =>
    worker().catch((error: unknown) => {
      if (!failure.signal.aborted) failure.abort(error);
    }),
  );
  await Promise.all(workers);
  if (failure.signal.aborted) throw failure.signal.reason;
}

interface ServerSettings {
  readonly name: string;
  readonly model: string;
  readonly endpoint: string;
  readonly key: string | undefined;
  readonly options: Options;
  readonly signal: AbortSignal;
}

interface EmbeddingServer {
  /**
   * Unit vectors of texts, in their order.
   * @param dims how long they must be; undefined where nobody knows yet
   * @param stop ends the request, beside an interruption of the whole
   */
  embed(texts: readonly string[], dims: number | undefined, stop?: AbortSignal): Promise<Float32Array[]>;
}

/** A failure that another attempt may not meet. */
class Passing extends Error {
  readonly waitMs: number | undefined;
  constructor(problem: string, waitMs?: number) {
    super(problem);
    this.waitMs = waitMs;
  }
}

function createServer({ name, model, endpoint, key, options, signal }: ServerSettings): EmbeddingServer {
  const { timeout, retries, dimensions } = options;
  // A server may say the key back.
  const discreet = (text: string): string => (key ? text.replaceAll(key, '***') : text);
  const fault = (problem: string, remedy?: string): LabError =>
    new LabError('system.failed', { system: name, problem: discreet(`${endpoint}: ${problem}`) }, remedy);

  const attempt = async (body: string, stop: AbortSignal): Promise<unknown> => {
    const limit = AbortSignal.timeout(Math.ceil(timeout * 1000));
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
        body,
        // Followed, it could lead off this machine, and take the key along.
        redirect: 'manual',
        signal: AbortSignal.any([stop, limit]),
      });
      const text = await readAnswer(response);
      if (response.ok) return parseAnswer(text, fault);
      const problem = `answers ${response.status}${quote(text)}`;
      if (RETRIED.has(response.status)) throw new Passing(problem, retryAfter(response));
      const remedy = response.status === 401 ? `put the key into the environment as ${options.keyEnv}` : undefined;
      throw fault(problem, remedy);
    } catch (error) {
      stop.throwIfAborted();
      if (error instanceof LabError || error instanceof Passing) throw error;
      if (limit.aborted) throw new Passing(`no answer within ${timeout} s`);
      throw new Passing(`cannot be reached: ${networkProblem(error)}`);
    }
  };

  return {
    async embed(texts, dims, other) {
      const stop = other ? AbortSignal.any([signal, other]) : signal;
      const body = JSON.stringify({
        model,
        input: texts.map((text) => text.replace(HALF_CHARACTER, '\ufffd')),
        encoding_format: 'float',
        ...(dimensions > 0 ? { dimensions } : {}),
      });
      for (let tries = 1; ; tries++) {
        try {
          return vectorsOf(await attempt(body, stop), texts.length, dims, fault);
        } catch (error) {
          if (!(error instanceof Passing)) throw error;
          const again = retries > 0 ? ` (asked ${tries} times)` : '';
          if (tries > retries)
            throw fault(`${error.message}${again}`, 'see whether the server runs, and knows the model');
          const pause = error.waitMs ?? FIRST_PAUSE_MS * 2 ** (tries - 1);
          await sleep(Math.min(pause, LONGEST_PAUSE_MS), undefined, { signal: stop });
        }
      }
    },
  };
}

/** Never more than can be meant. */
async function readAnswer(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  if (response.body) {
    for await (const part of response.body as AsyncIterable<Uint8Array>) {
      bytes += part.length;
      if (bytes > MAX_ANSWER_BYTES) throw new Error(`an answer of more than ${MAX_ANSWER_BYTES} bytes`);
      parts.push(part);
    }
  }
  return Buffer.concat(parts).toString('utf8');
}

function parseAnswer(text: string, fault: (problem: string) => LabError): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw fault(`the answer is not JSON${quote(text)}`);
  }
}

/** What a server says of its failure: the message of its JSON, or the beginning of its text, in one line. */
function quote(text: string): string {
  let said = text;
  try {
    const { error, message } = JSON.parse(text) as { error?: { message?: unknown } | string; message?: unknown };
    const found = typeof error === 'string' ? error : (error?.message ?? message);
    if (typeof found === 'string') said = found;
  } catch {
    // Not JSON: quoted as it is.
  }
  const line = said.replace(/\s+/g, ' ').trim();
  return line === '' ? '' : `: ${line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED)}...` : line}`;
}

function retryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

function networkProblem(error: unknown): string {
  const cause = (error as { cause?: { code?: unknown; message?: unknown } } | undefined)?.cause;
  if (cause?.code === 'ECONNREFUSED') return 'the connection is refused';
  if (cause?.code === 'ENOTFOUND') return 'there is no such host';
  if (typeof cause?.message === 'string' && cause.message !== '') return cause.message;
  return error instanceof Error ? error.message : String(error);
}

/** @throws LabError where the answer is not one vector of numbers a text, all of one length */
function vectorsOf(
  answer: unknown,
  texts: number,
  dims: number | undefined,
  fault: (problem: string) => LabError,
): Float32Array[] {
  const data = (answer as { data?: unknown } | null | undefined)?.data;
  if (!Array.isArray(data)) throw fault('the answer has no list "data"; is it an OpenAI-compatible /v1?');
  if (data.length !== texts) throw fault(`${texts} texts were sent and ${data.length} vectors came back`);
  const vectors: (Float32Array | undefined)[] = Array.from({ length: texts });
  let wanted = dims;
  data.forEach((item: unknown, place) => {
    const { index = place, embedding } = (item ?? {}) as { index?: unknown; embedding?: unknown };
    if (!Number.isInteger(index) || (index as number) < 0 || (index as number) >= texts) {
      throw fault(`index ${String(index)} is not among the ${texts} texts sent`);
    }
    if (vectors[index as number]) throw fault(`two vectors have the index ${String(index)}`);
    const values = typeof embedding === 'string' ? fromBase64(embedding) : embedding;
    if (!isNumbers(values)) throw fault(`the vector with the index ${String(index)} is no list of finite numbers`);
    if (wanted !== undefined && values.length !== wanted) {
      throw fault(`a vector of ${values.length} dimensions, where others have ${wanted}`);
    }
    wanted = values.length;
    vectors[index as number] = unitVector(values);
  });
  return vectors as Float32Array[];
}

function isNumbers(values: unknown): values is ArrayLike<number> {
  if (!Array.isArray(values) && !(values instanceof Float32Array)) return false;
  return values.length > 0 && Array.from(values).every((value) => typeof value === 'number' && Number.isFinite(value));
}

/** Little-endian single precision, as OpenAI sends it. */
function fromBase64(text: string): Float32Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length % 4 !== 0) return undefined;
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(i * 4));
}
