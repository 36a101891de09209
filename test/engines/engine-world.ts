// A small collection, the questions, and what an engine may use of its surroundings, for tests of engines.
import { fileURLToPath } from 'node:url';
import type { Host, OpenContext, Params, RetrieverDef, Searcher } from '../../src/core/contracts.ts';
import { resolveParams } from '../../src/core/spec.ts';
import { collectionOf, contextOf, topicOf } from '../retrieval/small-world.ts';

const texts = ['annual leave is 3 weeks', 'badges are blue', 'parental leave', 'the canteen opens at noon'];
export const collection = collectionOf(texts);
export const folder = fileURLToPath(new URL('.', import.meta.url));

export interface EngineWorld {
  readonly context: OpenContext;
  readonly warnings: string[];
  readonly interrupt: AbortController;
}

export function engineWorld(host: Partial<Host> = {}): EngineWorld {
  const warnings: string[] = [];
  const interrupt = new AbortController();
  const context: OpenContext = {
    ...contextOf(),
    progress: {
      report: (event) => {
        if (event.kind === 'warning') warnings.push(event.message);
      },
    },
    signal: interrupt.signal,
    host: { folder, env: { PATH: pathOfTests }, offline: false, allowDownload: false, ...host },
  };
  return { context, warnings, interrupt };
}

/** Programs of tests are found as in the shell that started the tests. */
export const pathOfTests = process.env.PATH;

/** As a system string has them: values are text, what is absent has its default. */
export function paramsOf<P>(def: RetrieverDef<P>, args: Readonly<Record<string, string>>): P {
  const faults: Error[] = [];
  const params: Params = resolveParams(def.name, def.params, new Map(Object.entries(args)), faults as never);
  if (faults.length > 0) throw new Error(faults.map(({ message }) => message).join('\n'));
  return params as P;
}

export const requests = (questions: readonly string[], depth = 10) =>
  questions.map((text, n) => ({ topic: topicOf(text, `q${n}`), depth }));

export async function found(searcher: Searcher, questions: readonly string[], depth?: number): Promise<string[][]> {
  const rankings = await searcher.search(requests(questions, depth));
  return rankings.map(({ chunks }) => Array.from(chunks, (ord) => collection.chunks[ord]!.id));
}
