// What every measure must do, built-in or plugin.
import type { JudgedRanking, MeasureDef, MeasureParams, Params } from '../core/contracts.ts';
import { createRng, type Rng } from '../core/rng.ts';
import { parseMeasure } from '../core/spec.ts';
import { type ContractCase, demand } from './contract-case.ts';
import { definitionCase, paramsOf } from './definition-case.ts';

export interface MeasureContractOptions {
  /** Parameters that differ from the defaults. */
  readonly params?: Params;
  /** The cutoff of a measure that needs one; 3 unless told otherwise. */
  readonly cutoff?: number;
  /** False for a measure that the best order of a ranking's own entries need not do best by. */
  readonly rewardsOrder?: boolean;
}

/** Rounding of sums that are formed in another order. */
const SLACK = 1e-9;

/** Cases for a test runner: `for (const { name, run } of measureContract(mine)) it(name, run);` */
export function measureContract<P>(
  given: MeasureDef<P>,
  options: MeasureContractOptions = {},
): readonly ContractCase[] {
  const def = given as unknown as MeasureDef;
  const { cutoff = 3, rewardsOrder = true } = options;
  const own = (at: number | undefined): Params & MeasureParams => ({
    rel: 1,
    ...paramsOf(def, options.params ?? {}),
    ...(at === undefined ? {} : { cutoff: at }),
  });
  const variants = (): (Params & MeasureParams)[] => [
    ...(def.cutoff === 'required' ? [] : [own(undefined)]),
    ...(def.cutoff === 'none' ? [] : [own(def.fractional && options.cutoff === undefined ? 0.5 : cutoff)]),
  ];
  const each = (
    name: string,
    check: (judged: JudgedRanking, params: Params & MeasureParams) => void,
  ): ContractCase => ({
    name,
    async run() {
      for (const params of variants()) for (const judged of situations()) check(judged, params);
    },
  });
  const value = (judged: JudgedRanking, params: Params & MeasureParams): number => def.evaluate(judged, params);

  return [
    definitionCase(
      def,
      options.params ?? {},
      () =>
        variants()
          .map((params) => def.check?.(params))
          .find(Boolean),
      parseMeasure,
    ),

    each('gives a number within its range, whatever was found', (judged, params) => {
      const got = value(judged, params);
      const [low, high] = def.range;
      const right = Number.isFinite(got) && got >= low - SLACK && got <= high + SLACK;
      demand(right, () => `${show(judged, params)}: ${got} is not from ${low} to ${high}`);
    }),

    each('gives the same number again, and leaves what it is shown as it was', (judged, params) => {
      const before = show(judged, params);
      const [first, second] = [value(judged, params), value(judged, params)];
      demand(Object.is(first, second), () => `${before}: ${first}, and asked again ${second}`);
      demand(show(judged, params) === before, () => `${before} has been changed to ${show(judged, params)}`);
    }),

    each('counts hits only where it says so', (judged, params) => {
      const countable = def.hits === 'always' || (def.hits === 'single-need' && judged.relevant === 1);
      if (!countable) return;
      const got = value(judged, params);
      demand(got === 0 || got === 1, () => `${show(judged, params)}: ${got}, where it says that it is 0 or 1`);
    }),

    each('does not see what lies beyond the cutoff', (judged, params) => {
      if (params.cutoff === undefined || def.fractional) return;
      const [whole, cut] = [value(judged, params), value(headOf(judged, params.cutoff), params)];
      demand(Math.abs(whole - cut) <= SLACK, () => `${show(judged, params)}: ${whole}, without the rest ${cut}`);
    }),

    ...(rewardsOrder
      ? [
          each('never prefers an order to the best one of the same entries', (judged, params) => {
            const [got, best] = [value(judged, params), value(bestOf(judged, def.ties), params)];
            const right = def.better === 'higher' ? got <= best + SLACK : got >= best - SLACK;
            demand(right, () => `${show(judged, params)}: ${got}, in the best order ${best}`);
          }),
        ]
      : []),

    ...(def.expected
      ? [
          each('expects of a ranking without ties what it is', (judged, params) => {
            const blockEnds = Uint32Array.from(judged.grades, (_, i) => i + 1);
            const [got, expected] = [value(judged, params), def.expected!({ judged, blockEnds }, params)];
            const right = Math.abs(got - expected) <= SLACK;
            demand(right, () => `${show(judged, params)}: ${got}, but ${expected} is expected without any tie`);
          }),
        ]
      : []),
  ];
}

