// Each template against a server that behaves as the engine's documentation has it: it refuses what the engine would refuse.
import { describe, expect, it } from 'vitest';
import { http } from '../../src/engines/http.ts';
import { requestTemplates } from '../../src/engines/request-templates.ts';
import { collection, engineWorld, found, paramsOf } from './engine-world.ts';
import { type Asked, type StubAnswer, searchWords, stubServer } from './stub-server.ts';

type Engine = (asked: Asked) => StubAnswer | undefined;

const UUID = '00000000-0000-0000-0000-0000000000';
const refuse = (why: string): StubAnswer => ({ status: 400, json: { error: why } });
const keyed = (asked: Asked, header: string, value = 'secret-key'): boolean => asked.headers[header] === value;

function only(value: Readonly<Record<string, unknown>>, known: readonly string[]): string | undefined {
  const strange = Object.keys(value).find((key) => !known.includes(key));
  return strange === undefined ? undefined : `unknown field ${strange}`;
}

const elastic: Engine = (asked) => {
  if (asked.method !== 'POST' || asked.path !== '/chunks/_search') return { status: 404 };
  const body = JSON.parse(asked.body);
  const fault = only(body, ['size', '_source', 'query']) ?? only(body.query, ['match']);
  if (fault || body.size > 10_000) return refuse(fault ?? 'Result window is too large');
  if (!keyed(asked, 'authorization', 'ApiKey secret-key'))
    return { status: 401, json: { error: 'missing authentication credentials' } };
  const hits = searchWords(body.query.match.text.query, body.size);
  return {
    json: {
      took: 1,
      timed_out: false,
      hits: {
        total: { value: hits.length, relation: 'eq' },
        max_score: hits[0]?.score ?? null,
        hits: hits.map(({ id, score }) => ({ _index: 'chunks', _id: id, _score: score })),
      },
    },
  };
};

const ENGINES: Readonly<
  Record<string, { readonly address: string; readonly headers: string; readonly engine: Engine }>
