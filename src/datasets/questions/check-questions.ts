// What a question set is worth as a test: doubles, questions that copy their answer, leaks between splits, missing pairs.
import type { Document, Evidence, Topic } from '../../core/model.ts';
import { compareText } from '../../core/order.ts';
import { articleAnalyzer, stripPlural } from '../../text/article-analyzer.ts';
import type { LocatedQuestions } from './anchor-quotes.ts';
import { isOpen, type PlacedQuestion } from './question-record.ts';

/** Share of words in common from which two questions ask the same. */
const NEAR = 0.8;
/** Of n equal questions there are n² / 2 pairs: so many are told one by one. */
export const MOST_DOUBLES = 1000;
/** Share of a question's content words that its answer holds, from which it counts as a copy. */
const COPIED = 0.8;
/** Mean share from which a set favours keyword search. */
const FLATTERING = 0.6;

export interface Double {
  /** In the order of the file. */
  readonly questions: readonly [string, string];
  /** 1: the same words. */
  readonly similarity: number;
  /** Whether both have the same evidence: if not, one of the two is wrong or vague. */
  readonly isSameEvidence: boolean;
}

export interface CopiedWords {
  readonly question: string;
  readonly wording: string;
  /** Content words of the question that stand in its evidence / all of them. */
  readonly share: number;
}

export interface Leak {
  /** The fact, or the document of the passage. */
  readonly what: string;
  readonly kind: 'fact' | 'passage';
  readonly tuning: readonly string[];
  readonly heldOut: readonly string[];
}

export interface LoneFact {
  readonly fact: string;
  readonly missing: 'same' | 'paraphrase';
  readonly questions: readonly string[];
}

export interface QuestionCheck {
  /** Questions asked: with a text. */
  readonly questions: number;
  readonly open: number;
  readonly drafts: number;
  readonly unanswerable: number;
  /** Distinct things asked about; a question that names none counts by itself. */
  readonly facts: number;
  /** By `wording`, `split`, slice; questions that have none stand under ``. */
  readonly wordings: ReadonlyMap<string, number>;
  readonly splits: ReadonlyMap<string, number>;
  readonly slices: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** The most alike first; no more than `MOST_DOUBLES` of them. */
  readonly doubles: readonly Double[];
  /** How many there are. */
  readonly doublePairs: number;
  /** Each question whose evidence is a passage, the most copied first. */
  readonly copied: readonly CopiedWords[];
  /** Whether the questions that are not said to be in the same words still mostly are. */
  readonly isFlattering: boolean;
  readonly leaks: readonly Leak[];
  readonly lone: readonly LoneFact[];
}

export function checkQuestions(
  records: readonly PlacedQuestion[],
  { topics, evidence }: LocatedQuestions,
  documents: readonly Document[],
): QuestionCheck {
  const evidenceOf = new Map<string, Evidence[]>(topics.map(({ id }) => [id, []]));
  for (const one of evidence) evidenceOf.get(one.topicId)?.push(one);
  const asked = records.filter((record) => !isOpen(record));
  const copied = copiedWords(topics, evidenceOf, documents);
  return {
    questions: topics.length,
    open: records.length - asked.length,
    drafts: asked.filter(({ draft }) => draft === true).length,
    unanswerable: asked.filter((record) => (record.evidence ?? []).length === 0).length,
    facts: new Set(topics.map(factOf)).size,
    wordings: tally(topics.map(({ labels }) => labels.wording ?? '')),
    splits: tally(topics.map(({ labels }) => labels.split ?? '')),
    slices: slicesBySplit(topics),
    ...findDoubles(topics, evidenceOf),
    copied,
    isFlattering: isFlattering(copied),
    leaks: leaks(topics, evidenceOf),
    lone: loneFacts(records.filter((record) => !isOpen(record))),
  };
}

function factOf({ id, labels }: Topic): string {
  return labels.fact === undefined ? `id ${id}` : `fact ${labels.fact}`;
}

function tally(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map([...counts].sort(([a], [b]) => compareText(a, b)));
}

