// Any /v1/embeddings, against a server of our own: what is sent, what is believed, what is kept. Case C35 among it.
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { retrieverContract } from '../../src/contracts/retriever.ts';
import { contextOf } from '../../src/contracts/small-world.ts';
import type { Encoder, Host, Params } from '../../src/core/contracts.ts';
import { LabError } from '../../src/core/errors.ts';
import { openai } from '../../src/encoders/openai.ts';
import { dense } from '../../src/retrieval/dense.ts';
import { type EmbeddingStub, startEmbeddingStub, vectorOf } from './embedding-stub.ts';

const DIMS = { a: 8, b: 8, wide: 16 };
const KEY = 'sk-very-secret';

let stub: EmbeddingStub;
let folder: string;
beforeAll(async () => {
  stub = await startEmbeddingStub(DIMS);
});
afterAll(() => stub.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rag-lab-openai-'));
  stub.asked.length = 0;
  stub.answer = (data) => ({ data });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface World {
  readonly model?: string;
  readonly options?: Params;
  readonly host?: Partial<Host>;
  readonly cache?: boolean;
  readonly signal?: AbortSignal;
}

const warnings: string[] = [];

function open({ model = 'a', options = {}, host = {}, cache = false, signal }: World = {}): Promise<Encoder> {
  const context = {
    ...contextOf({ host: { folder, env: {}, offline: false, allowDownload: false, ...host } }),
    progress: {
      report: (event: { readonly kind: string; readonly message?: string }) => {
        if (event.kind === 'warning') warnings.push(event.message!);
      },
    },
    ...(signal ? { signal } : {}),
  };
  const request = { model, options: { url: stub.url, retries: 0, timeout: 5, ...options } };
  return openai.open(context, cache ? folder : undefined, request);
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(LabError);
  return (error as LabError).message.replaceAll(`POST ${stub.url}`, 'URL');
}

function unit(model: keyof typeof DIMS, text: string): number[] {
  const values = vectorOf(model, DIMS[model], text);
  const length = Math.hypot(...values);
  return values.map((value) => Math.fround(value / length));
}

const rowsOf = (vectors: Float32Array, dims: number): number[][] =>
  Array.from({ length: vectors.length / dims }, (_, i) => [...vectors.subarray(i * dims, (i + 1) * dims)]);

describe('what is sent', () => {
  it('is the texts, in batches, to /embeddings, and the vectors come back of length 1, in the order asked', async () => {
    stub.answer = (data) => ({ data: data.toReversed() });
    const encoder = await open({ options: { batch: 2, concurrency: 3 } });
    const texts = ['one', 'two', 'three', 'four', 'five'];
    const rows = rowsOf(await encoder.encode(texts, 'passage'), encoder.dims);
    rows.forEach((row, i) => {
      unit('a', texts[i]!).forEach((value, k) => {
        expect(row[k]).toBeCloseTo(value, 6);
      });
    });
    const sent = stub.asked.slice(1);
    expect(sent.map(({ body }) => body.input.length).sort()).toEqual([1, 2, 2]);
    expect(sent[0]).toMatchObject({ path: '/v1/embeddings', body: { model: 'a', encoding_format: 'float' } });
    expect(sent[0]!.body).not.toHaveProperty('dimensions');
  });

  it('begins with the prefix of its role; blanks are not sent, and halves of characters are replaced', async () => {
    const encoder = await open({
      options: { 'query-prefix': 'query: ', 'passage-prefix': 'passage: ', dimensions: 8 },
    });
    const rows = rowsOf(await encoder.encode(['x', ' \n', 'a\ud83db'], 'passage'), 8);
    expect(rows[1]).toEqual(new Array(8).fill(0));
    await encoder.encode(['x', ''], 'query');
    expect(stub.asked.slice(1).map(({ body }) => body.input)).toEqual([
      ['passage: x', 'passage: a\ufffdb'],
      ['query: x'],
    ]);
    expect(stub.asked[1]!.body.dimensions).toBe(8);
  });

  it('never holds more characters than the model reads', async () => {
    const encoder = await open({ options: { 'max-chars': 10 } });
    await encoder.encode(['0123456789abc'], 'passage');
    expect(stub.asked[1]!.body.input).toEqual(['0123456789']);
    expect(encoder.reach('0123456789abc')).toBe(10);
    expect(encoder.pieces('one two three four').every((piece) => piece.trim().length <= 10)).toBe(true);
  });

  it('carries the key of the environment, and no other', async () => {
    await open({ host: { env: { OPENAI_API_KEY: KEY } } });
    await open({ host: { env: { OPENAI_API_KEY: KEY, MINE: 'm' } }, options: { 'key-env': 'MINE' } });
    await open();
    expect(stub.asked.map(({ authorization }) => authorization)).toEqual([`Bearer ${KEY}`, 'Bearer m', undefined]);
  });

  it('is as many requests at a time as told', async () => {
    let now = 0;
    let most = 0;
    stub.answer = (data, response) => {
      most = Math.max(most, ++now);
      setTimeout(() => {
        now--;
        response.end(JSON.stringify({ data }));
      }, 20);
      return undefined;
    };
    const encoder = await open({ options: { batch: 1, concurrency: 3 } });
    await encoder.encode(['1', '2', '3', '4', '5', '6'], 'query');
    expect(most).toBe(3);
  });
});

describe('what is believed', () => {
  it('takes base64, and answers without an index in their order', async () => {
    stub.answer = (data) => ({
      data: data.map(({ embedding }) => ({
        embedding: Buffer.from(Float32Array.from(embedding as number[]).buffer).toString('base64'),
      })),
    });
    const encoder = await open();
    const [row] = rowsOf(await encoder.encode(['one'], 'query'), 8);
    unit('a', 'one').forEach((value, k) => {
      expect(row![k]).toBeCloseTo(value, 6);
    });
  });

  const SPOILED: Readonly<Record<string, readonly [EmbeddingStub['answer'], string]>> = {
    'a vector too few': [(data) => ({ data: data.slice(1) }), '2 texts were sent and 1 vectors came back'],
    'a vector too many': [(data) => ({ data: [...data, data[0]] }), '2 texts were sent and 3 vectors came back'],
    'a number that is none': [
      (data) => ({ data: data.map((one) => ({ ...one, embedding: [1, 2, 3, null, 5, 6, 7, 8] })) }),
      'the vector with the index 0 is no list of finite numbers',
    ],
    'a NaN in base64': [
      (data) => ({
        data: data.map((one) => ({
          ...one,
          embedding: Buffer.from(new Float32Array(8).fill(Number.NaN).buffer).toString('base64'),
        })),
      }),
      'the vector with the index 0 is no list of finite numbers',
    ],
    'half a number in base64': [
      (data) => ({ data: data.map((one) => ({ ...one, embedding: 'AAAAAAA=' })) }),
      'the vector with the index 0 is no list of finite numbers',
    ],
    'no numbers at all': [
      (data) => ({ data: data.map((one) => ({ ...one, embedding: [] })) }),
      'the vector with the index 0 is no list of finite numbers',
    ],
    'another dimension on the second call': [
      (data) => ({ data: data.map((one) => ({ ...one, embedding: [1, 2, 3] })) }),
      'a vector of 3 dimensions, where others have 8',
    ],
    'an index twice': [(data) => ({ data: data.map((one) => ({ ...one, index: 1 })) }), 'two vectors have the index 1'],
    'an index beyond': [
      (data) => ({ data: data.map((one) => ({ ...one, index: one.index + 1 })) }),
      'index 2 is not among the 2 texts sent',
    ],
    'something else': [() => ({ embeddings: [] }), 'the answer has no list "data"; is it an OpenAI-compatible /v1?'],
    'no JSON': [
      (_, response) => {
        response.end('<html>\nHello');
      },
      'its answer is not JSON: "<html>\\nHello"',
    ],
    'a redirect': [
      (_, response) => {
        response.writeHead(302, { location: 'http://example.invalid/' }).end();
      },
      'it answered 302 and points to http://example.invalid/',
    ],
    'a refusal': [
      (_, response) => {
        response.writeHead(404).end(JSON.stringify({ error: { message: 'model "a" not found' } }));
      },
      'it answered 404: "model \\"a\\" not found"',
    ],
  };
  for (const [what, [answer, said]] of Object.entries(SPOILED)) {
    it(`refuses ${what}, at once`, async () => {
      const encoder = await open({ options: { retries: 3 } });
      stub.answer = answer;
      expect(await refusal(encoder.encode(['one', 'two'], 'passage'))).toBe(
        `system openai:a failed: URL/embeddings: ${said}`,
      );
      expect(stub.asked).toHaveLength(2);
    });
  }

  it('asks again after a failure that may pass, longer each time, and says how often it asked', async () => {
    const encoder = await open({ options: { retries: 2 } });
    stub.answer = (data, response, nth) => {
      if (nth === 2) return { data };
      response.writeHead(nth === 0 ? 500 : 429, { 'retry-after': '0' }).end('busy');
      return undefined;
    };
    expect(await encoder.encode(['one'], 'query')).toHaveLength(8);
    expect(stub.asked).toHaveLength(4);
    stub.answer = (_, response) => {
      response.writeHead(500, { 'retry-after': '0' }).end(JSON.stringify({ error: 'out of\nmemory' }));
    };
    expect(await refusal(encoder.encode(['two'], 'query'))).toBe(
      'system openai:a failed: URL/embeddings: it answered 500: "out of\\nmemory", after 3 tries',
    );
  });

  it('does not wait for ever', async () => {
    const encoder = await open({ options: { timeout: 0.1 } });
    stub.answer = () => undefined;
    expect(await refusal(encoder.encode(['one'], 'query'))).toContain('URL/embeddings: no answer within 0.1 seconds');
    // Headers came, and then nothing more.
    stub.answer = (_, response) => {
      response.writeHead(200).write('{"data":');
    };
    expect(await refusal(encoder.encode(['one'], 'query'))).toContain('no answer within 0.1 seconds');
  });

  it('says what of the network failed', async () => {
    const closed = await startEmbeddingStub(DIMS);
    await closed.close();
    expect(await refusal(open({ options: { url: closed.url } }))).toBe(
      `system openai:a failed: POST ${closed.url}/embeddings: nothing answers there (connection refused)`,
    );
    const encoder = await open();
    stub.answer = (_, response) => {
      response.destroy();
    };
    expect(await refusal(encoder.encode(['one'], 'query'))).toContain('the connection was broken off');
  });

  it('stops when it is interrupted, in the middle of a request and between attempts', async () => {
    for (const spoil of [
      () => undefined,
      (_: unknown, response: { writeHead(code: number): { end(): void } }) => void response.writeHead(503).end(),
    ]) {
      const interrupt = new AbortController();
      const encoder = await open({ signal: interrupt.signal, options: { retries: 10, timeout: 60 } });
      stub.answer = spoil as EmbeddingStub['answer'];
      const running = encoder.encode(['one'], 'query');
      setTimeout(() => interrupt.abort(), 50);
      await expect(running).rejects.toThrow(/abort/i);
      stub.answer = (data) => ({ data });
    }
  });

  it('never says the key, though the server does', async () => {
    stub.answer = (_, response) => {
      response.writeHead(401).end(JSON.stringify({ error: { message: `bad key ${KEY}, ${KEY}!` } }));
    };
    const failing = open({ host: { env: { OPENAI_API_KEY: KEY } } });
    const name = `\${OPENAI_API_KEY}`;
    expect(await refusal(failing)).toBe(
      `system openai:a failed: URL/embeddings: it answered 401: "bad key ${name}, ${name}!"`,
    );
    const error = await failing.catch((thrown: LabError) => thrown);
    expect((error as LabError).remedy).toBe('put the key into the environment as OPENAI_API_KEY');
  });

  it('never says a part of the key, wherever what is shown of an answer is cut', async () => {
    const key = 'k3y-'.repeat(20);
    for (let before = 200; before <= 300; before += 7) {
      stub.answer = (_, response) => {
        response.writeHead(400).end(`${'x'.repeat(before)}${key}`);
      };
      expect(await refusal(open({ host: { env: { OPENAI_API_KEY: key } } }))).not.toContain('k3y');
    }
  });

  it('has no key that no header can carry, and does not say it', async () => {
    const message = await refusal(open({ host: { env: { OPENAI_API_KEY: `${KEY}\n` } } }));
    expect(message).toBe(
      'system openai:a failed: the key in OPENAI_API_KEY holds a character that headers cannot carry',
    );
    expect(stub.asked).toEqual([]);
  });
});

describe('where it may ask', () => {
  const asking = (url: string, host: Partial<Host> = {}) => refusal(open({ options: { url }, host }));

  it('is an address, without a secret in it', async () => {
    expect(await asking('localhost:1')).toContain(
      'dense: url=localhost:1 is not valid; accepted: an address that begins',
    );
    expect(await asking('file:///etc/passwd')).toContain('begins with http:// or https://');
    const message = await asking('http://me:hidden@localhost:1/v1');
    expect(message).toContain('without a user or password');
    expect(message).not.toContain('hidden');
  });

  it('is this machine alone with --offline, whatever it is called', async () => {
    for (const url of [
      'http://example.com/v1',
      'http://10.0.0.1/v1',
      'http://localhost.example.com/v1',
      'http://[2001:db8::1]/v1',
    ]) {
      expect(await asking(url, { offline: true })).toContain('an address of this machine, since --offline is given');
    }
    expect(stub.asked).toEqual([]);
    await open({ host: { offline: true } });
    await open({ host: { offline: true }, options: { url: stub.url.replace('127.0.0.1', '0x7f.1') } });
    expect(stub.asked).toHaveLength(2);
  });

  it('is nowhere without a host', async () => {
    const request = { model: 'a', options: { url: stub.url } };
    await expect(openai.open(contextOf(), undefined, request)).rejects.toThrow('nothing outside may be used here');
  });
});

describe('what is kept: case C35', () => {
  const corpus = (name: string): string[] =>
    readFileSync(new URL(`../fixtures/cases/C35/${name}`, import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { text: string }).text);
  const texts = corpus('corpus.jsonl');

  async function index(
    world: World,
    passages = texts,
  ): Promise<{ counts: string; vectors: Float32Array; encoder: Encoder }> {
    const encoder = await open({ ...world, cache: true });
    const vectors = await encoder.encode(passages, 'passage');
    const { hits, misses } = encoder.cacheStats!();
    return { counts: `${hits}/${misses}`, vectors, encoder };
  }

  it('finds the vectors of this model, revision and options alone', async () => {
    const cold = await index({ model: 'a' });
    expect(cold.counts).toBe('0/5');
    const warm = await index({ model: 'a' });
    expect([warm.counts, warm.vectors]).toEqual(['5/0', cold.vectors]);
    const other = await index({ model: 'b' });
    expect(other.counts).toBe('0/5');
    expect(other.vectors).not.toEqual(cold.vectors);
    expect((await index({ model: 'a' })).counts).toBe('5/0');
    const changed: readonly World[] = [
      { model: 'wide' },
      { options: { 'passage-prefix': 'passage: ' } },
      { options: { 'query-prefix': 'query: ' } },
      { options: { dimensions: 8 } },
      { options: { 'max-chars': 5000 } },
    ];
    const prints = new Set([cold.encoder.fingerprint, other.encoder.fingerprint]);
    for (const world of changed) {
      const { counts, encoder } = await index({ model: 'a', ...world });
      expect(counts).toBe('0/5');
      prints.add(encoder.fingerprint);
    }
    expect(prints.size).toBe(2 + changed.length);
    expect((await index({ model: 'a' }, corpus('corpus-edited.jsonl'))).counts).toBe('4/1');
    // How vectors are got does not change them.
    expect((await index({ options: { batch: 1, concurrency: 1, timeout: 9, retries: 1 } })).counts).toBe('5/0');
  });

  it('notices a server whose model has become longer, and rebuilds a file that is cut short', async () => {
    const cold = await index({ model: 'a' });
    for (const name of readdirSync(folder)) truncateSync(join(folder, name), 200);
    const rebuilt = await index({ model: 'a' });
    expect([rebuilt.counts, rebuilt.vectors]).toEqual(['0/5', cold.vectors]);
    expect((await index({ model: 'a' })).counts).toBe('5/0');
    stub.answer = (data) => ({ data: data.map((one) => ({ ...one, embedding: [1, 2, 3] })) });
    const shorter = await index({ model: 'a' });
    expect([shorter.counts, shorter.encoder.dims]).toEqual(['0/5', 3]);
  });

  it('keeps what was encoded before a failure', async () => {
    const encoder = await open({ cache: true, options: { batch: 1, concurrency: 1 } });
    stub.answer = (data, response, nth) => {
      if (nth < 2) return { data };
      response.writeHead(400).end();
      return undefined;
    };
    await refusal(encoder.encode(texts, 'passage'));
    stub.answer = (data) => ({ data });
    expect((await index({})).counts).toBe('2/3');
  });

  it('has a file whose name says the model, without anything that a path could be', async () => {
    await index({ model: '../up/and:away' });
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^openai-\.\.-up-and-away-[0-9a-f]{16}\.vectors$/)]);
  });
});

describe('the retriever contract: dense(model=openai:a)', () => {
  // Opened by the first case, since the server has no address before.
  let encoder: Promise<Encoder> | undefined;
  const later: Encoder = {
    get dims() {
      return DIMS.a;
    },
    fingerprint: '',
    encode: async (texts, role) => {
      encoder ??= open();
      return (await encoder).encode(texts, role);
    },
    pieces: (text) => (text.trim() === '' ? [] : [text]),
    reach: (text) => text.length,
  };
  for (const { name, run } of retrieverContract(dense, { encoder: later })) it(name, run);
});
