// A server with an OpenAI-compatible /v1/embeddings, for tests: the vector of a text is a function of model, width and text.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Embedding {
  readonly object: 'embedding';
  readonly index: number;
  readonly embedding: readonly unknown[] | string;
}

export interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: { readonly model: string; readonly input: readonly string[]; readonly [key: string]: unknown };
}

export interface EmbeddingStub {
  readonly url: string;
  /** Every request so far. */
  readonly asked: Asked[];
  /** Set to spoil the answers that follow; the number counts requests since it was set. */
  answer: (good: Embedding[], response: ServerResponse, nth: number) => unknown;
  close(): Promise<void>;
}

export function vectorOf(model: string, dims: number, text: string): number[] {
  const bytes = createHash('sha512').update(`${model}\n${text}`).digest();
  return Array.from({ length: dims }, (_, i) => bytes[i % 64]! - 127.5);
}

/** @param dims of each model that it serves, by name */
export async function startEmbeddingStub(dims: Readonly<Record<string, number>>): Promise<EmbeddingStub> {
  const asked: Asked[] = [];
  let answer: EmbeddingStub['answer'] = (good) => ({ data: good });
  let since = 0;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as Asked['body'];
    asked.push({ path: request.url!, authorization: request.headers.authorization, body });
    const good = body.input.map(
      (text, index): Embedding => ({
        object: 'embedding',
        index,
        embedding: vectorOf(body.model, dims[body.model] ?? 8, text),
      }),
    );
    const result = answer(good, response, since++);
    if (result !== undefined) response.setHeader('content-type', 'application/json').end(JSON.stringify(result));
  };
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    get answer() {
      return answer;
    },
    set answer(next) {
      answer = next;
      since = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
