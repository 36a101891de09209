// A search server as a system: a request with gaps, and where hits, ids and scores stand in its answer (docs/engines.md).
import type { OpenContext, RetrieverDef, SearchRequest } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';
import { askJson, type Header, HttpFault, isHeaderValue, isLoopback } from '../network/http-client.ts';
import { inParallel } from '../network/in-parallel.ts';
import { type Conceal, concealing, placeholders } from '../network/secrets.ts';
import { entriesToAsk, needHost, shortName, warnOfHits } from './engine-context.ts';
import { fillTemplate, type Gaps } from './fill-template.ts';
import { type JsonPath, select } from './json-path.ts';
import { createHitMatcher, type Hit } from './match-hits.ts';
import { type HttpParams, planRequest, type RequestPlan } from './plan-request.ts';
import { isObject, kindOf, readHit, readId } from './read-hits.ts';
import { requestTemplates } from './request-templates.ts';

const NO_TEMPLATE = 'none';
const KEY_REMEDY = `headers="Authorization: Bearer \${NAME}" with a key from the environment`;
const path = (doc: string) => ({ default: '', doc });

export const http: RetrieverDef<HttpParams> = {
  name: 'http',
  summary:
    'a search server: http(template=opensearch,url=http://localhost:9200/chunks), or url=, body=, hits=, id= and score=',
  params: {
    url: {
      default: '',
      doc: `the address; {{query}}, {{k}}, {{filter}} and \${NAME} of the environment are filled in`,
    },
    template: {
      default: NO_TEMPLATE,
      choices: [NO_TEMPLATE, ...requestTemplates.map(({ name }) => name)],
      doc: 'a ready-made request; parameters that are given replace its own',
    },
    method: { default: 'auto', choices: ['auto', 'GET', 'POST'], doc: 'auto: POST where there is a body' },
    headers: { default: '', doc: `as in "Authorization: Bearer \${NAME}; X-Tenant: a"; secrets only as \${NAME}` },
    body: { default: '', doc: 'of the request, filled in like url' },
    field: path('the field that a template searches'),
    model: path('the model that a template names'),
    hits: path('where the list of hits stands in the answer, as in hits.hits'),
    id: path('where the id of a chunk or document stands in a hit'),
    score: path('where the score stands in a hit'),
    document: path('where the id of the document stands in a hit'),
    start: path('where the first UTF-16 unit of the passage stands in a hit'),
    end: path('where the end of the passage stands in a hit'),
    text: path('where the text of the passage stands in a hit'),
    limit: {
      default: 0,
      min: 0,
      integer: true,
      doc: 'most hits to ask for; 0: as many as are wanted, or as the template knows',
    },
    concurrency: { default: 4, min: 1, max: 64, integer: true, doc: 'requests at a time' },
    timeout: { default: 30, min: 0.001, max: 86_400, doc: 'seconds for each request' },
    retries: {
      default: 2,
      min: 0,
      max: 20,
      integer: true,
      doc: 'further tries after 429, 5xx and faults of the network',
    },
  },
  check(params) {
    const plan = planRequest(params);
    return 'problem' in plan ? plan.problem : undefined;
  },
  async open(collection, params, context) {
    const system = shortName(http, params);
    const plan = planRequest(params);
    if ('problem' in plan) throw new LabError('spec.invalid', { what: http.name, problem: plan.problem });
    const server = openServer(system, plan, params, context);
    const matcher = createHitMatcher(collection, server.conceal);
    let saidLimit = false;
    return {
      async search(requests) {
        const answers = await server.ask(requests, collection.chunks.length);
        const rankings = requests.map((request, i) => matcher.rank(request, answers[i]!));
        const wanted = Math.max(0, ...requests.map((request) => entriesToAsk(request, collection.chunks.length)));
        if (wanted > plan.limit && !saidLimit) {
          saidLimit = true;
          const message = `${system}: ${plan.limit} hits a question are asked for, not ${wanted}: what lies deeper counts as not retrieved (limit=N)`;
          context.progress.report({ kind: 'warning', message });
        }
        warnOfHits(system, matcher, context);
        return rankings;
      },
    };
  },
};

interface Server {
  readonly conceal: Conceal;
  ask(requests: readonly SearchRequest[], size: number): Promise<readonly (readonly Hit[])[]>;
}

