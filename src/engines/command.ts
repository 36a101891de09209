// A program of one's own as a system: started once, asked in JSON lines over stdin and stdout (docs/engines.md).
import { setTimeout as pause } from 'node:timers/promises';
import type { Context, RetrieverDef, SearchRequest } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';
import type { Collection } from '../core/model.ts';
import { entriesToAsk, needHost, shortName, warnOfHits } from './engine-context.ts';
import { LineProgram, ProgramFault } from './line-program.ts';
import { createHitMatcher, type Hit } from './match-hits.ts';
import { isObject, kindOf, readHits, readId } from './read-hits.ts';
import { splitCommand } from './split-command.ts';

type CommandParams = {
  readonly run: string;
  readonly shell: boolean;
  readonly chunks: string;
  readonly batch: number;
  readonly timeout: number;
};

const PROTOCOL = 1;
const LATE =
  'timeout=SECONDS gives it more time, batch=N fewer questions at once; a program must flush its output after each answer';
/** Of a line that is shown because it is no answer. */
const LONGEST_SHOWN = 200;

export const command: RetrieverDef<CommandParams> = {
  name: 'command',
  summary: 'a program of your own, asked in JSON lines over stdin and stdout: command(run="python my_search.py")',
  params: {
    run: { default: '', doc: 'the program and its arguments, started in the folder of the run' },
    shell: { default: false, doc: 'hand the line to the shell, for pipes and variables' },
    chunks: {
      default: 'none',
      choices: ['none', 'send'],
      doc: 'whether the program is sent every chunk before the first question',
    },
    batch: { default: 100, min: 1, integer: true, doc: 'questions in one request' },
    timeout: { default: 60, min: 0.001, max: 86_400, doc: 'seconds for each answer, and for the start' },
  },
  check({ run }) {
    if (run.trim() === '')
      return 'run= is needed: the program and its arguments, as in command(run="python my_search.py")';
    const words = splitCommand(run);
    return 'problem' in words ? `run=${JSON.stringify(run)}: ${words.problem}` : undefined;
  },
  async open(collection, params, context) {
    const system = shortName(command, params);
    const conversation = new Conversation(system, params, context);
    try {
      await conversation.begin(collection);
    } catch (error) {
      await conversation.close();
      throw error;
    }
    const matcher = createHitMatcher(collection);
    return {
      async search(requests) {
        const answers = await conversation.ask(requests, collection.chunks.length);
        const rankings = requests.map((request, i) => matcher.rank(request, answers[i]!));
        warnOfHits(system, matcher, context);
        return rankings;
      },
      close: () => conversation.close(),
    };
  },
};

class Conversation {
  private readonly system: string;
  private readonly params: CommandParams;
  private readonly program: LineProgram;
  private readonly context: Context;
  /** One request at a time: answers come in the order of the requests. */
  private turn: Promise<unknown> = Promise.resolve();
  private failure: LabError | undefined;

  constructor(system: string, params: CommandParams, context: Context) {
    const { folder, env } = needHost(system, context);
    this.system = system;
    this.params = params;
    this.context = context;
    const words = params.shell ? { shell: params.run } : (splitCommand(params.run) as readonly string[]);
    this.program = new LineProgram({ command: words, folder, env, signal: context.signal });
  }

  async begin({ name, documents, chunks }: Collection): Promise<void> {
    const { program } = this;
    await this.limited('to say that it is ready', async () => {
      const collection = { name, documents: documents.length, chunks: chunks.length };
      await program.send(JSON.stringify({ type: 'open', protocol: PROTOCOL, collection }));
      if (this.params.chunks === 'send') {
        const titles = new Map(documents.map((document) => [document.id, document.title]));
        for (const { id, docId, text } of chunks) {
          await program.send(
            JSON.stringify({ type: 'chunk', id, document: docId, title: titles.get(docId) ?? '', text }),
          );
        }
      }
      await program.send(JSON.stringify({ type: 'ready' }));
      this.read(await program.receive());
    });
  }

  /** Hits in the order of the requests. */
  ask(requests: readonly SearchRequest[], size: number): Promise<readonly (readonly Hit[])[]> {
    const answered = this.turn.then(async () => {
      const answers: (readonly Hit[])[] = [];
      for (const batch of batches(requests, this.params.batch)) answers.push(...(await this.askBatch(batch, size)));
      return answers;
    });
    this.turn = answered.catch(() => undefined);
    return answered;
  }

  async close(): Promise<void> {
    await this.program.close();
  }

