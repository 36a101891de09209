import { describe, expect, it } from 'vitest';
import type { Encoder, Filter, OpenContext } from '../../src/core/contracts.ts';
import { printParams, resolveParams } from '../../src/core/spec.ts';
import { dense } from '../../src/retrieval/dense.ts';
import { unitVector } from '../../src/vector/unit-vector.ts';
import { fakeEncoder } from './fake-encoder.ts';
import { collectionOf, contextOf, topicOf } from './small-world.ts';

const fact = 'Annual leave is asked for early.';
const filler = 'The garage opens at six. Badges are blue. Desks are tall. Rooms have doors.';

type DenseParams = Parameters<typeof dense.open>[1];

function paramsOf(written: Readonly<Record<string, string>>): DenseParams {
  return resolveParams('dense', dense.params, new Map(Object.entries(written)), []) as unknown as DenseParams;
}

async function open(texts: readonly string[], pool = 'max', encoder = fakeEncoder()) {
  const params = paramsOf({ pool });
  return { encoder, searcher: await dense.open(collectionOf(texts), params, contextOf({ encoder }), []) };
}

async function rank(texts: readonly string[], question: string, pool = 'max') {
  const { searcher } = await open(texts, pool);
  const [ranking] = await searcher.search([{ topic: topicOf(question), depth: texts.length }]);
  return ranking!;
}

describe('dense', () => {
  it('scores a chunk by its best sentence, which surrounding text cannot dilute', async () => {
    const ranking = await rank([filler, `${filler} ${fact} ${filler}`], fact);
    expect(ranking.chunks[0]).toBe(1);
    expect(ranking.scores[0]).toBeCloseTo(1, 6);
    expect(ranking.signal).toBe(2);
  });

  it('dilutes the sentence when the vectors of a chunk are averaged', async () => {
    const ranking = await rank([`${filler} ${fact} ${filler}`], fact, 'mean');
    expect(ranking.scores[0]).toBeLessThan(0.9);
  });

  it('reads only the start of a chunk when it is encoded at once, and says how far', async () => {
    const texts = [`${filler} ${fact}`];
    expect((await rank(texts, fact, 'chunk')).scores[0]).toBeLessThan(0.9);
    const { searcher, encoder } = await open(texts, 'chunk');
    expect(searcher.reach!(0)).toBe(encoder.reach(texts[0]!));
    expect(searcher.reach!(0)).toBeLessThan(texts[0]!.length);
    expect((await open(texts)).searcher.reach).toBeUndefined();
  });

  it('encodes each distinct sentence once, and each question once', async () => {
    const { searcher, encoder } = await open([`${fact} Badges are blue.`, `Badges are blue. ${fact}`]);
    expect(encoder.encoded).toEqual([fact, 'Badges are blue.']);
    const request = { topic: topicOf('leave'), depth: 2 };
    await searcher.search([request, { ...request, topic: topicOf('leave', 'other') }]);
    await searcher.search([request]);
    await searcher.explain!(request.topic, 0);
    expect(encoder.encoded.slice(2)).toEqual(['leave']);
  });

  it('finds what stands beyond the limit of a long sentence, and reads a long question whole', async () => {
    const long = 'one two three four five six seven eight annual leave';
    expect((await rank(['Badges are blue.', long], 'annual leave')).scores[0]).toBeCloseTo(1, 6);
    const whole = await rank([long], long, 'mean');
    expect(whole.scores[0]).toBeCloseTo(1, 6);
  });

  it('has no signal for a question without anything to read', async () => {
    for (const pool of ['max', 'mean', 'chunk']) {
      const ranking = await rank([fact, filler], '?!', pool);
      expect([...ranking.scores]).toEqual([0, 0]);
      expect(ranking.signal).toBe(0);
    }
  });

  it('puts a chunk without anything to read last, without signal', async () => {
    for (const pool of ['max', 'mean', 'chunk']) {
      const ranking = await rank(['---', fact, filler], 'leave', pool);
      expect(ranking.chunks[2]).toBe(0);
      expect(ranking.signal).toBe(2);
    }
  });

  it('explains by the best sentences of a chunk, best first', async () => {
    const { searcher } = await open([`${filler} ${fact}`]);
    const parts = await searcher.explain!(topicOf(fact), 0);
    expect(parts).toHaveLength(3);
    expect(parts[0]!.term).toBe(fact);
    expect(parts[0]!.weight).toBeCloseTo(1, 6);
    expect(await searcher.explain!(topicOf('?!'), 0)).toEqual([]);
  });
});