/**
 * @param ranked the grade of each entry, undefined where it is not judged
 * @param missed positive grades of what was not returned
 * @param judgedNonRelevant judged as not relevant, returned or not
 */
function judgedOf(
  ranked: readonly (number | undefined)[],
  missed: readonly number[],
  judgedNonRelevant: number,
): JudgedRanking {
  const found = ranked.flatMap((grade, i) => (grade !== undefined && grade > 0 ? [[i + 1, grade] as const] : []));
  const ideal = [...missed, ...found.map(([, grade]) => grade)].sort((a, b) => b - a);
  return {
    grades: Int32Array.from(ranked, (grade) => grade ?? 0),
    // Below 0 stands what was in the pool and nobody judged.
    judged: Uint8Array.from(ranked, (grade) => Number(grade !== undefined && grade >= 0)),
    ideal: Int32Array.from(ideal),
    relevant: ideal.length,
    judgedNonRelevant,
    creditRanks: Uint32Array.from(found, ([rank]) => rank),
    creditGrades: Int32Array.from(found, ([, grade]) => grade),
  };
}

function entriesOf({ grades, judged }: JudgedRanking): (number | undefined)[] {
  return Array.from(grades, (grade, i) => (judged[i] === 1 || grade < 0 ? grade : undefined));
}

function rebuild(judged: JudgedRanking, ranked: readonly (number | undefined)[]): JudgedRanking {
  const left = [...judged.ideal];
  for (const grade of ranked) if (grade !== undefined && grade > 0) left.splice(left.indexOf(grade), 1);
  return judgedOf(ranked, left, judged.judgedNonRelevant);
}

function headOf(judged: JudgedRanking, length: number): JudgedRanking {
  return rebuild(judged, entriesOf(judged).slice(0, length));
}

/** Higher grades first, or judged entries first where that is what the measure looks at. */
function bestOf(judged: JudgedRanking, by: MeasureDef['ties']): JudgedRanking {
  const keyOf = (grade = -0.5): number => (by === 'judged' ? Number(grade >= 0) : grade);
  return rebuild(
    judged,
    entriesOf(judged).toSorted((a, b) => keyOf(b) - keyOf(a)),
  );
}

function show(judged: JudgedRanking, params: MeasureParams): string {
  const ranked = entriesOf(judged).map((grade) => grade ?? '?');
  return `grades by rank [${ranked.join(', ')}] of [${judged.ideal.join(', ')}], ${JSON.stringify(params)}`;
}

/** New ones each time: a measure that spoils what it is shown spoils it for itself alone. */
function situations(): JudgedRanking[] {
  return [
    judgedOf([], [], 0),
    judgedOf([], [1, 2], 3),
    judgedOf([undefined, undefined], [], 0),
    judgedOf([1], [], 0),
    judgedOf([undefined, 0, 1], [], 1),
    judgedOf([3, 2, 1, 0], [], 1),
    judgedOf([0, 1, 2, 3, undefined, -1], [], 1),
    ...Array.from({ length: 300 }, (_, n) => anyJudged(createRng(404).stream(`contracts/measure/${n}`))),
  ];
}

function anyJudged(draw: Rng): JudgedRanking {
  const entry = (): number | undefined => draw.pick([undefined, undefined, -1, 0, 0, 1, 1, 2, 3]);
  const ranked = Array.from({ length: draw.int(12) }, entry);
  const missed = Array.from({ length: draw.int(4) }, () => 1 + draw.int(3));
  const notRelevant = ranked.filter((grade) => grade === 0).length;
  return judgedOf(ranked, missed, notRelevant + draw.int(4));
}
