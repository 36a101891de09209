// Weights of a fusion fitted on tuning topics alone: every weighting of a grid is tried, the held-out topics are looked at once.
import type { FusionTuning, TunedWeights } from '../../core/fusion-tuning.ts';
import type { Qrels, TopicId } from '../../core/model.ts';
import { compareText } from '../../core/order.ts';
import { printParams } from '../../core/spec.ts';
import { aggregate } from '../aggregate.ts';
import { judgeIds } from '../judge.ts';
import type { ResolvedMeasure } from '../measure-name.ts';
import { fusePool, poolOf, type Rankings } from './fuse.ts';
import type { ResolvedFusion } from './resolve-fusion.ts';

export interface TuningRequest {
  readonly fusion: ResolvedFusion;
  readonly runs: readonly { readonly label: string; readonly rankings: Rankings }[];
  readonly qrels: Qrels;
  readonly measure: ResolvedMeasure;
  /** Judged topics; the other judged ones are held out. */
  readonly tuning: ReadonlySet<TopicId>;
  /** Where they come from, for the report. */
  readonly split: string;
  readonly depth?: number;
  /** Told before each topic. */
  readonly progress?: (done: number, total: number) => Promise<void>;
}

/** Grids with more points than this take longer than they are worth. */
const MOST_WEIGHTINGS = 1001;
const STEPS = [20, 10, 5, 4, 2, 1] as const;

/** @returns the fusion with the weights that do best on the tuning topics; of equals, those nearest to equal weights */
export async function tuneWeights(request: TuningRequest): Promise<{ fusion: ResolvedFusion; tuning: FusionTuning }> {
  const { fusion, runs, qrels, measure, split } = request;
  const topics = [...qrels.keys()].sort(compareText);
  const tuning = topics.filter((topicId) => request.tuning.has(topicId));
  const heldOut = topics.filter((topicId) => !request.tuning.has(topicId));
  const { steps, weightings } = weightingsOf(runs.length);
  const tuned = await evaluateAll(request, tuning, weightings, 0, topics.length);

  const sign = measure.def.better === 'higher' ? 1 : -1;
  let best = 0;
  tuned.forEach((value, n) => {
    if (sign * value > sign * tuned[best]!) best = n;
  });
  const alone = runs.map((_, run) => weightings.findIndex((weights) => weights.every((w, n) => w > 0 === (n === run))));
  // Equal weights come first.
  const shown = [best, 0, ...alone];
  const seen = await evaluateAll(
    request,
    heldOut,
    shown.map((n) => weightings[n]!),
    tuning.length,
    topics.length,
  );
  const rows = shown.map(
    (n, i): TunedWeights => ({
      kind: i === 0 ? 'chosen' : i === 1 ? 'equal' : 'alone',
      ...(i > 1 ? { run: runs[i - 2]!.label } : {}),
      weights: weightings[n]!.join(':'),
      tuning: tuned[n]!,
      heldOut: seen[i]!,
    }),
  );
  const nameWith = (weights: string): string =>
    `${fusion.def.name}${printParams(fusion.def.params, { ...fusion.params, weights })}`;
  return {
    fusion: { ...fusion, name: nameWith(best === 0 ? '' : rows[0]!.weights), weights: weightings[best]! },
    tuning: {
      fusion: nameWith(''),
      measure: measure.name,
      runs: runs.map(({ label }) => label),
      split,
      tuningTopics: tuning.length,
      heldOutTopics: heldOut.length,
      weightings: weightings.length,
      steps,
      rows,
    },
  };
}

/** The measure over the topics, for each weighting. */
async function evaluateAll(
  { fusion, runs, qrels, measure, depth, progress }: TuningRequest,
  topics: readonly TopicId[],
  weightings: readonly (readonly number[])[],
  done: number,
  total: number,
): Promise<number[]> {
  const values = weightings.map(() => new Float64Array(topics.length));
  const rankings = runs.map((run) => run.rankings);
  for (const [n, topicId] of topics.entries()) {
    await progress?.(done + n, total);
    const pool = poolOf(topicId, rankings);
    weightings.forEach((weights, i) => {
      const { ids } = fusePool(pool, { ...fusion, weights }, depth);
      values[i]![n] = measure.evaluate(judgeIds(ids, qrels.get(topicId)));
    });
  }
  return values.map((byTopic) => aggregate(measure.def, byTopic));
}

/**
 * Equal weights, then all multiples of 1 / steps that add up to 1, those nearest to equal weights first. The steps are
 * the finest for which there are not too many.
 */
export function weightingsOf(runs: number): {
  readonly steps: number;
  readonly weightings: readonly (readonly number[])[];
} {
  const steps = STEPS.find((each) => combinations(each, runs) <= MOST_WEIGHTINGS) ?? 1;
  const parts: number[][] = [];
  const compose = (begun: readonly number[], left: number): void => {
    if (begun.length === runs - 1) parts.push([...begun, left]);
    else for (let part = 0; part <= left; part++) compose([...begun, part], left - part);
  };
  compose([], steps);
  // The sum is the same for all, so the squares say how far from equal; parts are whole numbers, so all is exact.
  const spread = (weights: readonly number[]): number => weights.reduce((sum, part) => sum + part * part, 0);
  const uneven = parts.filter((weights) => weights.some((part) => part !== weights[0]));
  uneven.sort((a, b) => spread(a) - spread(b));
  const equal = Array.from({ length: runs }, () => 1);
  return { steps, weightings: [equal, ...uneven.map((weights) => weights.map((part) => part / steps))] };
}

/** In how many ways `steps` can be shared out among `runs`: steps + runs - 1 over runs - 1. */
function combinations(steps: number, runs: number): number {
  let ways = 1;
  for (let i = 1; i < runs; i++) ways = (ways * (steps + i)) / i;
  return ways;
}
