import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { retrieverContract } from '../../src/contracts/retriever.ts';
import type { Host, Searcher } from '../../src/core/contracts.ts';
import { printParams, resolveParams } from '../../src/core/spec.ts';
import { http } from '../../src/engines/http.ts';
import { collection, type EngineWorld, engineWorld, found, paramsOf, requests } from './engine-world.ts';
import { type Asked, type StubAnswer, type StubServer, searchWords, startServer, stubServer } from './stub-server.ts';

const QUESTIONS = ['annual leave', 'blue badges', 'nothing'];
const SECRET = 'sk-3f9a"8b/2c d';

const simple = ({ body, path }: Asked): StubAnswer => {
  const { q, k } = body ? JSON.parse(body) : Object.fromEntries(new URL(path, 'http://x').searchParams);
  return { json: { hits: searchWords(q, Number(k)) } };
};
const SIMPLE = { body: '{"q":"{{query}}","k":{{k}}}' };

async function open(args: Readonly<Record<string, string>>, world: EngineWorld = engineWorld()): Promise<Searcher> {
  const params = paramsOf(http, args);
  expect(http.check!(params, 0)).toBeUndefined();
  return http.open(collection, params, world.context, []);
}

async function failure(work: Promise<unknown>): Promise<{ message: string; remedy: string | undefined }> {
  const error = await work.then(
    () => new Error('it did not fail'),
    (thrown: Error) => thrown,
  );
  expect(error).toMatchObject({ code: 'system.failed' });
  return error as Error & { remedy: string | undefined };
}

describe('http', () => {
  it('posts a body, and ranks what comes back', async () => {
    const { url, asked } = await stubServer(simple);
    expect(await found(await open({ url, ...SIMPLE }), QUESTIONS, 3)).toEqual([['0#0', '2#0'], ['1#0'], []]);
    expect(asked.map(({ body }) => body).sort()).toEqual(QUESTIONS.map((q) => JSON.stringify({ q, k: 3 })).sort());
    expect(asked[0]).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
  });

  it('gets an address, written so that any question stays one', async () => {
    const { url, asked } = await stubServer(simple);
    const hard = 'leave & "badges"? #1 + 100% {{k}} \n ü 😀 \ud800';
    await found(await open({ url: `${url}/find?q={{query}}&k={{k}}&f={{filter}}` }), [hard]);
    const sent = new URL(asked[0]!.path, url).searchParams;
    expect([...sent]).toEqual([
      ['q', hard.replace('\ud800', '\ufffd')],
      ['k', '4'],
      ['f', ''],
    ]);
    expect(asked[0]!.method).toBe('GET');
  });

  it('posts forms and plain text as their type has them', async () => {
    const { url, asked } = await stubServer(() => ({ json: { hits: [] } }));
    await found(
      await open({
        url,
        headers: 'Content-Type: application/x-www-form-urlencoded; charset=utf-8',
        body: 'q={{query}}',
      }),
      ['a & b'],
    );
    await found(await open({ url, headers: 'content-type: text/plain', body: '{{query}}' }), ['a & "b"']);
    expect(asked.map(({ body }) => body)).toEqual(['q=a%20%26%20b', 'a & "b"']);
  });

  it('finds hits, ids and scores where it is told, absolute or within a hit', async () => {
    const answer = {
      data: {
        list: [
          { key: { id: '1#0' }, s: '0.5' },
          { key: { id: '0#0' }, s: 2 },
        ],
      },
    };
    const { url } = await stubServer(() => ({ json: answer }));
    for (const [hits, id] of [
      ['data.list', 'key.id'],
      ['$.data.list[*]', 'data.list[*].key.id'],
    ] as const) {
      const searcher = await open({ url, ...SIMPLE, hits, id, score: 's' });
      expect(await found(searcher, ['x'])).toEqual([['0#0', '1#0']]);
    }
  });

  it('takes passages, offsets and bare ids', async () => {
    const answer = ['3#0', { document: '1', start: 0, end: 5 }, { text: 'parental\nleave' }, { id: 'nope' }, null, 7];
    const { url } = await stubServer(() => ({ json: { hits: answer } }));
    const world = engineWorld();
    expect(await found(await open({ url, ...SIMPLE }, world), ['x'])).toEqual([['3#0', '1#0', '2#0']]);
    expect(world.warnings).toEqual([
      expect.stringContaining('3 of 6 hits matched no chunk: first "nope", question q0'),
    ]);
  });

  it('asks several at a time, and no more than allowed', async () => {
    let now = 0;
    let most = 0;
    const server = await startServer(simple);
    const slow = await startServer(() => undefined);
    await slow.close();
    const real = globalThis.fetch;
    globalThis.fetch = async (...args) => {
      most = Math.max(most, ++now);
      try {
        return await real(...args);
      } finally {
        now--;
      }
    };
    try {
      const searcher = await open({ url: server.url, ...SIMPLE, concurrency: '3' });
      const many = Array.from({ length: 20 }, (_, n) => (n % 2 ? 'annual leave' : 'badges'));
      expect(await found(searcher, many)).toEqual(many.map((text) => (text === 'badges' ? ['1#0'] : ['0#0', '2#0'])));
      expect(most).toBe(3);
    } finally {
      globalThis.fetch = real;
      await server.close();
    }
  });

  it('asks deeper where a filter forbids some, passes it on, and keeps what it allows', async () => {
    const { url, asked } = await stubServer(simple);
    const world = engineWorld();
    const searcher = await open({ url, body: '{"q":"{{query}}","k":{{k}},"filter":"{{filter}}"}' }, world);
    const filter = { text: 'team = "people"', allowed: Uint8Array.of(0, 1, 1, 1), count: 3 };
    const [ranking] = await searcher.search([{ ...requests(['annual leave'], 1)[0]!, filter }]);
    expect([...ranking!.chunks]).toEqual([2]);
    expect(JSON.parse(asked[0]!.body)).toMatchObject({ k: 2, filter: 'team = "people"' });
    expect(world.warnings.join()).toContain('1 of 2 hits lie outside of the filter');
  });

  it('says once where less is asked for than is wanted', async () => {
    const { url, asked } = await stubServer(simple);
    const world = engineWorld();
    const searcher = await open({ url, ...SIMPLE, limit: '2' }, world);
    await found(searcher, ['leave']);
    await found(searcher, ['leave'], 2);
    await found(searcher, ['leave']);
    expect(asked.map(({ body }) => JSON.parse(body).k)).toEqual([2, 2, 2]);
    expect(world.warnings).toEqual([expect.stringContaining('2 hits a question are asked for, not 4')]);
  });
});