> = {
  opensearch: { address: '/chunks', headers: `Authorization: ApiKey \${KEY}`, engine: elastic },
  elasticsearch: { address: '/chunks/_search', headers: `Authorization: ApiKey \${KEY}`, engine: elastic },
  qdrant: {
    address: '/collections/chunks',
    headers: `api-key: \${KEY}`,
    engine: (asked) => {
      if (asked.method !== 'POST' || asked.path !== '/collections/chunks/points/query') return { status: 404 };
      if (!keyed(asked, 'api-key')) return { status: 401, text: 'Must provide an API key' };
      const body = JSON.parse(asked.body);
      const fault = only(body, ['query', 'using', 'limit', 'with_payload']) ?? only(body.query, ['text', 'model']);
      if (fault || body.query.model !== 'qdrant/bm25' || body.using !== 'text')
        return refuse(fault ?? 'Not existing vector name');
      const points = searchWords(body.query.text, body.limit).map(({ id, score, text }, n) => ({
        id: n + 1,
        version: 1,
        score,
        ...(body.with_payload && { payload: { chunk_id: id, text } }),
      }));
      return { json: { result: { points }, status: 'ok', time: 0.001 } };
    },
  },
  weaviate: {
    address: '/v1/search/Chunk',
    headers: `Authorization: Bearer \${KEY}`,
    engine: (asked) => {
      if (asked.method !== 'POST' || asked.path !== '/v1/search/Chunk/bm25') return { status: 404 };
      if (!keyed(asked, 'authorization', 'Bearer secret-key')) return { status: 401 };
      const body = JSON.parse(asked.body);
      const fault = only(body, [
        'query',
        'limit',
        'returnProperties',
        'returnMetadata',
        'queryProperties',
        'where',
        'tenant',
      ]);
      if (fault || typeof body.query !== 'string' || String(body.queryProperties) !== 'text')
        return { status: 422, json: { error: [{ message: fault ?? 'query in body is required' }] } };
      const results = searchWords(body.query, body.limit).map(({ id, score, text }, n) => ({
        id: `${UUID}${10 + n}`,
        properties: Object.fromEntries(
          Object.entries({ chunk_id: id, text }).filter(([key]) => body.returnProperties.includes(key)),
        ),
        metadata: body.returnMetadata.includes('score') ? { score } : {},
      }));
      return { json: { results, tookMs: 1 } };
    },
  },
  vespa: {
    address: '',
    headers: `Authorization: Bearer \${KEY}`,
    engine: (asked) => {
      if (asked.method !== 'POST' || asked.path !== '/search/') return { status: 404 };
      if (!keyed(asked, 'authorization', 'Bearer secret-key')) return { status: 403 };
      const body = JSON.parse(asked.body);
      const parameter = /userInput\(@(\w+)\)$/.exec(body.yql)?.[1];
      if (
        !body.yql.startsWith('select * from sources * where {defaultIndex: "default"}') ||
        parameter === undefined ||
        body.hits > 400
      ) {
        return {
          status: 400,
          json: { root: { errors: [{ code: 3, message: `${body.hits} hits requested, configured limit: 400.` }] } },
        };
      }
      const hits = searchWords(body[parameter], body.hits);
      const children = hits.map(({ id, score, text }) => ({
        id: `id:lab:chunk::${encodeURIComponent(id)}`,
        relevance: score,
        source: 'chunks',
        fields: { sddocname: 'chunk', documentid: `id:lab:chunk::${id}`, chunk_id: id, text },
      }));
      return {
        json: {
          root: {
            id: 'toplevel',
            relevance: 1,
            fields: { totalCount: hits.length },
            coverage: { coverage: 100 },
            ...(hits.length > 0 && { children }),
          },
        },
      };
    },
  },
  typesense: {
    address: '/collections/chunks',
    headers: `X-TYPESENSE-API-KEY: \${KEY}`,
    engine: (asked) => {
      const url = new URL(asked.path, 'http://x');
      if (asked.method !== 'GET' || url.pathname !== '/collections/chunks/documents/search')
        return { status: 404, json: { message: 'Not Found' } };
      if (!keyed(asked, 'x-typesense-api-key'))
        return { status: 401, json: { message: 'Forbidden - a valid `x-typesense-api-key` header must be sent.' } };
      const { q, query_by, per_page } = Object.fromEntries(url.searchParams);
      if (query_by !== 'text')
        return { status: 404, json: { message: `Could not find a field named \`${query_by}\` in the schema.` } };
      if (Number(per_page) > 250)
        return { status: 422, json: { message: 'Only upto 250 hits can be fetched per page.' } };
      const hits = searchWords(q!, Number(per_page)).map(({ id, text }, n) => ({
        document: { id: String(n), chunk_id: id, text },
        highlights: [],
        text_match: 2 ** 59,
        text_match_info: { score: '578730123365711993' },
      }));
      return { json: { found: hits.length, out_of: 4, page: 1, hits } };
    },
  },
  meilisearch: {
    address: '/indexes/chunks',
    headers: `Authorization: Bearer \${KEY}`,
    engine: (asked) => {
      if (asked.method !== 'POST' || asked.path !== '/indexes/chunks/search') return { status: 404 };
      if (!keyed(asked, 'authorization', 'Bearer secret-key'))
        return { status: 403, json: { code: 'invalid_api_key' } };
      const body = JSON.parse(asked.body);
      const fault = only(body, ['q', 'limit', 'attributesToSearchOn', 'attributesToRetrieve', 'showRankingScore']);
      if (fault || asked.headers['content-type'] !== 'application/json') return refuse(fault ?? 'content type');
      const hits = searchWords(body.q, Math.min(body.limit, 1000)).map(({ id, score }) => ({
        chunk_id: id,
        ...(body.showRankingScore && { _rankingScore: score / 10 }),
      }));
      return {
        json: {
          hits,
          query: body.q,
          processingTimeMs: 1,
          limit: body.limit,
          offset: 0,
          estimatedTotalHits: hits.length,
        },
      };
    },
  },
};

describe('request templates', () => {
  it('are all tried here, and named once', () => {
    expect(requestTemplates.map(({ name }) => name)).toEqual(Object.keys(ENGINES));
  });

  it.each(Object.entries(ENGINES))('%s', async (template, { address, headers, engine }) => {
    const { url, asked } = await stubServer(engine);
    const world = engineWorld({ env: { KEY: 'secret-key' } });
    const params = paramsOf(http, { template, url: `${url}${address}`, headers });
    expect(http.check!(params, 0)).toBeUndefined();
    const searcher = await http.open(collection, params, world.context, []);
    const questions = ['annual "leave" \\ \n {{k}}', 'are badges blue?', 'nothing'];
    expect(await found(searcher, questions, 2)).toEqual([['0#0', '2#0'], ['1#0'], []]);
    expect(asked).toHaveLength(3);
    expect(world.warnings).toEqual([]);
  });

  it.each(Object.entries(ENGINES))(
    '%s without its key says that it was refused',
    async (template, { address, engine }) => {
      const { url } = await stubServer(engine);
      const searcher = await http.open(
        collection,
        paramsOf(http, { template, url: `${url}${address}` }),
        engineWorld().context,
        [],
      );
      await expect(found(searcher, ['x'], 2)).rejects.toThrow(/it answered 40[13]/);
    },
  );
});
