// The parameters of a request to a search server, checked and completed from its template, before anything is sent.
import { nearestName } from '../core/nearest.ts';
import { soundsSecret } from '../core/secret-name.ts';
import { holdsLiteral, inJson } from '../network/secrets.ts';
import { fillTemplate, GAP_NAMES, type Gaps, hasQuery, unknownGaps } from './fill-template.ts';
import { below, type JsonPath, parsePath } from './json-path.ts';
import type { Hit } from './match-hits.ts';
import { requestTemplates } from './request-templates.ts';

export type HttpParams = {
  readonly url: string;
  readonly template: string;
  readonly method: string;
  readonly headers: string;
  readonly body: string;
  readonly field: string;
  readonly model: string;
  readonly hits: string;
  readonly id: string;
  readonly score: string;
  readonly document: string;
  readonly start: string;
  readonly end: string;
  readonly text: string;
  readonly limit: number;
  readonly concurrency: number;
  readonly timeout: number;
  readonly retries: number;
};

export interface RequestPlan {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: string;
  readonly escapeBody: (text: string) => string;
  readonly field: string;
  readonly model: string;
  readonly hits: JsonPath;
  readonly none: JsonPath | undefined;
  readonly fields: Readonly<Partial<Record<keyof Hit, JsonPath>>>;
  readonly limit: number;
}