describe('the model of dense', () => {
  const check = (written: Readonly<Record<string, string>>) => dense.check!(paramsOf(written), 0);
  const local = { model: 'openai:mini', url: 'http://localhost:1/v1' };

  it('is left out of the canonical spec where it is the default', () => {
    expect(printParams(dense.params, paramsOf({}))).toBe('');
    expect(printParams(dense.params, paramsOf({ model: 'use-lite', pool: 'max', revision: 'main' }))).toBe('');
    expect(printParams(dense.params, paramsOf({ ...local, 'query-prefix': 'query: ' }))).toBe(
      '(model=openai:mini,query-prefix="query:\\s",url=http://localhost:1/v1)',
    );
  });

  it('is asked for with every option that its vectors depend on, and the default with none', async () => {
    const asked: unknown[] = [];
    const context: OpenContext = {
      ...contextOf({ encoder: fakeEncoder() }),
      encoder: async (...given) => {
        asked.push(given);
        return fakeEncoder();
      },
    };
    await dense.open(collectionOf([fact]), paramsOf({}), context, []);
    await dense.open(collectionOf([fact]), paramsOf({ ...local, 'query-prefix': 'q', pool: 'mean' }), context, []);
    expect(asked).toEqual([
      ['use-lite', {}],
      ['openai:mini', expect.objectContaining({ url: local.url, 'query-prefix': 'q', batch: 64 })],
    ]);
    expect(asked[1]).not.toHaveProperty([1, 'pool']);
    expect(dense.encoderOf!(paramsOf(local))).toBe('openai:mini');
  });

  it('takes the options of its encoder, and no others', () => {
    expect(check({})).toBeUndefined();
    expect(check({ pool: 'chunk' })).toBeUndefined();
    expect(check({ model: 'hf:org/name', pooling: 'cls', revision: 'v1', 'query-prefix': 'q' })).toBeUndefined();
    expect(check({ ...local, timeout: '5', dimensions: '256' })).toBeUndefined();
    expect(check({ model: 'mine', url: 'x', pooling: 'cls' })).toBeUndefined();
    expect(check({ revision: 'v1', url: 'x' })).toBe('model=use-lite takes no revision, url; accepted: pool');
    expect(check({ ...local, pooling: 'cls' })).toMatch(/^model=openai:mini takes no pooling; accepted: pool, query-/);
    expect(check({ model: 'hf:x', url: 'x' })).toMatch(/^model=hf:x takes no url;/);
  });

  it('must be named', () => {
    for (const model of ['hf', 'hf:', 'openai'])
      expect(check({ ...local, model })).toMatch(/names no model; accepted:/);
    expect(check({ model: 'openai:mini' })).toBe('openai needs url=..., as in url=http://localhost:11434/v1');
    expect(check({ ...local, url: 'localhost:11434' })).toBe(
      'url=localhost:11434 is not valid; accepted: http://... or https://...',
    );
    const secret = check({ ...local, url: 'http://me:hidden@localhost/v1' });
    expect(secret).toContain('key-env');
    expect(secret).not.toContain('hidden');
    const inQuery = check({ ...local, url: 'http://localhost/v1?api-version=2&api-key=hidden' });
    expect(inQuery).toContain('url holds a secret (api-key)');
    expect(inQuery).not.toContain('hidden');
    expect(check({ ...local, url: 'http://localhost/v1?api-version=2' })).toBeUndefined();
    expect(check({ model: 'use-lite:x' })).toBe('model=use-lite:x is not valid; accepted: use-lite');
  });
});

describe('a corpus large enough for bounds', () => {
  const dims = 512;
  const WORDS = 400;

  /** Vectors that only the text decides; "-" has nothing to read. */
  function vectorOf(text: string): Float32Array {
    let state = 1;
    for (const char of text) state = (Math.imul(state, 31) + char.charCodeAt(0)) | 0;
    const row = new Float32Array(dims);
    for (let i = 0; text !== '-' && i < dims; i++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      row[i] = state / 2 ** 31;
    }
    return unitVector(row);
  }

  const encoder: Encoder = {
    dims,
    fingerprint: 'hashed',
    pieces: (text) => [text],
    reach: (text) => text.length,
    async encode(texts) {
      const rows = new Float32Array(texts.length * dims);
      texts.forEach((text, at) => {
        rows.set(vectorOf(text), at * dims);
      });
      return rows;
    },
  };
  // Sentences that many chunks share, chunks of none, and chunks that equal one another.
  const texts = Array.from({ length: 3000 }, (_, ord) => {
    if (ord % 50 === 7) return '-';
    return [ord % WORDS, ord, (7 * ord) % 2500].map((word) => `This is sentence ${word}.`).join(' ');
  });
  const questions = Array.from({ length: 30 }, (_, at) => (at === 4 ? '-' : `This is sentence ${at * 37}.`));

  it('ranks as if every chunk were scored: shallow rankings are the beginnings of the deepest, bit for bit', async () => {
    const searcher = await dense.open(collectionOf(texts), paramsOf({}), contextOf({ encoder }), []);
    const allowed = Uint8Array.from(texts, (_, ord) => (ord % 3 === 0 ? 1 : 0));
    const few = Uint8Array.from(texts, (_, ord) => (ord % 50 === 7 || ord < 5 ? 1 : 0));
    for (const filter of [undefined, filterOf(allowed), filterOf(few)]) {
      const ask = (depth: (at: number) => number) =>
        searcher.search(
          questions.map((text, at) => ({ topic: topicOf(text), depth: depth(at), ...(filter && { filter }) })),
        );
      const deepest = await ask(() => texts.length);
      const shallow = await ask((at) => (at === 9 ? 0 : 1 + 20 * at));
      shallow.forEach((ranking, at) => {
        const { chunks, scores } = deepest[at]!;
        const depth = Math.min(at === 9 ? 0 : 1 + 20 * at, chunks.length);
        expect(ranking.chunks).toEqual(chunks.slice(0, depth));
        expect(ranking.scores).toEqual(scores.slice(0, depth));
        expect(ranking.signal).toBe(Math.min(deepest[at]!.signal, depth));
      });
    }
  });
});

function filterOf(allowed: Uint8Array): Filter {
  return { text: 'some', allowed, count: allowed.reduce((sum, each) => sum + each, 0) };
}
