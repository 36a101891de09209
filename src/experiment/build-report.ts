// From rankings to the report: values by topic, rows by slice, pairs, cost, misses and the RESULT line.
import { countWords, estimateTokens } from '../core/collection.ts';
import type { Context, Filter } from '../core/contracts.ts';
import { documentsFingerprint, questionsFingerprint } from '../core/fingerprints.ts';
import { sha256 } from '../core/hash.ts';
import type { Collection, Dataset, Synonyms, Topic } from '../core/model.ts';
import {
  type CostRow,
  type Dedupe,
  type FailedSystem,
  type MeasureValue,
  type Miss,
  type PairedRow,
  type Place,
  type QuestionResult,
  REPORT_SCHEMA,
  type Report,
  type ScoreRow,
  type ShortfallRow,
  type SliceRow,
} from '../core/results.ts';
import { roundNumbers } from '../core/rounding.ts';
import { aggregate } from '../eval/aggregate.ts';
import { judgeEvidence } from '../eval/judge.ts';
import type { ResolvedMeasure } from '../eval/measure-name.ts';
import { type Copies, createNearCopies, type IsNearCopy } from '../eval/near-copies.ts';
import { countPairs } from '../eval/pairs.ts';
import type { Projection } from '../eval/project.ts';
import { listSlices, type NamedSlice, namedSlices } from '../eval/slices.ts';
import { type Bootstrap, createBootstrap } from '../stats/bootstrap.ts';
import { mcnemarExact } from '../stats/mcnemar.ts';
import { wilsonInterval } from '../stats/wilson.ts';
import { evidenceMetLast, type LastNeed, placeAnswer } from './answer-place.ts';
import { describeCopies } from './dedupe.ts';
import { describeMiss } from './miss.ts';
import { blaming, goingOn } from './open-systems.ts';
import type { Plan } from './plan.ts';
import type { SystemRun } from './search-systems.ts';
import { describeFilter } from './shortfall.ts';
import { type Answerability, describeUnanswerable } from './unanswerable.ts';

export interface ReportRequest {
  readonly plan: Plan;
  readonly dataset: Dataset;
  /** Which of the dataset's topics figures are about. */
  readonly topics: Answerability;
  readonly collection: Collection;
  readonly projection: Projection;
  /** Rankings of all topics of the dataset. */
  readonly runs: readonly SystemRun[];
  /** Systems that have none. */
  readonly failed: readonly FailedSystem[];
  readonly copies: Copies;
  readonly dedupe: Dedupe | undefined;
  readonly filter: Filter | undefined;
  readonly shortfalls: readonly ShortfallRow[];
  /** A system whose explanations fail is told as failed, too. */
  readonly keepGoing: boolean;
  readonly depth: number;
  readonly version: string;
  readonly context: Context;
}

/** One system, judged: everything by position among the topics that have evidence. */
interface JudgedRun extends SystemRun {
  /** By measure, in the plan's order: one value a topic. */
  readonly values: readonly Float64Array[];
  /** Best rank at which a need is met, entries without signal included; null beyond depth. */
  readonly ranks: readonly (number | null)[];
  readonly signal: readonly boolean[];
  /** The need that is met last, and where: the rank at which the question is answered whole; null beyond depth. */
  readonly last: readonly LastNeed[];
  /** All needs are met within the headline cutoff, by entries with signal. */
  readonly found: readonly boolean[];
}

export async function buildReport(request: ReportRequest): Promise<Report> {
  const { plan, dataset, collection, projection, depth, filter } = request;
  const topics = request.topics.answerable.map((i) => dataset.topics[i]!);
  const ran = request.runs.map((run) => {
    const rankings = request.topics.answerable.map((i) => run.rankings[i]!);
    return judgeRun({ ...run, rankings }, plan, topics, projection);
  });
  const { judged, misses, failed } = await explainMisses(ran, topics, request);
  const bootstrap = createBootstrap(request.context.rng.stream('bootstrap'));
  const named = namedSlices(topics);
  const whole = request.runs.filter(({ system }) => judged.some((each) => each.system === system));
  const results = questionResults(judged, plan, topics, projection, collection, misses);
  const report: Report = {
    schema: REPORT_SCHEMA,
    tool: { version: request.version },
    seed: dataset.seed,
    corpus: describeCorpus(collection, plan, request),
    questions: describeQuestions(topics, dataset, request),
    synonyms: describeSynonyms(dataset.synonyms),
    systems: plan.systems.map(({ label, spec }) => ({ label, spec })),
    measures: plan.measures.map((measure) => measure.name),
    cutoff: plan.cutoff,
    depth,
    ...(filter && { filter: describeFilter(filter) }),
    ...(failed.length > 0 && { failed }),
    scores: scoreRows(judged, plan, topics, projection, bootstrap),
    ...(named.length > 0 && { slices: sliceRows(judged, plan, topics, named, projection, bootstrap) }),
    paired: pairedRows(judged, plan, topics),
    cost: costRows(judged, plan, collection),
    ...(request.shortfalls.length > 0 && {
      shortfalls: request.shortfalls.filter(({ system }) => judged.some((each) => each.system.label === system)),
    }),
    ...(request.topics.unanswerable.length > 0 && {
      unanswerable: whole.map(({ system, rankings }) => describeUnanswerable(system.label, rankings, request.topics)),
    }),
    questionResults: results,
    misses,
    ...placesOf(results, misses, collection),
    result: '',
  };
  return roundNumbers({ ...report, result: resultLine(report, topics) });
}