describe('a request that cannot be', () => {
  const PLAIN = { url: 'http://localhost/x', body: '{"q":"{{query}}"}' };
  it.each<[Readonly<Record<string, string>>, string]>([
    [{}, 'url= is needed: as in url=http'],
    [{ template: 'qdrant' }, 'url= is needed: the collection, as in http://localhost:6333/'],
    [
      { url: 'localhost:9200/x?q={{query}}' },
      'url="localhost:9200/x?q={{query}}" is no address; accepted: http://... or https://...',
    ],
    [{ url: 'ftp://x/{{query}}' }, 'is no address'],
    [{ url: 'http://' }, 'is no address'],
    [{ url: 'file:///etc/passwd?{{query}}' }, 'is no address'],
    [{ url: 'http://x/y' }, 'the question is sent nowhere: {{query}} stands neither in url= nor in body='],
    [{ ...PLAIN, field: 'text' }, 'field= is given, and {{field}} stands neither in url= nor in body='],
    [{ template: 'typesense', url: 'http://x/c', model: 'm' }, 'model= is given, and {{model}} stands neither'],
    [{ ...PLAIN, method: 'GET' }, 'method=GET takes no body'],
    [{ ...PLAIN, body: '{"q":"{{query}}"' }, 'body= is not JSON once it is filled in: '],
    [{ ...PLAIN, body: '{"q":"{{query}}","k":{{top}}}' }, '{{top}} cannot be filled in (known: query, k, filter'],
    [{ url: 'http://x/{{qurey}}' }, 'did you mean {{query}}?'],
    [{ ...PLAIN, headers: 'nonsense' }, 'headers= is not "Name: value; Name: value"'],
    [{ ...PLAIN, hits: 'a..b' }, 'hits="a..b": a name, [0], [*] or ["name"] is expected at character 2'],
    [{ ...PLAIN, headers: `Authorization: Bearer ${SECRET}` }, 'header Authorization holds a secret as it is'],
    [{ ...PLAIN, headers: `X-A: b; api-key: ${SECRET}` }, 'header api-key holds a secret as it is'],
    [{ ...PLAIN, url: `http://x/y?api_key=${SECRET}` }, 'url= holds a secret (api_key) as it is'],
    [{ ...PLAIN, url: `http://me:${SECRET}@x/y` }, 'url= is no address'],
    [{ ...PLAIN, url: 'http://me:3f9a@x/y' }, 'url= holds a login'],
    [
      { ...PLAIN, body: `{"q":"{{query}}","token":${JSON.stringify(SECRET)}}` },
      'body= holds a secret (token) as it is',
    ],
  ])('%j is refused before anything is sent', (args, problem) => {
    const said = http.check!(paramsOf(http, args), 0);
    expect(said).toContain(problem);
    expect(said).not.toContain('3f9a');
  });
});