function openServer(system: string, plan: RequestPlan, params: HttpParams, context: OpenContext): Server {
  const { env, offline } = needHost(system, context);
  const fail = (problem: string, remedy?: string): never => {
    throw new LabError('system.failed', { system, problem }, remedy);
  };
  const names = placeholders([plan.url, plan.body, ...plan.headers.map(({ value }) => value)].join('\n'));
  const secrets = new Map(
    names.map((name) => [name, env[name] ?? fail(`the environment holds no ${name}`, `export ${name}=...`)]),
  );
  const conceal = concealing(secrets);
  const secret = (name: string): string => secrets.get(name)!;
  const headers = plan.headers.map(({ name, value }): Header => {
    const filled = value.replace(/\$\{(\w+)\}/g, (_, used: string) => secret(used));
    if (!isHeaderValue(filled)) fail(`header ${name} holds a character that headers cannot carry`);
    return { name, value: filled, secret: placeholders(value).length > 0 };
  });

  const faultOf = ({ topic }: SearchRequest, error: unknown): unknown => {
    if (!(error instanceof HttpFault)) return error;
    const problem = `question ${topic.id}: ${error.message}`;
    return new LabError('system.failed', { system, problem }, error.isRefusal ? KEY_REMEDY : error.remedy);
  };

  const one = async (
    { topic, depth, filter }: SearchRequest,
    size: number,
    signal: AbortSignal,
  ): Promise<readonly Hit[]> => {
    const k = Math.min(entriesToAsk({ topic, depth, ...(filter && { filter }) }, size), plan.limit);
    if (k === 0) return [];
    const text = topic.text.replace(/\p{Surrogate}/gu, '\ufffd');
    const gaps: Gaps = {
      query: text,
      k,
      filter: filter?.text ?? '',
      quoted: JSON.stringify(text),
      field: plan.field,
      model: plan.model,
    };
    // A variable at the very beginning holds scheme and host, which stay as they are.
    const lead = /^\$\{(\w+)\}/.exec(plan.url);
    const rest = fillTemplate(plan.url.slice(lead?.[0].length ?? 0), gaps, secret, encodeURIComponent);
    const url = `${lead ? secret(lead[1]!) : ''}${rest}`;
    if (!URL.canParse(url)) fail(`${conceal(url.replace(/[?#].*$/s, ''))} is no address`);
    const request = {
      method: plan.method,
      url,
      headers,
      body: plan.body === '' ? undefined : fillTemplate(plan.body, gaps, secret, plan.escapeBody),
      secretBody: placeholders(plan.body).length > 0,
    };
    const { timeout, retries } = params;
    const answer = await askJson(request, { timeout, retries, offline, signal }, conceal);
    return hitsOf(answer, plan, conceal);
  };

  if (offline && URL.canParse(plan.url) && !isLoopback(new URL(plan.url))) {
    fail(`${new URL(plan.url).host} is not this machine, and --offline refuses the network`);
  }
  return {
    conceal,
    async ask(requests, size) {
      const answers: (readonly Hit[])[] = [];
      await inParallel(
        [...requests.entries()],
        params.concurrency,
        context.signal,
        async ([place, request], signal) => {
          answers[place] = await one(request, size, signal).catch((error: unknown) => {
            throw faultOf(request, error);
          });
        },
      );
      return answers;
    },
  };
}

function hitsOf(answer: unknown, { hits, none, fields }: RequestPlan, conceal: Conceal): readonly Hit[] {
  const [list] = select(answer, hits);
  if (list === undefined && none && select(answer, none).length > 0) return [];
  if (!Array.isArray(list)) {
    const text = conceal(JSON.stringify(answer)).slice(0, 300);
    throw new HttpFault(
      `its answer has no list of hits at ${shownPath(hits)}, where ${kindOf(list)} stands: ${text}`,
      'hits=PATH says where they are',
    );
  }
  return list.map((hit): Hit => {
    if (!isObject(hit)) return readId(hit) === undefined ? {} : { id: readId(hit)! };
    return readHit(Object.fromEntries(Object.entries(fields).map(([name, at]) => [name, select(hit, at)[0]])));
  });
}

function shownPath(steps: JsonPath): string {
  const text = steps.map((step) => (typeof step === 'number' || step === '*' ? `[${step}]` : step)).join('');
  return text === '' ? 'its root' : text.replace(/^\./, '');
}