/** Each system's misses; one that cannot explain them has failed, where the experiment goes on without it. */
async function explainMisses(ran: readonly JudgedRun[], topics: readonly Topic[], request: ReportRequest) {
  const { context, keepGoing } = request;
  const isNearCopy = createNearCopies(request.collection.chunks.map((chunk) => chunk.text));
  const judged: JudgedRun[] = [];
  const misses: Miss[] = [];
  const failed = [...request.failed];
  for (const run of ran) {
    const { label } = run.system;
    const found = await goingOn(keepGoing, context, label, () =>
      blaming(label, context, () => findMisses(run, topics, isNearCopy, request)),
    );
    if ('problem' in found) failed.push({ system: label, problem: found.problem });
    else {
      judged.push(run);
      misses.push(...found.value);
    }
  }
  const place = new Map(request.plan.systems.map(({ label }, i) => [label, i]));
  failed.sort((a, b) => place.get(a.system)! - place.get(b.system)!);
  return { judged, misses, failed };
}

function judgeRun(run: SystemRun, plan: Plan, topics: readonly Topic[], projection: Projection): JudgedRun {
  const values = plan.measures.map(() => new Float64Array(topics.length));
  const ranks: (number | null)[] = [];
  const signal: boolean[] = [];
  const last: LastNeed[] = [];
  const found: boolean[] = [];
  topics.forEach(({ id }, i) => {
    const ranking = run.rankings[i]!;
    const evidence = projection.topics.get(id)!;
    const judged = judgeEvidence(ranking, evidence);
    plan.measures.forEach((measure, m) => {
      values[m]![i] = measure.evaluate(judged);
    });
    const place = placeAnswer(ranking, evidence, plan.cutoff);
    ranks.push(place.best);
    signal.push(place.best !== null && place.best <= ranking.signal);
    last.push(place.last);
    found.push(place.found);
  });
  return { ...run, values, ranks, signal, last, found };
}

function scoreRows(
  judged: readonly JudgedRun[],
  plan: Plan,
  topics: readonly Topic[],
  projection: Projection,
  bootstrap: Bootstrap,
): ScoreRow[] {
  const slices = listSlices(topics).map((slice) => ({
    ...slice,
    single: isSingle(slice.topicIndexes, topics, projection),
  }));
  return judged.flatMap(({ system, values }) =>
    slices.map(({ wording, split, topicIndexes, single }) => ({
      system: system.label,
      wording,
      split,
      n: topicIndexes.length,
      measures: Object.fromEntries(
        plan.measures.map((measure, m) => {
          const own = Float64Array.from(topicIndexes, (i) => values[m]![i]!);
          return [measure.name, summarise(measure, own, single, bootstrap)];
        }),
      ),
    })),
  );
}

/** The headline measure for each named slice, in every wording. */
function sliceRows(
  judged: readonly JudgedRun[],
  plan: Plan,
  topics: readonly Topic[],
  named: readonly NamedSlice[],
  projection: Projection,
  bootstrap: Bootstrap,
): SliceRow[] {
  const m = plan.measures.findIndex(({ name }) => name === `R@${plan.cutoff}`);
  const measure = plan.measures[m]!;
  return judged.flatMap(({ system, values }) =>
    named.map(({ slice, wording, topicIndexes }) => {
      const single = isSingle(topicIndexes, topics, projection);
      const own = Float64Array.from(topicIndexes, (i) => values[m]![i]!);
      return {
        system: system.label,
        slice,
        wording,
        n: topicIndexes.length,
        measures: { [measure.name]: summarise(measure, own, single, bootstrap) },
      };
    }),
  );
}