describe('secrets', () => {
  const env = { KEY: SECRET, HOST_KEY: 'tenant-77' };
  const args = (url: string, more = {}) => ({
    url: `${url}/x?tenant=\${HOST_KEY}`,
    headers: `Authorization: Bearer \${KEY}; X-Plain: a; b`,
    body: `{"q":"{{query}}","k":{{k}},"token":"\${KEY}"}`,
    ...more,
  });

  it('are sent from the environment, and stand in no name, message, remedy or warning, whatever the server repeats', async () => {
    const shown: string[] = [];
    const echoes: ((asked: Asked) => StubAnswer)[] = [
      ({ headers, body }) => ({ status: 400, text: `bad: ${headers.authorization} ${body}` }),
      ({ headers, path }) => ({ status: 401, json: { error: headers.authorization, path } }),
      ({ headers }) => ({ text: `${'x'.repeat(280)}${headers.authorization}` }),
      ({ headers, body }) => ({ json: { results: headers.authorization, body } }),
      ({ headers, path }) => ({
        status: 301,
        headers: { location: `http://x/${encodeURIComponent(headers.authorization!)}${path}` },
      }),
      ({ headers }) => ({
        status: 307,
        headers: { location: `nonsense://${encodeURIComponent(headers.authorization!)}` },
      }),
      ({ headers, body }) => ({
        json: { hits: [{ id: headers.authorization, text: body, document: `${'y'.repeat(70)}${SECRET}` }] },
      }),
    ];
    for (const echo of echoes) {
      const { url, asked } = await stubServer(echo);
      const world = engineWorld({ env });
      const searcher = await open(args(url), world);
      const error = await found(searcher, ['leave']).then(
        () => undefined,
        (thrown: Error & { remedy?: string }) => thrown,
      );
      expect(asked[0]!.headers).toMatchObject({ authorization: `Bearer ${SECRET}`, 'x-plain': 'a; b' });
      expect(asked[0]!.path).toBe('/x?tenant=tenant-77');
      expect(JSON.parse(asked[0]!.body).token).toBe(SECRET);
      shown.push(error?.message ?? '', error?.remedy ?? '', error?.stack ?? '', ...world.warnings);
      if (error) expect(error.message).toMatch(/^system http\(/);
    }
    const params = paramsOf(http, args('http://x'));
    shown.push(
      printParams(
        http.params,
        resolveParams(
          'http',
          http.params,
          new Map(Object.entries(params).filter(([, v]) => typeof v === 'string')) as never,
          [],
        ),
      ),
    );
    expect(shown.join('\n')).toContain(`\${KEY}`);
    expect(shown.join('\n')).not.toMatch(/3f9a|8b\/2c|tenant-77/);
  });

  it('stay here when the server points elsewhere', async () => {
    const other = await stubServer(simple);
    const { url } = await stubServer(({ path }) => ({ status: 307, headers: { location: `${other.url}${path}` } }));
    const world = engineWorld({ env });
    const headersOnly = { url: `${url}/x`, headers: `Authorization: Bearer \${KEY}; X-Plain: a`, ...SIMPLE };
    expect(await found(await open(headersOnly, world), ['blue badges'])).toEqual([['1#0']]);
    expect(other.asked[0]!.headers).not.toHaveProperty('authorization');
    expect(other.asked[0]!.headers).toMatchObject({ 'x-plain': 'a' });
    const { message } = await failure(found(await open(args(url), world), ['x']));
    expect(message).toContain('and the body holds a secret');
    expect(other.asked).toHaveLength(1);
  });

  it('go along where the server points to itself', async () => {
    const { url, asked } = await stubServer((one) =>
      one.path.startsWith('/new') ? simple(one) : { status: 308, headers: { location: '/new' } },
    );
    expect(await found(await open(args(url), engineWorld({ env })), ['blue badges'])).toEqual([['1#0']]);
    expect(asked[1]!.headers.authorization).toBe(`Bearer ${SECRET}`);
  });

  it('that are absent, or that a header cannot carry, are named', async () => {
    expect(await failure(open(args('http://x'), engineWorld({ env: { KEY: 'a' } })))).toMatchObject({
      message: expect.stringContaining('the environment holds no HOST_KEY'),
      remedy: 'export HOST_KEY=...',
    });
    const { message } = await failure(open(args('http://x'), engineWorld({ env: { ...env, KEY: 'a\r\nb: c' } })));
    expect(message).toContain('header Authorization holds a character that headers cannot carry');
  });

  it('may be the whole beginning of an address', async () => {
    const { url } = await stubServer(simple);
    const searcher = await open({ url: `\${SERVER}/x`, ...SIMPLE }, engineWorld({ env: { SERVER: url } }));
    expect(await found(searcher, ['blue badges'])).toEqual([['1#0']]);
    const wrong = await open({ url: `\${SERVER}/x`, ...SIMPLE }, engineWorld({ env: { SERVER: 'no-address' } }));
    expect((await failure(found(wrong, ['x']))).message).toContain(`\${SERVER}/x is no address`);
  });
});

describe('a server that fails', () => {
  const asks = async (answer: (asked: Asked, count: number) => StubAnswer | undefined, args = {}) => {
    const server = await stubServer(answer);
    const searcher = await open({ url: `${server.url}/x`, ...SIMPLE, retries: '0', ...args });
    return { ...server, failed: await failure(found(searcher, ['leave'])) };
  };

  it('is named with what it answered', async () => {
    const { failed, url } = await asks(() => ({ status: 404, json: { error: 'no such index' } }));
    expect(failed.message).toMatch(/^system http\(.*\) failed: question q0: /);
    expect(failed.message).toContain(`POST ${url}/x: it answered 404: "no such index"`);
  });

  it.each<[StubAnswer, string]>([
    [{ text: '<html>\u001b[31mLogin' }, 'its answer is not JSON: "<html>\\u001b[31mLogin"'],
    [{ text: '' }, 'its answer is not JSON: ""'],
    [{ json: [] }, 'its answer has no list of hits at hits, where missing stands: []'],
    [{ json: { hits: 'a' } }, 'where a string stands'],
    [{ json: { errors: ['x'], hits: null } }, 'where null stands: {"errors":["x"],"hits":null}'],
    [{ status: 302, headers: { location: '/elsewhere?q=1' } }, 'it answered 302 and points to http://127.0.0.1:'],
    [{ status: 307, headers: { location: '/x' } }, 'it redirects more than 5 times'],
    [
      { status: 308, headers: { location: 'file:///etc/passwd' } },
      'it redirects to "file:///etc/passwd", which is no address',
    ],
  ])('%j', async (answer, message) => {
    expect((await asks(() => answer)).failed.message).toContain(message);
  });

  it('is asked again after 429, 5xx and faults of the network, as often as allowed', async () => {
    const wait = { 'retry-after': '0' };
    const statuses = [429, 503];
    const { url, asked } = await stubServer((one, count) =>
      count < statuses.length ? { status: statuses[count]!, headers: wait } : simple(one),
    );
    expect(await found(await open({ url, ...SIMPLE }), ['blue badges'])).toEqual([['1#0']]);
    expect(asked).toHaveLength(3);
    const again = await asks(() => ({ status: 500, headers: wait, text: 'down' }), { retries: '2' });
    expect(again.failed.message).toContain('it answered 500: "down", after 3 tries');
    expect(again.asked).toHaveLength(3);
    const never = await asks(() => ({ status: 400, headers: wait }), { retries: '2' });
    expect(never.asked).toHaveLength(1);
  });

  it('is given up where it asks for too much patience', async () => {
    const { failed, asked } = await asks(() => ({ status: 429, headers: { 'retry-after': '86400' } }), {
      retries: '5',
    });
    expect(failed.message).toContain('it answered 429');
    expect(asked).toHaveLength(1);
  });

  it('that says nothing is left after the time limit', async () => {
    const { failed } = await asks(() => undefined, { timeout: '0.2' });
    expect(failed).toMatchObject({
      message: expect.stringContaining('no answer within 0.2 seconds'),
      remedy: 'timeout=SECONDS gives it more time',
    });
  });

  it('that is not there is said to be so', async () => {
    const gone = await startServer(simple);
    await gone.close();
    const searcher = await open({ url: gone.url, ...SIMPLE, retries: '0' });
    expect((await failure(found(searcher, ['x']))).message).toContain('nothing answers there (connection refused)');
    const nowhere = await open({ url: 'http://no-such-host.invalid/x', ...SIMPLE, retries: '0' });
    expect((await failure(found(nowhere, ['x']))).message).toMatch(/no such host|cannot be looked up/);
  });

  it('is not asked what comes after the question that failed', async () => {
    const { url, asked } = await stubServer(({ body }) => (body.includes('bad') ? { status: 400 } : undefined));
    const searcher = await open({ url, ...SIMPLE, timeout: '30', retries: '0', concurrency: '2' });
    const { message } = await failure(found(searcher, ['bad', 'good', 'good', 'good']));
    expect(message).toContain('question q0: ');
    expect(asked.length).toBeLessThanOrEqual(2);
  });

  it('fails with the first question that fails, in whatever order the answers come', async () => {
    const questions = ['good 0', 'bad 1', 'bad 2', 'good 3', 'bad 4', 'good 5'];
    for (const times of [
      [0, 60, 30, 15, 0],
      [60, 30, 0, 0, 15],
      [15, 60, 0, 30, 0],
      [0, 0, 30, 0, 60],
    ]) {
      const { url } = await stubServer((one) => {
        const [, kind, n] = /(good|bad) (\d)/.exec(one.body)!;
        const after = times[Number(n)] ?? 0;
        return kind === 'bad' ? { status: 400, json: { error: `no ${n}` }, after } : { ...simple(one), after };
      });
      const searcher = await open({ url, ...SIMPLE, retries: '0', concurrency: '5' });
      expect((await failure(found(searcher, questions))).message).toMatch(/question q1: .* it answered 400: "no 1"$/);
    }
  });

  it('is left at once when the run is interrupted', async () => {
    const { url } = await stubServer(() => undefined);
    const world = engineWorld();
    const answer = found(await open({ url, ...SIMPLE }, world), ['x', 'y']);
    setTimeout(() => world.interrupt.abort(new Error('interrupted')), 50);
    await expect(answer).rejects.toThrow('interrupted');
  });
});

describe('--offline', () => {
  const offline: Partial<Host> = { offline: true };

  it.each(['http://search.example/x', 'https://10.0.0.1/x', 'http://127.0.0.1.example/x', 'http://[::2]/x'])(
    'refuses %s',
    async (url) => {
      const { message } = await failure(open({ url, ...SIMPLE }, engineWorld(offline)));
      expect(message).toContain('is not this machine, and --offline refuses the network');
    },
  );

  it('allows this machine, and no way out of it', async () => {
    const { url } = await stubServer(simple);
    expect(await found(await open({ url, ...SIMPLE }, engineWorld(offline)), ['blue badges'])).toEqual([['1#0']]);
    const out = await stubServer(() => ({ status: 307, headers: { location: 'http://search.example/' } }));
    const { message } = await failure(found(await open({ url: out.url, ...SIMPLE }, engineWorld(offline)), ['x']));
    expect(message).toContain('search.example is not this machine');
  });

  it('refuses everything where nothing outside may be touched', async () => {
    const { host: _, ...context } = engineWorld().context;
    const opened = http.open(collection, paramsOf(http, { url: 'http://localhost/', ...SIMPLE }), context, []);
    expect((await failure(opened)).message).toContain('nothing outside may be touched here');
  });
});

describe('the retriever contract: http', () => {
  let server: StubServer;
  beforeAll(async () => {
    server = await startServer(({ body }) => {
      const { q, k } = JSON.parse(body) as { q: string; k: number };
      return { json: { hits: searchWords(q, k, contractChunks, true) } };
    });
  });
  afterAll(() => server.close());
  // The server has the longest collection of the contract; chunks that a shorter one lacks are counted, not ranked.
  const contractChunks = Array.from({ length: 7 }, (_, n) => ({
    id: `${n}#0`,
    text: n % 3 === 0 ? 'annual leave' : 'badges are blue',
  }));
  const { host } = engineWorld().context;
  const cases = (): ReturnType<typeof retrieverContract> =>
    retrieverContract(http, { params: { url: server.url, ...SIMPLE }, host: host! });
  const names = retrieverContract(http, { params: { url: 'http://localhost', ...SIMPLE }, host: host! });
  names.forEach(({ name }, n) => {
    it(name, () => cases()[n]!.run());
  });
});