const FROM_ENVIRONMENT = `write \${NAME}, which is read from the environment`;
/** Between headers: a line end, or a semicolon before the next name. */
const HEADER_BREAK = /\r?\n|;\s*(?=[A-Za-z0-9!#$%&'*+.^_`|~-]+\s*:)/;
const HEADER = /^\s*([A-Za-z0-9!#$%&'*+.^_`|~-]+)\s*:\s*(.*?)\s*$/;
const FIELDS = ['id', 'score', 'document', 'start', 'end', 'text'] as const;

/** @returns or what is wrong */
export function planRequest(params: HttpParams): RequestPlan | { readonly problem: string } {
  const template = requestTemplates.find(({ name }) => name === params.template);
  const refuse = (problem: string): { readonly problem: string } => ({ problem });
  if (params.url.trim() === '') {
    const example = template ? template.address : 'as in url=http://localhost:8000/search?q={{query}}';
    return refuse(`url= is needed: ${example}`);
  }
  const given = params.url.trim();
  const ownPath = template?.path ?? '';
  const [route, query = ''] = ownPath.split(/(?=\?)/) as [string, string?];
  // An address that was copied whole is taken as it is.
  const base = given.replace(/\/+$/, '');
  const url =
    !template || given.includes('?')
      ? given
      : base.endsWith(route.replace(/\/+$/, ''))
        ? `${given}${query}`
        : `${base}${ownPath}`;
  const body = params.body !== '' ? params.body : (template?.body ?? '');
  const method = params.method !== 'auto' ? params.method : body !== '' ? 'POST' : 'GET';
  if (method === 'GET' && body !== '') return refuse('method=GET takes no body');

  const literal = literalSecret(url, body);
  if (literal) return refuse(`${literal} as it is, and every report would show it; ${FROM_ENVIRONMENT}`);
  if (/^[^/?#]*\/\/[^/?#]*@/.test(url)) {
    return refuse(`url= holds a login; accepted: headers="Authorization: Basic \${NAME}", read from the environment`);
  }
  const address = fillTemplate(url, SAMPLE, () => 'x', encodeURIComponent);
  if (!/^(https?:\/\/|\$\{)/i.test(url) || !URL.canParse(url.startsWith('${') ? 'http://x' : address)) {
    return refuse(`${shownAddress(url)} is no address; accepted: http://... or https://...`);
  }

  const headers: { name: string; value: string }[] = [];
  for (const line of params.headers.split(HEADER_BREAK)) {
    if (line.trim() === '') continue;
    const parts = HEADER.exec(line);
    if (!parts) return refuse('headers= is not "Name: value; Name: value"');
    const [, name, value] = parts as unknown as [string, string, string];
    if (soundsSecret(name, 'header') && holdsLiteral(value)) {
      return refuse(`header ${name} holds a secret as it is, and every report would show it; ${FROM_ENVIRONMENT}`);
    }
    headers.push({ name, value });
  }
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value.toLowerCase();
  const isJson = body !== '' && (type === undefined || type.includes('json'));
  const escapeBody = isJson ? inJson : type?.includes('urlencoded') ? encodeURIComponent : (text: string) => text;
  if (isJson && type === undefined) headers.push({ name: 'content-type', value: 'application/json' });

  for (const text of [url, body]) {
    const [gap] = unknownGaps(text);
    if (gap !== undefined) {
      const near = nearestName(gap, GAP_NAMES);
      return refuse(
        `{{${gap}}} cannot be filled in${near ? `; did you mean {{${near}}}?` : ''} (known: ${GAP_NAMES.join(', ')})`,
      );
    }
  }
  for (const name of ['field', 'model'] as const) {
    const isUsed = new RegExp(`\\{\\{\\s*${name}\\s*\\}\\}`).test(url + body);
    if (params[name] !== '' && !isUsed)
      return refuse(`${name}= is given, and {{${name}}} stands neither in url= nor in body=`);
  }
  if (!hasQuery(url) && !hasQuery(body))
    return refuse('the question is sent nowhere: {{query}} stands neither in url= nor in body=');
  if (isJson) {
    try {
      JSON.parse(fillTemplate(body, SAMPLE, () => 'x', inJson));
    } catch (error) {
      return refuse(`body= is not JSON once it is filled in: ${(error as Error).message}`);
    }
  }

  const paths: Partial<Record<'hits' | 'none' | keyof Hit, JsonPath>> = {};
  const written = {
    hits: params.hits || template?.hits || 'hits',
    none: template?.none ?? '',
    ...fieldPaths(params, template),
  };
  for (const [name, text] of Object.entries(written)) {
    if (text === '') continue;
    const parsed = parsePath(text);
    if ('problem' in parsed) return refuse(`${name}=${JSON.stringify(text)}: ${parsed.problem}`);
    paths[name as keyof typeof paths] = parsed;
  }
  const list = paths.hits!.at(-1) === '*' ? paths.hits!.slice(0, -1) : paths.hits!;
  const fields: Partial<Record<keyof Hit, JsonPath>> = {};
  for (const name of FIELDS) if (paths[name]) fields[name] = below(paths[name], [...list, '*']);
  return {
    url,
    method: method as 'GET' | 'POST',
    headers,
    body,
    escapeBody,
    field: params.field || template?.field || '',
    model: params.model || template?.model || '',
    hits: list,
    none: paths.none,
    fields,
    limit: params.limit > 0 ? params.limit : (template?.limit ?? Number.POSITIVE_INFINITY),
  };
}

const SAMPLE: Gaps = { query: 'x', k: 1, filter: '', quoted: '"x"', field: 'x', model: 'x' };

/** Without a template, hits have an `id` and a `score` like those of a program; with one, only what it says. */
function fieldPaths(
  params: HttpParams,
  template: { readonly id: string; readonly score?: string } | undefined,
): Readonly<Record<string, string>> {
  const own: Partial<Record<string, string>> = template
    ? { id: template.id, score: template.score ?? '' }
    : DEFAULT_FIELDS;
  return Object.fromEntries(FIELDS.map((name) => [name, params[name] || (own[name] ?? '')]));
}

const DEFAULT_FIELDS: Readonly<Record<string, string>> = Object.fromEntries(FIELDS.map((name) => [name, name]));

/** A parameter of an address, or a member of a body, that sounds like a secret and is written as it is. */
function literalSecret(url: string, body: string): string | undefined {
  for (const [, name, value] of (/\?(.*)$/s.exec(url)?.[1] ?? '').matchAll(/([^&=#]+)=([^&#]*)/g)) {
    if (soundsSecret(name!, 'address') && isWritten(value!)) return `url= holds a secret (${name})`;
  }
  for (const [, name, value] of body.matchAll(/"((?:[^"\\]|\\.)+)"\s*:\s*"((?:[^"\\]|\\.)*)"/g)) {
    if (soundsSecret(name!, 'body') && isWritten(value!)) return `body= holds a secret (${name})`;
  }
  return undefined;
}

function isWritten(value: string): boolean {
  return holdsLiteral(value.replace(/\{\{[^{}]*\}\}/g, ''));
}

/** What may be a login with a mistake in it is not shown. */
function shownAddress(url: string): string {
  return url.includes('@') ? 'url=' : `url=${JSON.stringify(url.slice(0, 200))}`;
}