/** Whether every question of a slice has at most one need. */
function isSingle(topicIndexes: readonly number[], topics: readonly Topic[], projection: Projection): boolean {
  return topicIndexes.every((i) => projection.topics.get(topics[i]!.id)!.needs.length <= 1);
}

/**
 * The aggregate of one slice's values, with an interval where one is defined. Whether values are counted as hits depends on
 * the questions, never on the values: two systems' rows over one slice are told in the same way.
 * @param single every question of the slice has at most one need, so that what is found of it is 0 or 1
 */
export function summarise(
  { def }: ResolvedMeasure,
  values: Float64Array,
  single: boolean,
  bootstrap: Bootstrap,
): MeasureValue {
  const value = aggregate(def, values);
  if (def.aggregate !== 'mean') return { value };
  if (def.hits === 'always' || (def.hits === 'single-need' && single)) {
    const hits = values.filter((one) => one === 1).length;
    return { value, hits, ...wilsonInterval(hits, values.length) };
  }
  return { value, ...bootstrap.meanInterval(values) };
}

function pairedRows(judged: readonly JudgedRun[], plan: Plan, topics: readonly Topic[]): PairedRow[] {
  return judged.flatMap(({ system, found }) => {
    const counts = countPairs(topics, found);
    const { both, sameOnly, paraphraseOnly, neither } = counts;
    if (both + sameOnly + paraphraseOnly + neither === 0) return [];
    return [{ system: system.label, cutoff: plan.cutoff, ...counts, p: mcnemarExact(sameOnly, paraphraseOnly) }];
  });
}

function costRows(judged: readonly JudgedRun[], plan: Plan, collection: Collection): CostRow[] {
  const whole = corpusTokens(collection);
  return judged.map(({ system, rankings }) => {
    let read = 0;
    for (const { chunks, signal } of rankings) {
      const top = Math.min(signal, plan.cutoff);
      for (let i = 0; i < top; i++) read += collection.chunks[chunks[i]!]!.tokens;
    }
    const tokens = rankings.length > 0 ? read / rankings.length : 0;
    return { system: system.label, cutoff: plan.cutoff, tokens, ratio: tokens > 0 ? whole / tokens : null };
  });
}

function corpusTokens({ chunks }: Collection): number {
  return chunks.reduce((sum, chunk) => sum + chunk.tokens, 0);
}

function questionResults(
  judged: readonly JudgedRun[],
  plan: Plan,
  topics: readonly Topic[],
  projection: Projection,
  collection: Collection,
  misses: readonly Miss[],
): QuestionResult[] {
  const key = (system: string, question: string): string => JSON.stringify([system, question]);
  // Beyond the depth only the miss knows whether the answer matched anything.
  const matched = new Set(misses.flatMap((miss) => (miss.signal ? [key(miss.system, miss.question)] : [])));
  return topics.map(({ id, text, labels, slices }, i) => ({
    id,
    fact: labels.fact ?? '',
    wording: labels.wording ?? '',
    split: labels.split ?? '',
    slices,
    text,
    evidence: [...projection.topics.get(id)!.grades].flatMap(([ord, grade]) =>
      grade > 0 ? [collection.chunks[ord]!.id] : [],
    ),
    ranks: Object.fromEntries(judged.map(({ system, ranks }) => [system.label, ranks[i]!])),
    signal: Object.fromEntries(
      judged.map(({ system, ranks, signal }) => [
        system.label,
        ranks[i] === null ? matched.has(key(system.label, id)) : signal[i]!,
      ]),
    ),
    values: Object.fromEntries(
      judged.map(({ system, values }) => [
        system.label,
        Object.fromEntries(plan.measures.map(({ name }, m) => [name, values[m]![i]!])),
      ]),
    ),
  }));
}

async function findMisses(
  { system, searcher, rankings, last, found }: JudgedRun,
  topics: readonly Topic[],
  isNearCopy: IsNearCopy,
  { plan, collection, projection, filter }: ReportRequest,
): Promise<Miss[]> {
  const misses: Miss[] = [];
  for (const [i, topic] of topics.entries()) {
    if (found[i]) continue;
    const { rank } = last[i]!;
    const evidence = evidenceMetLast(projection.topics.get(topic.id)!, last[i]!);
    misses.push(
      await describeMiss({
        system: system.label,
        topic,
        ranking: rankings[i]!,
        rank,
        evidence,
        splitEvidence: evidence.needs.some((each) => each.split),
        cutoff: plan.cutoff,
        filter,
        collection,
        searcher,
        isNearCopy,
      }),
    );
  }
  return misses;
}

