// Why each system ranked the evidence where it did, from searchers that are still open and the rankings they gave.
import type { Context, Filter, Searcher, TermWeight } from '../core/contracts.ts';
import type {
  Bridge,
  ExplainedChunk,
  ExplainedQuestion,
  ExplainedSystem,
  Explanation,
  QueryWord,
  ScoreAnatomy,
  ShownChunk,
  TieBlock,
} from '../core/explanation.ts';
import type { ChunkOrd, Collection, Dataset, Evidence, Ranking, Topic, TopicId } from '../core/model.ts';
import { compareText } from '../core/order.ts';
import type { FailedSystem } from '../core/results.ts';
import { createNearCopies, type IsNearCopy } from '../eval/near-copies.ts';
import type { Projection, TopicEvidence } from '../eval/project.ts';
import { remedies } from '../eval/remedies.ts';
import { type AnswerPlace, evidenceMetLast, placeAnswer } from './answer-place.ts';
import { CANDIDATES, describeMiss, tieBounds } from './miss.ts';
import { blaming, goingOn, yieldAndStop } from './open-systems.ts';
import type { Plan } from './plan.ts';
import type { SystemRun } from './search-systems.ts';
import { bestSynonym } from './synonym-hint.ts';

/** Chunks shown besides the answer, unless told otherwise. */
const ABOVE = 3;

export interface ExplainOptions {
  /** Ids of the questions to explain; all unless given. */
  readonly questions?: readonly TopicId[];
  /** How many of the top chunks are shown besides the answer. */
  readonly above?: number;
  /** What one synonym would do; costs up to 40 searches for each miss of a lexical system. */
  readonly hints?: boolean;
  /** Leaves out what was found: systems that have the answer in their top, and questions that all of them have. */
  readonly onlyMisses?: boolean;
}

export interface ExplainRequest extends ExplainOptions {
  readonly plan: Plan;
  readonly dataset: Dataset;
  readonly collection: Collection;
  readonly projection: Projection;
  readonly filter: Filter | undefined;
  readonly depth: number;
  /** With their searchers still open. */
  readonly runs: readonly SystemRun[];
  readonly failed: readonly FailedSystem[];
  /** A system whose explanations fail is told as failed. */
  readonly keepGoing?: boolean;
  readonly context: Context;
}

export async function explainQuestions(request: ExplainRequest): Promise<Explanation> {
  const { plan, dataset, collection, runs, context, filter, depth } = request;
  const explainer = createExplainer(request);
  const asked = request.questions && new Set(request.questions);
  const positions = dataset.topics.flatMap(({ id }, i) => (asked && !asked.has(id) ? [] : [i]));
  const failed = [...request.failed];
  const bySystem: ReadonlyMap<number, ExplainedSystem>[] = [];
  const systems: { label: string; spec: string }[] = [];
  for (const run of runs) {
    const { label, spec } = run.system;
    const stage = `explain ${label}`;
    context.progress.report({ kind: 'stage-began', stage, total: positions.length });
    const told = await goingOn(request.keepGoing, context, label, () =>
      blaming(label, context, async () => {
        const own = new Map<number, ExplainedSystem>();
        for (const [done, i] of positions.entries()) {
          await yieldAndStop(context);
          const system = await explainer.explain(run, i);
          if (system) own.set(i, system);
          context.progress.report({ kind: 'stage-advanced', stage, done: done + 1, total: positions.length });
        }
        return own;
      }),
    );
    context.progress.report({ kind: 'stage-ended', stage });
    if ('problem' in told) failed.push({ system: label, problem: told.problem });
    else {
      bySystem.push(told.value);
      systems.push({ label, spec });
    }
  }
  const questions = positions.flatMap((i): ExplainedQuestion[] => {
    const systems = bySystem.flatMap((own) => own.get(i) ?? []);
    if (systems.length === 0 && request.onlyMisses === true) return [];
    return [explainer.question(i, systems)];
  });
  return {
    corpus: { name: collection.name, documents: collection.documents.length, chunks: collection.chunks.length },
    cutoff: plan.cutoff,
    depth,
    systems,
    ...(filter && { filter: filter.text }),
    ...(failed.length > 0 && { failed }),
    remedies,
    questions,
    chunks: shownChunks(questions, collection),
  };
}

interface Explainer {
  /** Undefined where it is left out, being no miss. */
  explain(run: SystemRun, position: number): Promise<ExplainedSystem | undefined>;
  question(position: number, systems: readonly ExplainedSystem[]): ExplainedQuestion;
}

