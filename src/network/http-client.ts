// One request to a server that answers in JSON: time limit, further tries where they may help, redirects that carry no secret
// away. Whatever goes wrong is told without a secret.
import { setTimeout as sleep } from 'node:timers/promises';
import { systemFault } from '../core/system-fault.ts';
import type { Conceal } from './secrets.ts';

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body: string | undefined;
  /** The body holds a secret. */
  readonly secretBody: boolean;
}

export interface Header {
  readonly name: string;
  readonly value: string;
  readonly secret: boolean;
}

export interface HttpLimits {
  /** Seconds for one try. */
  readonly timeout: number;
  /** Further tries. */
  readonly retries: number;
  /** Only addresses of this machine. */
  readonly offline: boolean;
  readonly signal: AbortSignal;
  /** For tests: waits between tries, in milliseconds. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** A request that came to nothing, in words that hold no secret. */
export class HttpFault extends Error {
  readonly remedy: string | undefined;
  /** Of the answer, where there was one. */
  readonly status: number | undefined;

  constructor(message: string, remedy?: string, status?: number) {
    super(message);
    this.remedy = remedy;
    this.status = status;
  }

  /** The server wants to know who asks, or does not know this one. */
  get isRefusal(): boolean {
    return this.status === 401 || this.status === 403;
  }
}

/** Of an answer that is shown. */
const LONGEST_SHOWN = 300;
const LARGEST_ANSWER = 1 << 28;
const LARGEST_FAULT = 1 << 16;
const MOST_REDIRECTS = 5;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** A server may ask for more patience than our own. */
const LONGEST_RETRY_AFTER_S = 300;
/** Too late, in each other's way, too early, too many; and what a server itself calls its own fault. */
const MAY_PASS = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/**
 * The answer as JSON.
 * @throws HttpFault
 */
export async function askJson(request: HttpRequest, limits: HttpLimits, conceal: Conceal): Promise<unknown> {
  const { retries, signal, pause = sleepUnless } = limits;
  const where = `${request.method} ${conceal(withoutQuery(request.url))}`;
  for (let tried = 0; ; tried++) {
    const outcome = await attempt(request, limits, conceal);
    if ('value' in outcome) return outcome.value;
    const after = outcome.retryAfter;
    if (!outcome.mayPass || tried >= retries || (after ?? 0) > LONGEST_RETRY_AFTER_S) {
      const tries = tried > 0 ? `, after ${tried + 1} tries` : '';
      throw new HttpFault(`${where}: ${outcome.problem}${tries}`, outcome.remedy, outcome.status);
    }
    await pause(after === undefined ? Math.min(FIRST_WAIT_MS * 2 ** tried, LONGEST_WAIT_MS) : after * 1000, signal);
    signal.throwIfAborted();
  }
}

/** On a signal of its own: many that wait on one look like a leak to Node, which says so on stderr. */
function sleepUnless(ms: number, signal: AbortSignal): Promise<unknown> {
  return sleep(ms, undefined, { signal: AbortSignal.any([signal]) });
}

/** Whether a header can carry a text. */
export function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}

/** Host names and addresses that do not leave the machine; the URL parser has written any form of 127.0.0.0/8 as four numbers. */
export function isLoopback(url: URL): boolean {
  const { hostname } = url;
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127(\.\d+){3}$/.test(hostname) ||
    hostname === '[::1]'
  );
}

type Outcome =
  | { readonly value: unknown }
  | {
      readonly problem: string;
      readonly mayPass: boolean;
      /** Seconds that the server asks to wait. */
      readonly retryAfter?: number | undefined;
      readonly remedy?: string;
      readonly status?: number;
    };

async function attempt(request: HttpRequest, limits: HttpLimits, conceal: Conceal): Promise<Outcome> {
  const { timeout, signal } = limits;
  const late = AbortSignal.timeout(Math.ceil(timeout * 1000));
  try {
    return await exchange(request, limits, AbortSignal.any([signal, late]), conceal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof HttpFault)
      return { problem: error.message, mayPass: false, ...(error.remedy && { remedy: error.remedy }) };
    if (late.aborted) {
      const seconds = `${timeout} ${timeout === 1 ? 'second' : 'seconds'}`;
      return { problem: `no answer within ${seconds}`, mayPass: true, remedy: 'timeout=SECONDS gives it more time' };
    }
    return { problem: conceal(networkFault(error)), mayPass: true };
  }
}

