// Two or more systems on the same topics: differences, paired tests, intervals, and the topics that flipped.
import {
  type AskedTest,
  COMPARISON_SCHEMA,
  type ComparedPair,
  type ComparedScore,
  type Comparison,
  type Flip,
  type PairedTest,
  type TopicDifference,
} from '../core/comparison.ts';
import { LabError } from '../core/errors.ts';
import { createRng } from '../core/rng.ts';
import { bcaIntervals, resamplesFor } from '../stats/bca.ts';
import { holm } from '../stats/corrections.ts';
import { detectableDifference } from '../stats/detectable-difference.ts';
import { cohenDz } from '../stats/effect-size.ts';
import { mcnemarExact } from '../stats/mcnemar.ts';
import { momentsOf, pairedDifferences } from '../stats/paired-differences.ts';
import { PERMUTATIONS, signFlipTests } from '../stats/sign-flip.ts';
import { pairedT } from '../stats/student-t.ts';
import { wilcoxonSignedRank } from '../stats/wilcoxon.ts';
import { type WinTieLoss, winTieLoss } from '../stats/win-tie-loss.ts';

/** One system's results; everything by topic position. */
export interface SystemResults {
  readonly label: string;
  readonly spec: string | null;
  readonly missing: number;
  readonly unknown: number;
  /** By cutoff k: topics whose ranks k and k + 1 have one score; absent: not known. */
  readonly tied?: Readonly<Record<string, number>>;
  /** By measure, in the order of the request: one value a topic. */
  readonly values: readonly Float64Array[];
  /** Rank of the first relevant document; null: not retrieved. */
  readonly ranks: readonly (number | null)[];
  /** Whether that document matched anything. */
  readonly signal: readonly boolean[];
}

export interface CompareRequest {
  readonly version: string;
  readonly topics: readonly { readonly id: string; readonly text: string | null }[];
  readonly measures: readonly { readonly name: string; readonly better: 'higher' | 'lower' }[];
  readonly systems: readonly SystemResults[];
  /** Positions of the systems to compare, first and second; absent: all of them with each other. */
  readonly pairs?: readonly (readonly [number, number])[];
  readonly cutoff: number;
  readonly test: AskedTest;
  readonly seed: number;
  readonly notes?: readonly string[];
}

const ALPHA = 0.05;
/** Topics shown for each pair and measure that is no hit. */
const LARGEST = 10;

/** One pair on one measure while it is being compared. */
interface Entry {
  readonly measure: number;
  readonly first: SystemResults;
  readonly second: SystemResults;
  readonly differences: Float64Array;
  readonly counts: WinTieLoss;
  /** Every value of both is 0 or 1. */
  readonly hits: boolean;
}

/**
 * Compares systems topic by topic. Equal requests give equal results; identical systems differ by 0 with p = 1.
 * @throws LabError where there is no topic
 */
export function compareSystems(request: CompareRequest): Comparison {
  const { topics, measures, systems, cutoff, test, seed } = request;
  if (topics.length === 0) throw new LabError('data.invalid', { what: 'comparison', problem: 'there are no topics' });
  const together = (request.pairs ?? allPairs(systems.length)).map(
    ([first, second]) => [systems[first]!, systems[second]!] as const,
  );
  const entries = together.flatMap(([first, second]) => measures.map((_, m) => makeEntry(request, m, first, second)));
  const pairs = testEntries(request, entries);
  return {
    schema: COMPARISON_SCHEMA,
    tool: { version: request.version },
    seed,
    permutations: PERMUTATIONS,
    resamples: resamplesFor(topics.length),
    test,
    alpha: ALPHA,
    topics: topics.length,
    cutoff,
    measures: measures.map(({ name }) => name),
    systems: systems.map(({ label, spec, missing, unknown, tied = {} }, i) => ({
      label,
      letter: letterOf(i),
      spec,
      missing,
      unknown,
      tied,
    })),
    scores: scoreRows(request, pairs),
    pairs,
    flips: together.flatMap(([first, second]) => findFlips(request, first, second)),
    differences: entries.flatMap((entry) => (entry.hits ? [] : largestDifferences(request, entry))),
    topicResults: topics.map(({ id, text }, t) => ({
      topic: id,
      text,
      ranks: Object.fromEntries(systems.map(({ label, ranks }) => [label, ranks[t]!])),
      values: Object.fromEntries(
        measures.map(({ name }, m) => [
          name,
          Object.fromEntries(systems.map(({ label, values }) => [label, values[m]![t]!])),
        ]),
      ),
    })),
    notes: request.notes ?? [],
  };
}

function allPairs(systems: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let first = 0; first < systems; first++) {
    for (let second = first + 1; second < systems; second++) pairs.push([first, second]);
  }
  return pairs;
}

/** `a` to `z`, then `aa`, `ab`, ... */
export function letterOf(position: number): string {
  const letter = String.fromCharCode(97 + (position % 26));
  return position < 26 ? letter : letterOf(Math.floor(position / 26) - 1) + letter;
}

function makeEntry({ measures }: CompareRequest, m: number, first: SystemResults, second: SystemResults): Entry {
  const isHit = (value: number): boolean => value === 0 || value === 1;
  const differences = pairedDifferences(first.values[m]!, second.values[m]!);
  return {
    measure: m,
    first,
    second,
    differences,
    counts: winTieLoss(differences, measures[m]!.better === 'lower'),
    hits: first.values[m]!.every(isHit) && second.values[m]!.every(isHit),
  };
}