function createExplainer(request: ExplainRequest): Explainer {
  const { plan, dataset, collection, projection, filter, runs } = request;
  const isNearCopy = createNearCopies(collection.chunks.map((chunk) => chunk.text));
  const gold = goldByTopic(dataset);
  const documents = new Map(dataset.documents.map(({ id, text }) => [id, text]));
  const evidenceOf = ({ id }: Topic): TopicEvidence => projection.topics.get(id)!;
  const describedEvidence = (topic: Topic) =>
    describeEvidence(gold.get(topic.id) ?? [], documents, evidenceOf(topic), collection);
  const places = runs.map(({ rankings }) =>
    dataset.topics.map((topic, i) => placeAnswer(rankings[i]!, evidenceOf(topic), plan.cutoff)),
  );

  return {
    async explain(run, position) {
      const topic = dataset.topics[position]!;
      const ranking = run.rankings[position]!;
      const { searcher, system } = run;
      const own = runs.indexOf(run);
      const place = places[own]![position]!;
      if (request.onlyMisses === true && (place.found || evidenceOf(topic).needs.length === 0)) return undefined;
      const answer = await findAnswer(run, topic, ranking, place, request, isNearCopy);
      const anatomyOf = (ord: ChunkOrd) =>
        searcher.anatomy?.(topic, ord, filter) ?? ownWords(searcher, topic, ord, filter);
      const shown = async (ord: ChunkOrd, rank: number | null, signal: boolean): Promise<ExplainedChunk> => {
        const anatomy = await anatomyOf(ord);
        return {
          chunk: collection.chunks[ord]!.id,
          rank,
          signal,
          score: rank === null ? null : ranking.scores[rank - 1]!,
          ...(anatomy && { anatomy }),
        };
      };
      const above: ExplainedChunk[] = [];
      for (let i = 0; i < ranking.signal && above.length < (request.above ?? ABOVE); i++) {
        const ord = ranking.chunks[i]!;
        if (ord !== answer?.ord) above.push(await shown(ord, i + 1, true));
      }
      const rank = place.last.rank;
      const explained = answer?.ord === undefined ? undefined : await shown(answer.ord, rank, answer.signal);
      const scoreAtCutoff = ranking.scores[plan.cutoff - 1] ?? null;
      const chunk = answer?.ord === undefined ? undefined : collection.chunks[answer.ord]!;
      const quotes = describedEvidence(topic).flatMap(({ quote }) => (quote === '' ? [] : [quote]));
      const texts = quotes.length > 0 ? quotes : chunk ? [chunk.text] : [];
      const reading = searcher.reading?.(topic);
      const hint =
        request.hints === true && reading && chunk && !place.found && system.node.inputs.length === 0
          ? await bestSynonym({
              searcher,
              topic,
              reading,
              texts,
              chunk,
              rank: answer!.signal ? rank : null,
              depth: rank ?? request.depth,
              filter,
            })
          : undefined;
      const tie = rank === null ? undefined : tieBlockAt(ranking, rank);
      return {
        system: system.label,
        spec: system.spec,
        ...(reading && { reading }),
        ...(reading && texts.length > 0 && commonGround(searcher, topic, reading, texts)),
        ...(explained && { answer: explained }),
        found: place.found,
        scoreAtCutoff,
        gap: explained?.score == null || scoreAtCutoff === null ? null : scoreAtCutoff - explained.score,
        ...(tie && { tie }),
        above,
        outrankedBy: answer ? (rank === null ? ranking.chunks.length : rank - 1) : 0,
        lead: explained ? leadOver(explained, above) : [],
        inCandidates: explained?.signal === true && rank !== null && rank <= CANDIDATES,
        reachedBy: runs.flatMap((other, n) => (n !== own && places[n]![position]!.found ? [other.system.label] : [])),
        ...(hint && { hint }),
        ...(answer?.diagnosis && { diagnosis: answer.diagnosis }),
      };
    },

    question(position, systems) {
      const topic = dataset.topics[position]!;
      const { labels, slices, answer } = topic;
      return {
        id: topic.id,
        text: topic.text,
        wording: labels.wording ?? '',
        split: labels.split ?? '',
        slices,
        ...(answer === undefined ? {} : { answer }),
        evidence: describedEvidence(topic),
        systems,
      };
    },
  };
}

interface Answer {
  /** Undefined where no chunk holds any of it. */
  readonly ord: ChunkOrd | undefined;
  readonly signal: boolean;
  /** Only of a miss. */
  readonly diagnosis?: ExplainedSystem['diagnosis'];
}

/** The chunk that a miss speaks of, and why it was one; of a found answer, the one that completes it. */
async function findAnswer(
  run: SystemRun,
  topic: Topic,
  ranking: Ranking,
  { last, found }: AnswerPlace,
  { collection, projection, filter, plan }: ExplainRequest,
  isNearCopy: IsNearCopy,
): Promise<Answer | undefined> {
  const whole = projection.topics.get(topic.id)!;
  if (whole.needs.length === 0) return undefined;
  if (found) return { ord: ranking.chunks[last.rank! - 1]!, signal: true };
  const evidence = evidenceMetLast(whole, last);
  const { chunk, signal, diagnosis } = await describeMiss({
    system: run.system.label,
    topic,
    ranking,
    rank: last.rank,
    evidence,
    splitEvidence: evidence.needs.some((need) => need.split),
    cutoff: plan.cutoff,
    filter,
    collection,
    searcher: run.searcher,
    isNearCopy,
  });
  return { ord: collection.ordOf(chunk), signal, diagnosis };
}