/** Where the chunks stand that the report names, by id; nothing where no more is known of any than its document. */
function placesOf(
  results: readonly QuestionResult[],
  misses: readonly Miss[],
  { chunks, ordOf }: Collection,
): { places?: Record<string, Place> } {
  const named = new Set([...results.flatMap(({ evidence }) => evidence), ...misses.map(({ chunk }) => chunk)]);
  const places = [...named].flatMap((id): [string, Place][] => {
    const ord = ordOf(id);
    if (ord === undefined) return [];
    const { docId, page, path } = chunks[ord]!;
    if (page === undefined && path.length === 0) return [];
    return [[id, { document: docId, ...(page === undefined ? {} : { page }), path }]];
  });
  return places.length > 0 ? { places: Object.fromEntries(places) } : {};
}

function describeCorpus(
  collection: Collection,
  { chunker }: Plan,
  { copies, dedupe }: ReportRequest,
): Report['corpus'] {
  const { documents, chunks } = collection;
  let pages = 0;
  let words = 0;
  let oversized = 0;
  let textTokens = 0;
  for (const document of documents) {
    const numbers = new Set(document.blocks.flatMap((block) => block.page ?? []));
    // A document without page marks is one page.
    pages += Math.max(1, numbers.size);
    words += countWords(document.text);
    textTokens += estimateTokens(document.text);
    oversized += chunker.def.oversized?.(document, chunker.params) ?? 0;
  }
  return {
    name: collection.name,
    documents: documents.length,
    pages,
    words,
    chunks: chunks.length,
    tokens: corpusTokens(collection),
    textTokens,
    chunker: chunker.full,
    oversized,
    duplicates: describeCopies(copies),
    ...(dedupe && { dedupe }),
    fingerprint: documentsFingerprint(collection.documents),
  };
}

function describeQuestions(
  topics: readonly Topic[],
  dataset: Dataset,
  { projection, topics: { unanswerable } }: ReportRequest,
): Report['questions'] {
  const wordings = new Map<string, number>();
  const facts = new Set<string>();
  const splits = new Map<string, number>();
  for (const { id, labels } of topics) {
    const { wording, split, fact = id } = labels;
    if (wording !== undefined) wordings.set(wording, (wordings.get(wording) ?? 0) + 1);
    if (facts.has(fact)) continue;
    facts.add(fact);
    if (split !== undefined) splits.set(split, (splits.get(split) ?? 0) + 1);
  }
  return {
    facts: facts.size,
    total: topics.length,
    unanswerable: unanswerable.length,
    wordings: Object.fromEntries(wordings),
    splits: Object.fromEntries(splits),
    splitEvidence: projection.splitTopics,
    fingerprint: questionsFingerprint(dataset.topics, dataset.evidence),
  };
}

/** The list is no part of corpus or questions: like a parameter, it may be what two reports differ in. */
function describeSynonyms({ groups, expansions }: Synonyms): Report['synonyms'] {
  return { groups: groups.length, fingerprint: sha256([JSON.stringify([groups, expansions && [...expansions]])]) };
}

/** The last line of the terminal report, for scripts: systems in the order given, wordings `same` then `paraphrase`. */
function resultLine(report: Report, topics: readonly Topic[]): string {
  const name = `R@${report.cutoff}`;
  const isWorded = Object.keys(report.questions.wordings).length > 0;
  const slices = listSlices(topics).filter(({ wording, split }) => split === 'all' && (wording !== 'all') === isWorded);
  const cells = report.systems.flatMap(({ label }) =>
    slices.map(({ wording }) => {
      const row = report.scores.find(
        (each) => each.system === label && each.wording === wording && each.split === 'all',
      );
      return `${label}:${wording}:${name}=${row ? shortValue(row, name, isWorded) : 'failed'}`;
    }),
  );
  const seed = report.seed === null ? 'none' : report.seed;
  return [
    'RESULT',
    `seed=${seed}`,
    `chunks=${report.corpus.chunks}`,
    `questions=${report.questions.total}`,
    ...cells,
  ].join(' ');
}

/** Questions found of those asked in one wording; a decimal where there are no wordings, whatever the questions. */
function shortValue({ measures, n }: ScoreRow, name: string, isWorded: boolean): string {
  const { value, hits } = measures[name]!;
  return hits === undefined || !isWorded ? value.toFixed(4) : `${hits}/${n}`;
}
