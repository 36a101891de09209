// Asks an embedding server for vectors, in batches, and keeps them.
// Its answers are data of a stranger: counted, measured, checked for numbers, and never quoted with the key in them.
import type { Context, Encoder, EncoderRequest, Host } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';
import { sha256 } from '../core/hash.ts';
import { askJson, HttpFault, isHeaderValue, isLoopback, withoutQuery } from '../network/http-client.ts';
import { inParallel } from '../network/in-parallel.ts';
import { concealing } from '../network/secrets.ts';
import { unitVector } from '../vector/unit-vector.ts';
import { cachedEncode } from './cached-encode.ts';
import { createPieces } from './pieces.ts';
import { openVectorCache } from './vector-cache.ts';

const STAGE = 'encoding';
/** Part of the fingerprint: another way of making the same vectors would be another model. */
const VERSION = '1';
const PROBE = 'How long is a vector?';
/** Not every server survives one. */
const HALF_CHARACTER = /\p{Surrogate}/gu;

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
export async function openOpenAi(
  context: Context,
  cacheDir: string | undefined,
  { model, options: given }: EncoderRequest,
): Promise<Encoder> {
  const options = readOptions(given);
  const name = `openai:${model}`;
  const endpoint = endpointOf(options.url, context.host);
  const key = context.host?.env[options.keyEnv];
  const server = createServer({ name, model, endpoint, key, options, offline: context.host?.offline === true });

  const [probe] = await server.embed([PROBE], undefined, context.signal);
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
      await inParallel(batches, options.concurrency, context.signal, async (batch, signal) => {
        const vectors = await server.embed(
          batch.map((index) => texts[index]!),
          dims,
          signal,
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

  const prefixed = (text: string, role: 'query' | 'passage'): string =>
    (role === 'query' ? queryPrefix : passagePrefix) + text.slice(0, reach(text));
  return {
    dims,
    fingerprint,
    pieces,
    reach,
    encode: cachedEncode(cache, dims, context.signal, prefixed, compute),
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
  if (host.offline && !isLoopback(parsed)) return refuse(url, 'an address of this machine, since --offline is given');
  parsed.hash = '';
  parsed.pathname = `${parsed.pathname.replace(/\/+$/, '')}/embeddings`;
  return parsed.href;
}

function fileName(model: string): string {
  return model.replace(/[^\w.-]+/g, '-').slice(0, 60);
}

interface ServerSettings {
  readonly name: string;
  readonly model: string;
  readonly endpoint: string;
  readonly key: string | undefined;
  readonly options: Options;
  readonly offline: boolean;
}

interface EmbeddingServer {
  /**
   * Unit vectors of texts, in their order.
   * @param dims how long they must be; undefined where nobody knows yet
   */
  embed(texts: readonly string[], dims: number | undefined, signal: AbortSignal): Promise<Float32Array[]>;
}

function createServer({ name, model, endpoint, key, options, offline }: ServerSettings): EmbeddingServer {
  const { timeout, retries, dimensions, keyEnv } = options;
  // A server may say the key back.
  const conceal = concealing(new Map(key ? [[keyEnv, key]] : []));
  const failed = (problem: string, remedy?: string): LabError =>
    new LabError('system.failed', { system: name, problem }, remedy);
  const fault = (problem: string): LabError => failed(conceal(`POST ${withoutQuery(endpoint)}: ${problem}`));
  if (key && !isHeaderValue(key)) throw failed(`the key in ${keyEnv} holds a character that headers cannot carry`);
  const headers = [
    { name: 'content-type', value: 'application/json', secret: false },
    ...(key ? [{ name: 'authorization', value: `Bearer ${key}`, secret: true }] : []),
  ];
  return {
    async embed(texts, dims, signal) {
      const body = JSON.stringify({
        model,
        input: texts.map((text) => text.replace(HALF_CHARACTER, '\ufffd')),
        encoding_format: 'float',
        ...(dimensions > 0 ? { dimensions } : {}),
      });
      const request = { method: 'POST', url: endpoint, headers, body, secretBody: false };
      const answer = await askJson(request, { timeout, retries, offline, signal }, conceal).catch((error: unknown) => {
        if (!(error instanceof HttpFault)) throw error;
        const remedy = error.isRefusal ? `put the key into the environment as ${keyEnv}` : error.remedy;
        throw failed(error.message, remedy ?? 'see whether the server runs, and knows the model');
      });
      return vectorsOf(answer, texts.length, dims, fault);
    },
  };
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