/** Of a system that explains itself, but not in full. */
async function ownWords(
  searcher: Searcher,
  topic: Topic,
  ord: ChunkOrd,
  filter: Filter | undefined,
): Promise<ScoreAnatomy | undefined> {
  const parts = await searcher.explain?.(topic, ord, filter);
  return parts && parts.length > 0 ? { kind: 'parts', parts } : undefined;
}

function tieBlockAt({ scores }: Ranking, rank: number): TieBlock | undefined {
  const { from, to } = tieBounds(scores, rank - 1);
  if (from === to) return undefined;
  return { size: to - from + 1, first: from + 1, last: to + 1, expectedRank: (from + to) / 2 + 1 };
}

/** What question and answer have in common as a system reads both, and what synonyms add to that. */
function commonGround(
  searcher: Searcher,
  topic: Topic,
  reading: readonly QueryWord[],
  texts: readonly string[],
): Pick<ExplainedSystem, 'shared' | 'bridged'> {
  const there = termsOf(searcher, topic, texts);
  const shared = [...new Set(reading.flatMap(({ terms }) => terms))].filter((term) => there.has(term));
  const bridges = new Map<string, Bridge>();
  for (const { word, added } of reading) {
    for (const term of added) {
      if (there.has(term) && !shared.includes(term))
        bridges.set(JSON.stringify([word.toLowerCase(), term]), { word, term });
    }
  }
  return { shared, ...(bridges.size > 0 && { bridged: [...bridges.values()] }) };
}

/** The terms of any text, as a system reads it. */
function termsOf(searcher: Searcher, topic: Topic, texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => searcher.reading!({ ...topic, text }).flatMap(({ terms }) => terms)));
}

/** By how much each term or list weighs more in the chunks above the answer than in it, summed over them. */
function leadOver(answer: ExplainedChunk, above: readonly ExplainedChunk[]): readonly TermWeight[] {
  const higher = above.filter(({ rank }) => answer.rank === null || rank! < answer.rank);
  const there = weightsOf(answer.anatomy);
  // Nothing matched in the answer: what is above leads by all that it has.
  const own = there ?? (answer.signal ? undefined : new Map<string, number>());
  if (!own) return [];
  const lead = new Map<string, number>();
  for (const { anatomy } of higher) {
    const weights = weightsOf(anatomy);
    if (!weights) return [];
    for (const term of new Set([...weights.keys(), ...own.keys()])) {
      lead.set(term, (lead.get(term) ?? 0) + (weights.get(term) ?? 0) - (own.get(term) ?? 0));
    }
  }
  return [...lead]
    .filter(([, weight]) => weight !== 0)
    .map(([term, weight]) => ({ term, weight }))
    .sort((a, b) => b.weight - a.weight || compareText(a.term, b.term));
}

/** By term or list; undefined where parts do not sum to a score. */
function weightsOf(anatomy: ScoreAnatomy | undefined): ReadonlyMap<string, number> | undefined {
  if (anatomy?.kind === 'terms') return new Map(anatomy.parts.map(({ term, weight }) => [term, weight]));
  if (anatomy?.kind === 'lists') return new Map(anatomy.votes.map(({ list, vote }) => [list, vote]));
  return undefined;
}

/** What counts as the answer, with its span where it has one. */
type Gold = ReadonlyMap<TopicId, readonly Evidence[]>;

function goldByTopic({ evidence }: Dataset): Gold {
  const gold = new Map<TopicId, Evidence[]>();
  for (const item of evidence) {
    if (item.grade <= 0) continue;
    const items = gold.get(item.topicId);
    if (items) items.push(item);
    else gold.set(item.topicId, [item]);
  }
  return gold;
}

function describeEvidence(
  items: readonly Evidence[],
  texts: ReadonlyMap<string, string>,
  { grades }: TopicEvidence,
  { chunks }: Collection,
): ExplainedQuestion['evidence'] {
  const carriers = [...grades].filter(([, grade]) => grade > 0).map(([ord]) => chunks[ord]!);
  return items.map(({ docId, span }) => ({
    document: docId,
    quote: span ? (texts.get(docId) ?? '').slice(span.start, span.end) : '',
    chunks: carriers
      .filter(
        (chunk) => chunk.docId === docId && (!span || (chunk.span.start < span.end && chunk.span.end > span.start)),
      )
      .map(({ id }) => id),
  }));
}

function shownChunks(
  questions: readonly ExplainedQuestion[],
  { chunks, ordOf }: Collection,
): Record<string, ShownChunk> {
  const named = new Set(
    questions.flatMap(({ evidence, systems }) => [
      ...evidence.flatMap((item) => item.chunks),
      ...systems.flatMap(({ answer, above }) => [
        ...(answer ? [answer.chunk] : []),
        ...above.map(({ chunk }) => chunk),
      ]),
    ]),
  );
  const shown = [...named].sort(compareText).map((id): [string, ShownChunk] => {
    const { docId, page, path, text, tokens } = chunks[ordOf(id)!]!;
    return [id, { document: docId, ...(page === undefined ? {} : { page }), path, text, tokens }];
  });
  return Object.fromEntries(shown);
}
