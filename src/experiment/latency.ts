// Milliseconds a query, one query at a time, on searchers that are warm: what a user would wait, not what a batch costs.
import { monotonicMs } from '../core/clock.ts';
import type { Catalog, Context, Encoder, EncoderDef } from '../core/contracts.ts';
import type { Dataset } from '../core/model.ts';
import type { Dedupe } from '../core/results.ts';
import { blaming, goingOn, openSystems, yieldAndStop } from './open-systems.ts';
import type { Plan, SystemNode } from './plan.ts';
import { prepareSearch } from './prepare.ts';

export interface LatencyRequest {
  readonly plan: Plan;
  readonly catalog: Catalog;
  readonly dataset: Dataset;
  readonly context: Context;
  readonly cacheDir?: string;
  /** As in an experiment: what is searched, and what may be returned. */
  readonly filter?: string;
  readonly dedupe?: Dedupe;
  /** A system that fails has no time, in place of failing them all. */
  readonly keepGoing?: boolean;
  /** The systems to measure; those that the plan does not have are left out. */
  readonly labels: readonly string[];
}

/** Questions that are asked; more would not steady the figure. */
const MOST_QUESTIONS = 100;
/** Rounds after a first one to warm up; the fastest counts, since everything else that the machine does only adds. */
const ROUNDS = 3;
/** A round goes on until so long has passed, so that a fast system is not measured in a few ticks of the clock. */
const SHORTEST_ROUND_MS = 20;

/**
 * Systems are opened anew, without a memory of earlier questions: a fusion pays for its inputs. Vectors of chunks come from
 * the cache, those of questions never do.
 */
export async function measureLatency(request: LatencyRequest): Promise<ReadonlyMap<string, number>> {
  const { plan, catalog, dataset, context, labels } = request;
  const systems = plan.systems.filter(({ label }) => labels.includes(label));
  const needed = new Set(systems.flatMap(({ node }) => withInputs(node)));
  const { collection, projection, filter } = prepareSearch(dataset, plan.chunker, request);
  const opened = await openSystems({
    catalog: { ...catalog, encoders: catalog.encoders.map(askingAnew) },
    nodes: plan.nodes.filter((node) => needed.has(node)),
    collection,
    projection,
    synonyms: dataset.synonyms,
    context,
    cacheDir: request.cacheDir,
    filter,
    timed: (_, work) => work(),
    forgetful: true,
    ...(request.keepGoing === undefined ? {} : { keepGoing: request.keepGoing }),
  });
  try {
    const topics = dataset.topics.slice(0, MOST_QUESTIONS);
    const times = new Map<string, number>();
    for (const { label, node } of systems) {
      if (opened.failed.has(node)) continue;
      const searcher = opened.searcher(node);
      const askAll = async (): Promise<void> => {
        for (const topic of topics)
          await searcher.search([{ topic, depth: plan.depth ?? plan.cutoff, ...(filter && { filter }) }]);
      };
      const warm = await goingOn(request.keepGoing, context, label, () => blaming(label, context, askAll));
      if ('problem' in warm) continue;
      let fastest = Number.POSITIVE_INFINITY;
      for (let round = 0; round < ROUNDS && topics.length > 0; round++) {
        await yieldAndStop(context);
        const began = monotonicMs();
        let asked = 0;
        do {
          await askAll();
          asked += topics.length;
        } while (monotonicMs() - began < SHORTEST_ROUND_MS);
        fastest = Math.min(fastest, (monotonicMs() - began) / asked);
      }
      if (Number.isFinite(fastest)) times.set(label, fastest);
    }
    return times;
  } finally {
    await opened.close();
  }
}

function withInputs(node: SystemNode): SystemNode[] {
  return [node, ...node.inputs.flatMap(withInputs)];
}

/** The same encoder, with questions encoded each time they are asked. */
function askingAnew(def: EncoderDef): EncoderDef {
  return {
    ...def,
    async open(context, cacheDir, request) {
      if (cacheDir === undefined) return def.open(context, cacheDir, request);
      const stored = await def.open(context, cacheDir, request);
      const anew = await def.open(context, undefined, request);
      const encoder: Encoder = {
        dims: stored.dims,
        fingerprint: stored.fingerprint,
        encode: (texts, role) => (role === 'query' ? anew : stored).encode(texts, role),
        pieces: (text) => stored.pieces(text),
        reach: (text) => stored.reach(text),
        async close() {
          await stored.close?.();
          await anew.close?.();
        },
      };
      return encoder;
    },
  };
}
