// Where lessons get their figures: the handbook of a seed, measured by an experiment as `rag-lab run` does it, and opened
// systems to ask why. Everything is made on demand and kept, so that several lessons share it.
import type { Catalog, Context, Searcher, TermWeight } from '../core/contracts.ts';
import type { Chunk, ChunkOrd, Collection, Dataset, Ranking, Topic } from '../core/model.ts';
import type { QuestionResult, Report, ScoreRow } from '../core/results.ts';
import { createRng, type Rng } from '../core/rng.ts';
import { openSystems } from '../experiment/open-systems.ts';
import { type Plan, planExperiment } from '../experiment/plan.ts';
import { prepareCollection } from '../experiment/prepare.ts';
import { runExperiment } from '../experiment/run.ts';
import { computeExample, type Example } from './walkthrough-example.ts';

/** What the lessons are handed: implementations and data that this folder does not import. */
export interface DeskMaterials {
  readonly catalog: Catalog;
  readonly version: string;
  /** Where encoders may keep vectors; absent means nowhere. */
  readonly cacheDir?: string;
  loadHandbook(seed: number): Promise<Dataset>;
}

/** Absent ones are as in `rag-lab run`. */
export interface Setting {
  readonly chunker?: string;
  readonly measures?: readonly string[];
}

export interface Desk {
  /** Of the handbook. */
  readonly seed: number;
  readonly rng: Rng;
  handbook(): Promise<Dataset>;
  /** The report of a run. */
  measure(systems: readonly string[], setting?: Setting): Promise<Report>;
  /** The same systems, to be asked one question at a time. */
  open(systems: readonly string[], setting?: Pick<Setting, 'chunker'>): Promise<OpenHandbook>;
  example(): Promise<Example>;
  close(): Promise<void>;
}

/** The handbook's chunks under systems that are ready to be asked. */
export interface OpenHandbook {
  readonly collection: Collection;
  topic(id: string): Topic;
  /** The sentence that answers a question, and the chunk that holds it. */
  answer(topicId: string): { readonly sentence: string; readonly chunk: Chunk };
  rank(system: string, topic: Topic): Promise<Ranking>;
  explain(system: string, topic: Topic, ord: ChunkOrd): Promise<readonly TermWeight[]>;
  searcher(system: string): Searcher;
}

export const CHUNKER = 'sentence(words=300,overlap=0)';
export const CUTOFF = 3;
const MEASURES = ['R@1', 'R@3', 'R@5', 'R@10', 'RR', 'nDCG@10'];

/** @param seeds the handbook's, and where it is not the reference's, the example's */
export function openDesk(
  materials: DeskMaterials,
  context: Omit<Context, 'rng'>,
  seeds: { readonly handbook: number; readonly example?: number | undefined },
): Desk {
  const { catalog, version, cacheDir } = materials;
  const seed = seeds.handbook;
  const own: Context = { ...context, rng: createRng(seed) };
  const kept = new Map<string, Promise<unknown>>();
  const closers: (() => Promise<void>)[] = [];
  const once = <T>(key: readonly unknown[], make: () => Promise<T>): Promise<T> => {
    const name = JSON.stringify(key);
    const made = (kept.get(name) as Promise<T> | undefined) ?? make();
    kept.set(name, made);
    return made;
  };
  const plan = (systems: readonly string[], { chunker = CHUNKER, measures = MEASURES }: Setting): Plan =>
    planExperiment(catalog, { systems, measures, cutoff: CUTOFF, chunker });
  const handbook = (): Promise<Dataset> => once(['handbook'], () => materials.loadHandbook(seed));

  return {
    seed,
    rng: own.rng,
    handbook,
    measure: (systems, setting = {}) =>
      once(['measure', systems, setting], async () => {
        const dataset = await handbook();
        const { report } = await runExperiment({
          plan: plan(systems, setting),
          catalog,
          dataset,
          context: own,
          ...(cacheDir === undefined ? {} : { cacheDir }),
          version,
          files: false,
        });
        return report;
      }),
    open: (systems, setting = {}) =>
      once(['open', systems, setting], async () => {
        const dataset = await handbook();
        const planned = plan(systems, setting);
        const { collection, projection } = prepareCollection(dataset, planned.chunker);
        const opened = await openSystems({
          catalog,
          nodes: planned.nodes,
          collection,
          projection,
          synonyms: dataset.synonyms,
          context: own,
          cacheDir,
          timed: (_stage, work) => work(),
        });
        closers.push(() => opened.close());
        const searcher = (label: string): Searcher =>
          opened.searcher(planned.systems.find((system) => system.label === label)!.node);
        const topics = new Map(dataset.topics.map((topic) => [topic.id, topic]));
        return {
          collection,
          searcher,
          topic: (id) => topics.get(id)!,
          answer(topicId) {
            const { span, docId } = dataset.evidence.find((item) => item.topicId === topicId)!;
            const { text } = dataset.documents.find(({ id }) => id === docId)!;
            const [ord] = projection.topics.get(topicId)!.grades.keys();
            return { sentence: text.slice(span!.start, span!.end), chunk: collection.chunks[ord!]! };
          },
          async rank(label, topic) {
            const [ranking] = await searcher(label).search([{ topic, depth: collection.chunks.length }]);
            return ranking!;
          },
          explain: (label, topic, ord) => searcher(label).explain!(topic, ord),
        };
      }),
    example: () => once(['example'], () => computeExample(own, seeds.example)),
    async close() {
      for (const close of closers.reverse()) await close();
    },
  };
}

export function scoresOf(report: Report, system: string, wording: string, split = 'all'): ScoreRow {
  return report.scores.find((row) => row.system === system && row.wording === wording && row.split === split)!;
}

/** Questions found in the top `cutoff`. */
export function hitsOf(report: Report, system: string, wording: string, split = 'all', cutoff = CUTOFF): number {
  return scoresOf(report, system, wording, split).measures[`R@${cutoff}`]!.hits!;
}

export function questionOf(report: Report, id: string): QuestionResult {
  return report.questionResults.find((question) => question.id === id)!;
}
