// Opens each node of a plan once, inputs first, with what it may use: encoders, synonyms, the oracle's view.
import type { Catalog, Context, Encoder, Filter, OpenContext, Params, Searcher } from '../core/contracts.ts';
import { type ErrorArgs, LabError, LabErrors } from '../core/errors.ts';
import type { Collection, Synonyms, TopicId } from '../core/model.ts';
import { compareText } from '../core/order.ts';
import { evidenceWithin, idealGrades, type Projection } from '../eval/project.ts';
import { findEncoder } from './find-encoder.ts';
import type { SystemNode } from './plan.ts';
import { remembering } from './remembering.ts';

export interface OpenedSystems {
  /** Of a node that did not fail. */
  searcher(node: SystemNode): Searcher;
  /** What is wrong with nodes that could not be opened, or whose inputs could not. */
  readonly failed: ReadonlyMap<SystemNode, string>;
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
  /** A system that cannot be opened does not keep the others from being opened. */
  readonly keepGoing?: boolean;
  /** Only what it allows may be returned: the best order there is, which the oracle is shown, is one of those chunks. */
  readonly filter?: Filter | undefined;
  /** Inner systems are searched each time they are asked: for whoever wants to know how long that takes. */
  readonly forgetful?: boolean;
}

/** @throws LabError; what was already open is closed first */
export async function openSystems(request: OpenRequest): Promise<OpenedSystems> {
  const { catalog, nodes, collection, context, timed, nameOf = ({ spec }: SystemNode) => spec } = request;
  const searchers = new Map<SystemNode, Searcher>();
  const failed = new Map<SystemNode, string>();
  const inner = new Set(nodes.flatMap((node) => node.inputs));
  const encoders = new Map<string, Promise<Encoder>>();

  const encoder = (name: string, options: Params = {}): Promise<Encoder> => {
    const key = JSON.stringify([name, Object.entries(options).sort(([a], [b]) => compareText(a, b))]);
    const known = encoders.get(key);
    if (known) return known;
    const { def, model, fault } = findEncoder(catalog.encoders, name);
    if (fault) return Promise.reject(fault);
    const opened = def.open(context, request.cacheDir, { model, options });
    encoders.set(key, opened);
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
      if (!evidence) return new Map();
      return idealGrades(request.filter ? evidenceWithin(evidence, request.filter.allowed) : evidence);
    },
  };

  /** A fusion that fails because of an inner system says which. */
  const blamed = (node: SystemNode, searcher: Searcher): Searcher => ({
    ...searcher,
    search: (requests) => blaming(nameOf(node), context, () => searcher.search(requests)),
  });

  try {
    for (const node of nodes) {
      await yieldAndStop(context);
      const fault = faultOfInputs(node, failed, nameOf);
      if (fault !== undefined) {
        failed.set(node, fault);
        continue;
      }
      const inputs = node.inputs.map((input) => searchers.get(input)!);
      const searcher = await goingOn(request.keepGoing, context, nameOf(node), () =>
        timed(`open ${nameOf(node)}`, () =>
          blaming(nameOf(node), context, () => node.def.open(collection, node.params, openContext, inputs)),
        ),
      );
      if ('problem' in searcher) failed.set(node, searcher.problem);
      else {
        const own = searcher.value;
        const kept = request.forgetful === true ? own : remembering(own, node.spec);
        searchers.set(node, inner.has(node) ? blamed(node, kept) : own);
      }
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { searcher: (node) => searchers.get(node)!, failed, close };
}

/** Faults that name the system whose code they are of: around an inner system stands an outer one, which is not to blame. */
const blamedFaults = new WeakSet<Error>();

/**
 * Runs a system's code: whatever it throws becomes a fault that names the system as it is called here, by its label, though it
 * call itself by what it is. An interruption stays one.
 */
export async function blaming<T>(system: string, context: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (context.signal.aborted || error instanceof LabErrors) throw error;
    const own = error instanceof LabError ? failureIn(error) : undefined;
    if (error instanceof LabError && (!own || blamedFaults.has(error))) throw error;
    const problem = own?.problem ?? (error instanceof Error ? `${error.name}: ${error.message}` : String(error));
    const name = own && isCutOf(own.system, system) ? own.system : system;
    const remedy = error instanceof LabError ? error.remedy : undefined;
    const fault = new LabError('system.failed', { system: name, problem }, remedy);
    fault.cause = error;
    blamedFaults.add(fault);
    throw fault;
  }
}

function failureIn(error: LabError): ErrorArgs<'system.failed'> | undefined {
  return error.code === 'system.failed' ? (error.args as ErrorArgs<'system.failed'>) : undefined;
}

/** Engines cut their name where a whole request stands in it. */
function isCutOf(name: string, whole: string): boolean {
  return name.endsWith('...') && whole.startsWith(name.slice(0, -3));
}

/**
 * What failed is a fault of a system, told in a line; a bug of the lab itself and an interruption are none.
 * @param system what it is called
 */
export async function goingOn<T>(
  keepGoing: boolean | undefined,
  context: Context,
  system: string,
  work: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly problem: string }> {
  try {
    return { value: await work() };
  } catch (error) {
    if (keepGoing !== true || context.signal.aborted) throw error;
    if (!(error instanceof LabError || error instanceof LabErrors)) throw error;
    return { problem: problemOf(error, system) };
  }
}

/** Without the words that name the system itself. */
function problemOf(error: LabError | LabErrors, system: string): string {
  const own = error instanceof LabError ? failureIn(error) : undefined;
  const isOwn = own !== undefined && (own.system === system || isCutOf(own.system, system));
  return (isOwn ? own.problem : error.message).replaceAll('\n', '; ');
}

/** What is wrong with a node by its inputs; undefined where none of them failed. */
export function faultOfInputs(
  node: SystemNode,
  failed: ReadonlyMap<SystemNode, string>,
  nameOf: (node: SystemNode) => string,
): string | undefined {
  for (const input of node.inputs) {
    const problem = failed.get(input) ?? faultOfInputs(input, failed, nameOf);
    if (problem !== undefined) return `its input ${nameOf(input)} failed: ${problem}`;
  }
  return undefined;
}

/** Signals arrive only between tasks; without a pause Ctrl-C would wait for the whole run. */
export async function yieldAndStop(context: Context): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  context.signal.throwIfAborted();
}