function slicesBySplit(topics: readonly Topic[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const names = [...new Set(topics.flatMap(({ slices }) => slices))].sort(compareText);
  return new Map(
    names.map((name) => [
      name,
      tally(topics.filter(({ slices }) => slices.includes(name)).map(({ labels }) => labels.split ?? '')),
    ]),
  );
}

// --- doubles

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** Questions with the same words, by their places in the file. */
interface Alike {
  readonly words: ReadonlySet<string>;
  readonly members: number[];
}

interface AlikePair {
  readonly groups: readonly [Alike, Alike];
  readonly similarity: number;
}

/**
 * Pairs of questions with nearly the same words (Jaccard). Two sets that are alike share one of their rarest words (Chaudhuri,
 * Ganti and Kaushik 2006, prefix filtering), so that few pairs are compared; those with the same words are compared once.
 */
function findDoubles(
  topics: readonly Topic[],
  evidenceOf: ReadonlyMap<string, readonly Evidence[]>,
): Pick<QuestionCheck, 'doubles' | 'doublePairs'> {
  const groups = groupByWords(topics);
  const counts = tally(groups.flatMap(({ words, members }) => members.flatMap(() => [...words])));
  const seen = new Map<string, Alike[]>();
  let pairs: AlikePair[] = [];
  let doublePairs = 0;
  const add = (pair: AlikePair, size: number): void => {
    doublePairs += size;
    pairs.push(pair);
    if (pairs.length >= 2 * MOST_DOUBLES) pairs = best(pairs);
  };
  for (const group of groups) {
    const { words, members } = group;
    if (words.size === 0) continue;
    const rarest = [...words].sort((a, b) => counts.get(a)! - counts.get(b)! || compareText(a, b));
    const prefix = rarest.slice(0, words.size - Math.ceil(NEAR * words.size) + 1);
    if (members.length > 1) add({ groups: [group, group], similarity: 1 }, (members.length * (members.length - 1)) / 2);
    for (const other of new Set(prefix.flatMap((word) => seen.get(word) ?? []))) {
      const similarity = jaccard(other.words, words);
      if (similarity >= NEAR) add({ groups: [other, group], similarity }, other.members.length * members.length);
    }
    for (const word of prefix) {
      const known = seen.get(word);
      if (known) known.push(group);
      else seen.set(word, [group]);
    }
  }
  const doubles = best(pairs)
    .flatMap(({ groups, similarity }) => firstPairs(groups).map((places) => ({ places, similarity })))
    .sort((a, b) => b.similarity - a.similarity || byPlaces(a.places, b.places))
    .slice(0, MOST_DOUBLES)
    .map(({ places: [n, m], similarity }): Double => {
      const [first, second] = [topics[n]!, topics[m]!];
      const isSameEvidence = places(evidenceOf, first) === places(evidenceOf, second);
      return { questions: [first.id, second.id], similarity, isSameEvidence };
    });
  return { doubles, doublePairs };
}

function groupByWords(topics: readonly Topic[]): Alike[] {
  const groups = new Map<string, Alike>();
  topics.forEach(({ text }, n) => {
    const words = wordSet(text);
    const key = [...words].sort(compareText).join(' ');
    const known = groups.get(key);
    if (known) known.members.push(n);
    else groups.set(key, { words, members: [n] });
  });
  return [...groups.values()];
}

/** As many as can be among the first pairs of questions: each of these stands for one pair at least. */
function best(pairs: readonly AlikePair[]): AlikePair[] {
  return pairs
    .toSorted((a, b) => b.similarity - a.similarity || byPlaces(firstOf(a.groups), firstOf(b.groups)))
    .slice(0, MOST_DOUBLES);
}

type Places = readonly [number, number];

/** By the later question, then by the earlier one. */
function byPlaces([a, b]: Places, [c, d]: Places): number {
  return b - d || a - c;
}

function firstOf([one, other]: AlikePair['groups']): Places {
  const [a, b] = [one.members[0]!, one === other ? one.members[1]! : other.members[0]!];
  return a < b ? [a, b] : [b, a];
}

/** Pairs of a question of the one group with a later or earlier one of the other, in order. */
function firstPairs([one, other]: AlikePair['groups']): Places[] {
  const found: Places[] = [];
  const merged = one === other ? one.members : [...one.members, ...other.members].sort((a, b) => a - b);
  const inOne = new Set(one.members);
  for (const later of merged) {
    const partners = one === other || !inOne.has(later) ? one.members : other.members;
    for (const earlier of partners) {
      if (earlier >= later) break;
      found.push([earlier, later]);
      if (found.length === MOST_DOUBLES) return found;
    }
  }
  return found;
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return common / (a.size + b.size - common);
}

function places(evidenceOf: ReadonlyMap<string, readonly Evidence[]>, { id }: Topic): string {
  return JSON.stringify(evidenceOf.get(id)!.map(placeOf).sort(compareText));
}

function placeOf({ docId, span }: Evidence): string {
  return JSON.stringify([docId, span?.start ?? -1, span?.end ?? -1]);
}

// --- questions in the words of their answer

/** Words that carry meaning, in the singular. The analyzer knows English stop words; others stay. */
function contentWords(text: string): ReadonlySet<string> {
  const words = [...wordSet(text)];
  return new Set(
    words.filter((word) => !/^[a-z0-9]+$/.test(word) || articleAnalyzer.terms(word).length > 0).map(stripPlural),
  );
}

function copiedWords(
  topics: readonly Topic[],
  evidenceOf: ReadonlyMap<string, readonly Evidence[]>,
  documents: readonly Document[],
): CopiedWords[] {
  const texts = new Map(documents.map(({ id, text }) => [id, text]));
  const found: CopiedWords[] = [];
  for (const { id, text, labels } of topics) {
    const gold = evidenceOf.get(id)!.flatMap(({ docId, span, grade }) => {
      // A whole document holds any word.
      return span && grade > 0 ? [texts.get(docId)!.slice(span.start, span.end)] : [];
    });
    const words = contentWords(text);
    if (gold.length === 0 || words.size === 0) continue;
    const held = contentWords(gold.join(' '));
    const common = [...words].filter((word) => held.has(word)).length;
    found.push({ question: id, wording: labels.wording ?? '', share: common / words.size });
  }
  return found.sort((a, b) => b.share - a.share);
}

/** Mean share of copied words; undefined where there is nothing to average. */
export function meanCopied(copied: readonly CopiedWords[], wording?: string): number | undefined {
  const own = wording === undefined ? copied : copied.filter((one) => one.wording === wording);
  if (own.length === 0) return undefined;
  return own.reduce((sum, { share }) => sum + share, 0) / own.length;
}

export function isCopy({ share }: CopiedWords): boolean {
  return share >= COPIED;
}

/** What is labelled as the same words may be; a set of nothing else flatters as well. */
function isFlattering(copied: readonly CopiedWords[]): boolean {
  const others = copied.filter(({ wording }) => wording !== 'same');
  const mean = meanCopied(others.length > 0 ? others : copied);
  return mean !== undefined && mean >= FLATTERING;
}

// --- splits and pairs

function leaks(topics: readonly Topic[], evidenceOf: ReadonlyMap<string, readonly Evidence[]>): Leak[] {
  const found: Leak[] = [];
  const byFact = new Map<string, Topic[]>();
  const byPlace = new Map<string, Topic[]>();
  const add = (map: Map<string, Topic[]>, key: string, topic: Topic): void => {
    const known = map.get(key);
    if (!known) map.set(key, [topic]);
    // Those of one topic come together.
    else if (known.at(-1) !== topic) known.push(topic);
  };
  for (const topic of topics) {
    if (topic.labels.fact !== undefined) add(byFact, topic.labels.fact, topic);
    // Two questions about one whole document need not be about the same thing.
    for (const one of evidenceOf.get(topic.id)!) if (one.span) add(byPlace, placeOf(one), topic);
  }
  const said = new Set<string>();
  const report = (kind: Leak['kind'], what: string, own: readonly Topic[]): void => {
    const tuning = own.filter(({ labels }) => labels.split === 'tuning').map(({ id }) => id);
    const heldOut = own.filter(({ labels }) => labels.split === 'held-out').map(({ id }) => id);
    const key = JSON.stringify([tuning, heldOut]);
    if (tuning.length === 0 || heldOut.length === 0 || said.has(key)) return;
    said.add(key);
    found.push({ what, kind, tuning, heldOut });
  };
  for (const [fact, own] of byFact) report('fact', fact, own);
  for (const [place, own] of byPlace) report('passage', (JSON.parse(place) as [string])[0], own);
  return found;
}

/** Facts that are asked in one wording only, in a set that has both. */
function loneFacts(records: readonly PlacedQuestion[]): LoneFact[] {
  const worded = records.filter(({ wording }) => wording !== undefined);
  if (new Set(worded.map(({ wording }) => wording)).size < 2) return [];
  const byFact = new Map<string, PlacedQuestion[]>();
  for (const record of worded) {
    const fact = record.fact ?? record.id;
    const known = byFact.get(fact);
    if (known) known.push(record);
    else byFact.set(fact, [record]);
  }
  return [...byFact].flatMap(([fact, own]): LoneFact[] => {
    const has = (wording: string) => own.some((record) => record.wording === wording);
    if (has('same') && has('paraphrase')) return [];
    return [{ fact, missing: has('same') ? 'paraphrase' : 'same', questions: own.map(({ id }) => id) }];
  });
}