async function exchange(
  request: HttpRequest,
  limits: HttpLimits,
  signal: AbortSignal,
  conceal: Conceal,
): Promise<Outcome> {
  let url = new URL(request.url);
  let { headers } = request;
  for (let hops = 0; ; hops++) {
    if (limits.offline && !isLoopback(url)) {
      throw new HttpFault(`${conceal(url.host)} is not this machine, and --offline refuses the network`);
    }
    const response = await fetch(url, {
      method: request.method,
      headers: headers.map(({ name, value }): [string, string] => [name, value]),
      ...(request.body !== undefined && { body: request.body }),
      redirect: 'manual',
      signal,
    });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return read(response, conceal);
    await response.body?.cancel();
    const next = redirected(url, location, conceal);
    // Other codes turn a question into a request without its body.
    if (request.method !== 'GET' && response.status !== 307 && response.status !== 308) {
      throw new HttpFault(
        `it answered ${response.status} and points to ${conceal(withoutQuery(next.href))}`,
        'url= with that address',
      );
    }
    if (hops >= MOST_REDIRECTS) throw new HttpFault(`it redirects more than ${MOST_REDIRECTS} times`);
    if (next.origin !== url.origin) {
      if (request.secretBody) throw new HttpFault(`it redirects to ${conceal(next.host)}, and the body holds a secret`);
      headers = headers.filter(({ secret }) => !secret);
    }
    url = next;
  }
}

function redirected(from: URL, location: string, conceal: Conceal): URL {
  if (URL.canParse(location, from.href)) {
    const next = new URL(location, from);
    if (next.protocol === 'http:' || next.protocol === 'https:') return next;
  }
  throw new HttpFault(`it redirects to ${shown(conceal(location))}, which is no address`);
}

async function read(response: Response, conceal: Conceal): Promise<Outcome> {
  const { status, ok } = response;
  const bytes = await readBytes(response, ok ? LARGEST_ANSWER : LARGEST_FAULT);
  if (ok && bytes === undefined) throw new HttpFault(`its answer is larger than ${LARGEST_ANSWER} bytes`);
  const text = new TextDecoder().decode(bytes);
  if (!ok) {
    const said = text.trim() === '' ? '' : `: ${shown(conceal(messageOf(text)))}`;
    return {
      problem: `it answered ${status}${said}`,
      mayPass: MAY_PASS.has(status),
      retryAfter: seconds(response.headers.get('retry-after')),
      status,
    };
  }
  try {
    return { value: JSON.parse(text) };
  } catch {
    throw new HttpFault(`its answer is not JSON: ${shown(conceal(text))}`);
  }
}

/** What a server says of its failure: the message of its JSON, else all of it. */
function messageOf(text: string): string {
  try {
    const { error, message } = JSON.parse(text) as { error?: unknown; message?: unknown };
    const inner = (error as { message?: unknown; reason?: unknown } | null | undefined) ?? {};
    const found = [error, inner.message, inner.reason, message].find((one) => typeof one === 'string');
    return found === undefined ? text : String(found);
  } catch {
    return text;
  }
}

/** At most so many bytes; undefined where an answer that must be whole has more. */
async function readBytes({ body, ok }: Response, most: number): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    size += piece.length;
    if (size > most) {
      if (ok) return undefined;
      break;
    }
  }
  return Buffer.concat(pieces);
}

function seconds(written: string | null): number | undefined {
  return written !== null && /^\d+$/.test(written.trim()) ? Number(written) : undefined;
}

/** What fetch says is "fetch failed"; why stands below it. */
function networkFault(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const several = cause instanceof AggregateError ? cause.errors[0] : cause;
  const code = (several as { code?: unknown } | null)?.code;
  if (typeof code === 'string' && Object.hasOwn(NETWORK_FAULTS, code)) return NETWORK_FAULTS[code]!;
  return systemFault(several);
}

const NETWORK_FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there (connection refused)',
  ECONNRESET: 'the connection was broken off',
  UND_ERR_SOCKET: 'the connection was broken off',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  ETIMEDOUT: 'the connection took too long',
  UND_ERR_CONNECT_TIMEOUT: 'the connection took too long',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
};

/** Questions, and what an address hides in its query, do not belong into messages. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/\/\/[^/]*@/, '//');
}

function shown(text: string): string {
  const trimmed = text.trim();
  return JSON.stringify(trimmed.length > LONGEST_SHOWN ? `${trimmed.slice(0, LONGEST_SHOWN)}...` : trimmed);
}
