// Opens each node of a plan once, inputs first, with what it may use: encoders, synonyms, the oracle's view.
import type { Catalog, Context, Encoder, OpenContext, Searcher } from '../core/contracts.ts';
import { LabError, LabErrors } from '../core/errors.ts';
import type { Collection, Synonyms, TopicId } from '../core/model.ts';
import { idealGrades, type Projection } from '../eval/project.ts';
import type { SystemNode } from './plan.ts';
import { remembering } from './remembering.ts';

export interface OpenedSystems {
  searcher(node: SystemNode): Searcher;
  close(): Promise<void>;
}

export interface OpenRequest {
  readonly catalog: Catalog;
  readonly nodes: readonly SystemNode[];
  readonly collection: Collection;
  readonly projection: Projection;
  readonly synonyms: Synonyms;
  readonly context: Context;
  readonly cacheDir: string | undefined;
  /** What a node is called in timings and faults; its canonical string where absent. */
  readonly nameOf?: (node: SystemNode) => string;
  /** Called around each node, for timings. */
  readonly timed: <T>(stage: string, work: () => Promise<T>) => Promise<T>;
  /** Inner systems are searched each time they are asked: for whoever wants to know how long that takes. */
  readonly forgetful?: boolean;
}

/** @throws LabError; what was already open is closed first */
export async function openSystems(request: OpenRequest): Promise<OpenedSystems> {
  const { catalog, nodes, collection, context, timed, nameOf = ({ spec }: SystemNode) => spec } = request;
  const searchers = new Map<SystemNode, Searcher>();
  const inner = new Set(nodes.flatMap((node) => node.inputs));
  const encoders = new Map<string, Promise<Encoder>>();

  const encoder = (name: string): Promise<Encoder> => {
    const known = encoders.get(name);
    if (known) return known;
    const def = catalog.encoders.find((candidate) => candidate.name === name);
    if (!def) {
      const names = catalog.encoders.map((candidate) => candidate.name);
      return Promise.reject(new LabError('spec.unknown-name', { kind: 'encoder', name, known: names }));
    }
    const opened = def.open(context, request.cacheDir);
    encoders.set(name, opened);
    return opened;
  };
  const close = async (): Promise<void> => {
    for (const searcher of [...searchers.values()].reverse()) await searcher.close?.();
    for (const opened of encoders.values()) {
      // One that failed to open has been reported and holds nothing.
      const open = await opened.catch(() => undefined);
      await open?.close?.();
    }
  };
  const openContext: OpenContext = {
    ...context,
    encoder,
    synonyms: request.synonyms,
    judged: (topicId: TopicId) => {
      const evidence = request.projection.topics.get(topicId);
      return evidence ? idealGrades(evidence) : new Map();
    },
  };

  try {
    for (const node of nodes) {
      await yieldAndStop(context);
      const inputs = node.inputs.map((input) => searchers.get(input)!);
      const searcher = await timed(`open ${nameOf(node)}`, () =>
        blaming(nameOf(node), context, () => node.def.open(collection, node.params, openContext, inputs)),
      );
      searchers.set(node, inner.has(node) && request.forgetful !== true ? remembering(searcher, node.spec) : searcher);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { searcher: (node) => searchers.get(node)!, close };
}

/** Runs a system's code: whatever it throws becomes a fault that names the system; an interruption stays one. */
export async function blaming<T>(system: string, context: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (context.signal.aborted || error instanceof LabError || error instanceof LabErrors) throw error;
    const problem = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const fault = new LabError('system.failed', { system, problem });
    fault.cause = error;
    throw fault;
  }
}

/** Signals arrive only between tasks; without a pause Ctrl-C would wait for the whole run. */
export async function yieldAndStop(context: Context): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  context.signal.throwIfAborted();
}