function testEntries({ measures, topics, test, seed }: CompareRequest, entries: readonly Entry[]): ComparedPair[] {
  const rng = createRng(seed);
  const tests = entries.map(({ hits }): PairedTest => (test === 'sign-flip' && hits ? 'mcnemar' : test));
  const flipped = entries.filter((_, i) => tests[i] === 'sign-flip');
  const flips = new Map(
    signFlipTests(
      flipped.map(({ differences }) => differences),
      rng,
    ).map(({ p }, i) => [flipped[i]!, p]),
  );
  const ps = entries.map((entry, i) => flips.get(entry) ?? pOf(entry, tests[i] as Exclude<PairedTest, 'sign-flip'>));
  const told = ps.filter((p) => p !== null);
  const corrected = holm(told);
  let next = 0;
  const adjusted = ps.map((p) => (p === null ? null : corrected[next++]!));
  const intervals = bcaIntervals(
    entries.map(({ differences }) => differences),
    rng,
  );
  return entries.map(({ measure, first, second, differences, counts }, i) => {
    const { mean, sd } = momentsOf(differences);
    const adjustedP = adjusted[i]!;
    return {
      measure: measures[measure]!.name,
      first: first.label,
      second: second.label,
      n: topics.length,
      firstMean: momentsOf(first.values[measure]!).mean,
      secondMean: momentsOf(second.values[measure]!).mean,
      difference: mean,
      ...intervals[i]!,
      test: tests[i]!,
      p: ps[i]!,
      adjustedP,
      significant: adjustedP !== null && adjustedP <= ALPHA,
      effectSize: cohenDz(differences) ?? null,
      ...counts,
      detectable: sd > 0 ? detectableDifference(sd, topics.length) : null,
    };
  });
}

function pOf({ differences, counts }: Entry, test: Exclude<PairedTest, 'sign-flip'>): number | null {
  if (test === 'mcnemar') return mcnemarExact(counts.wins, counts.losses);
  if (test === 't') return pairedT(differences)?.p ?? null;
  return wilcoxonSignedRank(differences).p;
}

function scoreRows({ measures, systems, topics }: CompareRequest, pairs: readonly ComparedPair[]): ComparedScore[] {
  return measures.flatMap(({ name, better: direction }, m) =>
    systems.map(({ label, values }) => {
      const better = pairs.flatMap(({ measure, first, second, difference, significant }) => {
        if (measure !== name || !significant) return [];
        const [winner, loser] = difference > 0 === (direction === 'higher') ? [second, first] : [first, second];
        return winner === label ? [loser] : [];
      });
      return { measure: name, system: label, n: topics.length, mean: momentsOf(values[m]!).mean, better };
    }),
  );
}

/** Lost topics first, then gained ones; in each, the one that fell (or had stood) lowest first. */
function findFlips({ topics, cutoff }: CompareRequest, first: SystemResults, second: SystemResults): Flip[] {
  const isHit = ({ ranks, signal }: SystemResults, t: number): boolean => signal[t]! && ranks[t]! <= cutoff;
  const sides = { lost: [second, first], gained: [first, second] } as const;
  return (['lost', 'gained'] as const).flatMap((change) => {
    const [misser, hitter] = sides[change];
    return [...topics.keys()]
      .filter((t) => isHit(hitter, t) && !isHit(misser, t))
      .sort((a, b) => depthOf(misser, b) - depthOf(misser, a) || hitter.ranks[a]! - hitter.ranks[b]! || a - b)
      .map((t) => ({ change, ...topicPair(topics, t, first, second) }));
  });
}

/** How low a topic's first relevant document stands; what is not retrieved, or matched nothing, is lowest. */
function depthOf({ ranks, signal }: SystemResults, t: number): number {
  const rank = ranks[t];
  if (rank === null || rank === undefined) return Number.MAX_SAFE_INTEGER;
  return signal[t] ? rank : Number.MAX_SAFE_INTEGER / 2 + rank;
}

function largestDifferences({ topics, measures }: CompareRequest, entry: Entry): TopicDifference[] {
  const { measure, first, second, differences } = entry;
  const { name, better } = measures[measure]!;
  const gain = (t: number): number => (better === 'higher' ? differences[t]! : -differences[t]!);
  const largest = [...topics.keys()]
    .filter((t) => differences[t] !== 0)
    .sort((a, b) => Math.abs(gain(b)) - Math.abs(gain(a)) || a - b)
    .slice(0, LARGEST);
  return [...largest.filter((t) => gain(t) < 0), ...largest.filter((t) => gain(t) > 0)].map((t) => ({
    measure: name,
    ...topicPair(topics, t, first, second),
    firstValue: first.values[measure]![t]!,
    secondValue: second.values[measure]![t]!,
    difference: differences[t]!,
  }));
}

function topicPair(topics: CompareRequest['topics'], t: number, first: SystemResults, second: SystemResults) {
  return {
    first: first.label,
    second: second.label,
    topic: topics[t]!.id,
    firstRank: first.ranks[t]!,
    secondRank: second.ranks[t]!,
    firstSignal: first.signal[t]!,
    secondSignal: second.signal[t]!,
  };
}
