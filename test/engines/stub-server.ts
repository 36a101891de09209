// A search server on this machine for tests: remembers what it was asked, and answers as told.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { collection } from './engine-world.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface StubServer {
  readonly url: string;
  readonly asked: Asked[];
  close(): Promise<void>;
}

export interface StubAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  /** Milliseconds that it takes. */
  readonly after?: number;
}

/** @param answer undefined never answers; the count is of requests before this one */
export async function startServer(
  answer: (asked: Asked, count: number) => StubAnswer | undefined,
): Promise<StubServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const one = {
        method: request.method!,
        path: request.url!,
        headers: request.headers,
        body: Buffer.concat(pieces).toString(),
      };
      asked.push(one);
      const told = answer(one, asked.length - 1);
      if (told?.after === undefined) respond(response, told);
      else setTimeout(() => respond(response, told), told.after);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** For one test. */
export async function stubServer(answer: (asked: Asked, count: number) => StubAnswer | undefined): Promise<StubServer> {
  const server = await startServer(answer);
  onTestFinished(() => server.close());
  return server;
}

function respond(response: ServerResponse, answer: StubAnswer | undefined): void {
  if (!answer) return;
  const { status = 200, headers = {}, json, text } = answer;
  response.writeHead(status, { 'content-type': json === undefined ? 'text/plain' : 'application/json', ...headers });
  response.end(json === undefined ? (text ?? '') : JSON.stringify(json));
}

export interface Found {
  readonly id: string;
  readonly score: number;
  readonly text: string;
}

/** The search of all stubs: chunks by shared words. */
export function searchWords(
  query: string,
  k: number,
  chunks: readonly { readonly id: string; readonly text: string }[] = collection.chunks,
  everything = false,
): Found[] {
  const words = (text: string): Set<string> => new Set(text.toLowerCase().match(/[a-z0-9]+/g) ?? []);
  const asked = words(query);
  return chunks
    .map(({ id, text }) => ({ id, text, score: [...words(text)].filter((word) => asked.has(word)).length }))
    .filter(({ score }) => everything || score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, k);
}
