// Ties: what a value is on average over all orders of tied documents, and in the best and the worst of them.
import type { JudgedRanking } from '../core/contracts.ts';
import { createRng, type Rng } from '../core/rng.ts';
import type { JudgedTopic } from './judged-topic.ts';
import type { ResolvedMeasure } from './measure-name.ts';
import { cutRanking, judgedOnly, judgedScores } from './narrow-ranking.ts';

/** One topic's value over all orders of its tied documents. */
export interface TieValue {
  /** The mean: what an arbitrary order gives. */
  readonly expected: number;
  readonly best: number;
  readonly worst: number;
  /** False where orders were drawn, since there are too many to go through and no formula is known. */
  readonly exact: boolean;
}

export interface TieOptions {
  /** Only so many entries are measured; every order of the whole ranking is cut there. */
  readonly depth?: number;
  readonly judgedOnly?: boolean;
  /** For the orders that are drawn; the topic and the measure name the stream. */
  readonly seed?: number;
}

/** At most so many orders are gone through one by one. */
const MOST_ORDERS = 5000;
/** So many are drawn where there are more. */
const DRAWN_ORDERS = 500;

/** Whether the entries at ranks k and k + 1 have one score, so that chance settles which is in the top k. */
export function isTiedAt(scores: Float64Array, k: number): boolean {
  return k < scores.length && scores[k - 1] === scores[k];
}

/** Whether any two entries have one score. */
export function hasTies(scores: Float64Array): boolean {
  for (let i = 1; i < scores.length; i++) if (scores[i] === scores[i - 1]) return true;
  return false;
}

/** The rank of the last entry of each block of equal scores, ascending. */
export function blockEndsOf(scores: Float64Array): Uint32Array {
  let blocks = 0;
  for (let i = 1; i <= scores.length; i++) if (i === scores.length || scores[i] !== scores[i - 1]) blocks++;
  const ends = new Uint32Array(blocks);
  let block = 0;
  for (let i = 1; i <= scores.length; i++) {
    if (i === scores.length || scores[i] !== scores[i - 1]) ends[block++] = i;
  }
  return ends;
}

/**
 * Exact in closed form for P, R, Success, CE, RR, AP, nDCG, RBP, Rprec, Bpref, binG and the judgment rates, whatever the
 * blocks; for the others exact while there are at most `MOST_ORDERS` orders, else from `DRAWN_ORDERS` seeded ones. Best
 * and worst order are those by grade, where a measure says that these are the best and the worst.
 */
export function tieValue(measure: ResolvedMeasure, topic: JudgedTopic, options: TieOptions = {}): TieValue {
  const { depth = Infinity, seed = 0 } = options;
  const { def, params } = measure;
  const own = params.judged_only === true || options.judgedOnly === true;
  const narrow = (judged: JudgedRanking): JudgedRanking => {
    const cut = cutRanking(judged, depth);
    return own ? judgedOnly(cut) : cut;
  };
  const evaluate = (judged: JudgedRanking): number => def.evaluate(narrow(judged), params);
  if (!hasTies(topic.scores)) return settled(evaluate(topic.judged));

  const seen = def.fractional ? Infinity : (params.cutoff ?? Infinity);
  const rng = (): Rng => createRng(seed).stream(topic.topicId).stream(measure.name);
  // Gains of one's own need not grow with the grade, which is what the rule and the depth of the cut rest on.
  const ordered = def.ties !== undefined && (params.gains ?? 'none') === 'none' ? def.ties : undefined;
  if (isTiedAt(topic.scores, depth)) {
    const blockEnds = blockEndsOf(topic.scores);
    // What comes after a cutoff matters where unjudged entries before it are taken out.
    return overOrders(measure, topic.judged, blockEnds, own ? Infinity : seen, evaluate, undefined, rng);
  }
  const { judged, blockEnds, sorted } = prepare(topic, depth, own);
  const measured = (order: JudgedRanking): number => def.evaluate(order, params);
  if (ordered === 'free') return settled(measured(judged));
  const extremes = ordered && { best: measured(sorted(ordered, 1)), worst: measured(sorted(ordered, -1)) };
  if (def.expected) {
    const expected = def.expected({ judged, blockEnds }, params);
    if (extremes) return { expected, ...extremes, exact: true };
  }
  return overOrders(measure, judged, blockEnds, seen, measured, extremes, rng);
}

function settled(value: number): TieValue {
  return { expected: value, best: value, worst: value, exact: true };
}

interface Extremes {
  readonly best: number;
  readonly worst: number;
}

/** A topic as all measures see it that are cut and narrowed alike. */
interface Prepared {
  readonly judged: JudgedRanking;
  readonly blockEnds: Uint32Array;
  /** Every block by what counts, highest first (direction 1) or lowest first (-1). */
  sorted(by: 'grade' | 'judged', direction: 1 | -1): JudgedRanking;
}

/** By topic, then by what was done to it: many measures ask for the same. */
const preparations = new WeakMap<JudgedTopic, Map<string, Prepared>>();

function prepare(topic: JudgedTopic, depth: number, own: boolean): Prepared {
  let known = preparations.get(topic);
  if (!known) {
    known = new Map();
    preparations.set(topic, known);
  }
  const key = `${depth} ${own}`;
  let prepared = known.get(key);
  if (!prepared) {
    const cut = cutRanking(topic.judged, depth);
    const scores = topic.scores.subarray(0, cut.grades.length);
    const judged = own ? judgedOnly(cut) : cut;
    const blockEnds = blockEndsOf(own ? judgedScores(scores, cut.judged) : scores);
    const orders = new Map<string, JudgedRanking>();
    prepared = {
      judged,
      blockEnds,
      sorted(by, direction) {
        const order = orders.get(`${by} ${direction}`) ?? sortBlocks(judged, blockEnds, by, direction);
        orders.set(`${by} ${direction}`, order);
        return order;
      },
    };
    known.set(key, prepared);
  }
  return prepared;
}