  private async askBatch(batch: readonly SearchRequest[], size: number): Promise<readonly (readonly Hit[])[]> {
    const { program } = this;
    if (this.failure) throw this.failure;
    const queries = batch.map((request) => ({
      id: request.topic.id,
      k: entriesToAsk(request, size),
      ...(request.filter && { filter: request.filter.text }),
      text: request.topic.text,
    }));
    if (queries.every(({ k }) => k === 0)) return batch.map(() => []);
    return this.limited(
      `to answer ${batch.length === 1 ? `question ${batch[0]!.topic.id}` : `${batch.length} questions`}`,
      async () => {
        const stray = program.unasked();
        if (stray !== undefined) this.fail(`it printed a line that nothing asked for: ${shown(stray)}`);
        await program.send(JSON.stringify({ type: 'search', queries }));
        return this.hitsOf(this.read(await program.receive()), batch);
      },
    );
  }

  private hitsOf(
    answer: Readonly<Record<string, unknown>>,
    batch: readonly SearchRequest[],
  ): readonly (readonly Hit[])[] {
    const results =
      batch.length === 1 && answer.hits !== undefined
        ? [{ hits: answer.hits, id: batch[0]!.topic.id }]
        : answer.results;
    if (!Array.isArray(results)) {
      const short = batch.length === 1 ? ', or {"hits":[...]}' : '';
      this.fail(
        `"results" of its answer is ${kindOf(results)}; accepted: {"results":[{"id":...,"hits":[...]}]}${short}`,
      );
    }
    const byTopic = new Map<string, readonly Hit[]>();
    const asked = new Set(batch.map(({ topic }) => topic.id));
    for (const result of results) {
      const id = isObject(result) ? readId(result.id) : undefined;
      if (id === undefined) this.fail(`a result without the id of its question: ${shown(JSON.stringify(result))}`);
      if (!asked.has(id)) this.fail(`a result for question ${JSON.stringify(id)}, which was not asked`);
      if (byTopic.has(id)) this.fail(`two results for question ${JSON.stringify(id)}`);
      const hits = readHits(result.hits);
      if ('problem' in hits) this.fail(`question ${JSON.stringify(id)}: ${hits.problem}`);
      byTopic.set(id, hits);
    }
    return batch.map(
      ({ topic }) => byTopic.get(topic.id) ?? this.fail(`no result for question ${JSON.stringify(topic.id)}`),
    );
  }

  private read(line: string): Readonly<Record<string, unknown>> {
    let answer: unknown;
    try {
      answer = JSON.parse(line);
    } catch {
      const hint = /\b(NaN|Infinity)\b/.test(line) ? ' (NaN and Infinity are not JSON)' : '';
      this.fail(
        `it printed a line that is not JSON${hint}: ${shown(line)}`,
        'print to stderr what is meant for people',
      );
    }
    if (!isObject(answer)) this.fail(`its answer is ${kindOf(answer)}, not an object: ${shown(line)}`);
    if (answer.error !== undefined)
      this.fail(`it says: ${typeof answer.error === 'string' ? answer.error : JSON.stringify(answer.error)}`);
    return answer;
  }

  /** Whatever goes wrong ends the program: what it would print next could belong to any question. */
  private async limited<T>(what: string, work: () => Promise<T>): Promise<T> {
    const { timeout } = this.params;
    const waiting = new AbortController();
    const limit = pause(timeout * 1000, undefined, { signal: waiting.signal }).then(() => {
      throw new ProgramFault(`it took more than ${timeout} ${timeout === 1 ? 'second' : 'seconds'} ${what}`, LATE);
    });
    try {
      return await Promise.race([work(), limit]);
    } catch (error) {
      this.program.kill();
      await this.program.close();
      this.context.signal.throwIfAborted();
      if (!(error instanceof ProgramFault)) throw error;
      this.failure = new LabError('system.failed', { system: this.system, problem: error.message }, error.remedy);
      this.showLastWords();
      throw this.failure;
    } finally {
      waiting.abort();
      limit.catch(() => undefined);
    }
  }

  /** Beside the error and not in it: paths, times and what else a program says do not belong into a report. */
  private showLastWords(): void {
    const words = this.program.lastWords();
    if (words === '') return;
    this.context.progress.report({ kind: 'warning', message: `${this.system}: its stderr ends: ${words}` });
  }

  private fail(problem: string, remedy?: string): never {
    throw new ProgramFault(problem, remedy);
  }
}

/** At most so many at once, and no question twice in one batch. */
function batches(requests: readonly SearchRequest[], most: number): SearchRequest[][] {
  const all: SearchRequest[][] = [];
  let seen = new Set<string>();
  for (const request of requests) {
    if (all.length === 0 || all.at(-1)!.length >= most || seen.has(request.topic.id)) {
      all.push([]);
      seen = new Set();
    }
    all.at(-1)!.push(request);
    seen.add(request.topic.id);
  }
  return all;
}

function shown(line: string): string {
  return JSON.stringify(line.length > LONGEST_SHOWN ? `${line.slice(0, LONGEST_SHOWN)}...` : line);
}