function sortBlocks(
  judged: JudgedRanking,
  blockEnds: Uint32Array,
  by: 'grade' | 'judged',
  direction: 1 | -1,
): JudgedRanking {
  const key = by === 'judged' ? judged.judged : judged.grades;
  const order = inPlace(key.length);
  const before = (a: number, b: number): number => direction * (Math.max(key[b]!, 0) - Math.max(key[a]!, 0)) || a - b;
  let start = 0;
  for (const end of blockEnds) {
    if (end - start > 1) order.subarray(start, end).sort(before);
    start = end;
  }
  return reordered(judged, order);
}

function inPlace(length: number): Uint32Array {
  const order = new Uint32Array(length);
  for (let i = 0; i < length; i++) order[i] = i;
  return order;
}

/** The ranking with entry `order[i]` at rank i + 1. */
function reordered(judged: JudgedRanking, order: Uint32Array): JudgedRanking {
  const grades = new Int32Array(order.length);
  const isJudged = new Uint8Array(order.length);
  const creditRanks = new Uint32Array(judged.creditRanks.length);
  const creditGrades = new Int32Array(creditRanks.length);
  let credit = 0;
  for (let i = 0; i < order.length; i++) {
    const grade = judged.grades[order[i]!]!;
    grades[i] = grade;
    isJudged[i] = judged.judged[order[i]!]!;
    if (grade <= 0) continue;
    creditRanks[credit] = i + 1;
    creditGrades[credit++] = grade;
  }
  return { ...judged, grades, judged: isJudged, creditRanks, creditGrades };
}

function overOrders(
  { def }: ResolvedMeasure,
  judged: JudgedRanking,
  blockEnds: Uint32Array,
  seen: number,
  evaluate: (judged: JudgedRanking) => number,
  extremes: Extremes | undefined,
  rng: () => Rng,
): TieValue {
  let low = Infinity;
  let high = -Infinity;
  let sum = 0;
  let orders = 0;
  const look = (order: Uint32Array): void => {
    const value = evaluate(reordered(judged, order));
    low = Math.min(low, value);
    high = Math.max(high, value);
    sum += value;
    orders++;
  };
  // Blocks that begin beyond what the measure sees may stand in any order.
  const blocks = blocksOf(blockEnds).filter(({ start, end }) => end - start > 1 && start < seen);
  const exact = countOrders(judged, blocks) <= MOST_ORDERS;
  const order = inPlace(judged.grades.length);
  if (exact) goThrough(judged, blocks, order, look);
  else draw(blocks, order, rng(), look);
  const expected = sum / orders;
  if (extremes) return { expected, ...extremes, exact };
  return def.better === 'higher'
    ? { expected, best: high, worst: low, exact }
    : { expected, best: low, worst: high, exact };
}

interface Block {
  readonly start: number;
  readonly end: number;
}

function blocksOf(blockEnds: Uint32Array): Block[] {
  return Array.from(blockEnds, (end, i) => ({ start: i === 0 ? 0 : blockEnds[i - 1]!, end }));
}

/** Entries that no measure tells apart are of one kind: orders that only swap those are the same order. */
function kindOf({ grades, judged }: JudgedRanking, i: number): number {
  return 2 * Math.max(grades[i]!, -1) + judged[i]!;
}

/** Orders that differ: the product of the blocks' multinomials; Infinity once that is beyond all bounds. */
function countOrders(judged: JudgedRanking, blocks: readonly Block[]): number {
  let orders = 1;
  for (const { start, end } of blocks) {
    const counts = new Map<number, number>();
    for (let i = start; i < end; i++) {
      const kind = kindOf(judged, i);
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      orders *= (i - start + 1) / count;
    }
    if (orders > 1e9) return Infinity;
  }
  return Math.round(orders);
}

function goThrough(
  judged: JudgedRanking,
  blocks: readonly Block[],
  order: Uint32Array,
  look: (order: Uint32Array) => void,
): void {
  // Entry by entry of each block: every kind that is left takes the place in turn.
  const fill = (b: number): void => {
    const block = blocks[b];
    if (!block) {
      look(order);
      return;
    }
    const kinds = new Map<number, number[]>();
    for (let i = block.start; i < block.end; i++) {
      const kind = kindOf(judged, i);
      const members = kinds.get(kind);
      if (members) members.push(i);
      else kinds.set(kind, [i]);
    }
    const place = (at: number): void => {
      if (at === block.end) {
        fill(b + 1);
        return;
      }
      for (const members of kinds.values()) {
        const member = members.pop();
        if (member === undefined) continue;
        order[at] = member;
        place(at + 1);
        members.push(member);
      }
    };
    place(block.start);
  };
  fill(0);
}

function draw(blocks: readonly Block[], order: Uint32Array, rng: Rng, look: (order: Uint32Array) => void): void {
  for (let n = 0; n < DRAWN_ORDERS; n++) {
    for (const { start, end } of blocks) {
      for (let i = end - 1; i > start; i--) {
        const j = start + rng.int(i - start + 1);
        const moved = order[i]!;
        order[i] = order[j]!;
        order[j] = moved;
      }
    }
    look(order);
  }
}
