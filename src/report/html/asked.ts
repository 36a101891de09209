// What a report and an explanation say of each question, joined: outcomes by system, and which of them other words cost.
import type { ExplainedQuestion, ExplainedSystem, Explanation } from '../../core/explanation.ts';
import type { Miss, QuestionResult, Report } from '../../core/results.ts';

/** One system's outcome for one question. */
export interface Outcome {
  readonly system: string;
  /** The system has no results at all. */
  readonly failed: boolean;
  readonly found: boolean;
  /** Of the answer; of a miss, where the last of what is needed stands. */
  readonly rank: number | null;
  readonly signal: boolean;
  /** Where something that is needed stands first, if that is in the top although the rest is missed. */
  readonly first: number | undefined;
  readonly miss: Miss | undefined;
  readonly explained: ExplainedSystem | undefined;
}

export interface Asked {
  readonly result: QuestionResult;
  readonly explained: ExplainedQuestion | undefined;
  /** In the order of the systems. */
  readonly outcomes: readonly Outcome[];
  /** The same fact in the documents' words, where it is asked so. */
  readonly twin: QuestionResult | undefined;
  /** Systems that find the twin and not this. */
  readonly lostBy: readonly string[];
}

const key = (...parts: readonly string[]): string => JSON.stringify(parts);

export function askedQuestions(report: Report, explanation: Explanation | undefined): Asked[] {
  const misses = new Map(report.misses.map((miss) => [key(miss.question, miss.system), miss]));
  const failed = new Set(report.failed?.map(({ system }) => system));
  const explained = new Map(explanation?.questions.map((question) => [question.id, question]));
  const twins = new Map<string, QuestionResult[]>();
  for (const result of report.questionResults) {
    if (result.wording === 'same') twins.set(result.fact, [...(twins.get(result.fact) ?? []), result]);
  }
  return report.questionResults.map((result) => {
    const same = result.wording === 'paraphrase' ? (twins.get(result.fact) ?? []) : [];
    const why = explained.get(result.id);
    const outcomes = report.systems.map(({ label }): Outcome => {
      const miss = misses.get(key(result.id, label));
      const best = result.signal[label] === true ? (result.ranks[label] ?? null) : null;
      return {
        system: label,
        failed: failed.has(label),
        found: !failed.has(label) && miss === undefined,
        rank: miss ? miss.rank : (result.ranks[label] ?? null),
        signal: miss ? miss.signal : result.signal[label] === true,
        first: miss && best !== null && best <= report.cutoff ? best : undefined,
        miss,
        explained: why?.systems.find(({ system }) => system === label),
      };
    });
    const lostBy = outcomes
      .filter(({ system, miss }) => miss !== undefined && same.some(({ id }) => !misses.has(key(id, system))))
      .map(({ system }) => system);
    return { result, explained: why, outcomes, twin: same[0], lostBy };
  });
}

/** Whether some question needs more than one chunk: recall is a share then, and its values are no hits to be counted. */
export function needsSeveral({ scores }: Report): boolean {
  return scores.some(({ measures }) =>
    Object.entries(measures).some(([name, { hits }]) => /^R@\d+$/.test(name) && hits === undefined),
  );
}

/** Hardest first: lost by the most systems, then deepest; else as in the report. */
export function hardestFirst(asked: readonly Asked[]): Asked[] {
  const depth = ({ outcomes }: Asked): number =>
    outcomes.reduce(
      (sum, { rank, signal, failed }) => sum + (failed ? 0 : signal && rank !== null ? Math.log(rank) : 20),
      0,
    );
  return asked
    .map((each, place) => ({ each, place, lost: each.lostBy.length, depth: depth(each) }))
    .sort((a, b) => b.lost - a.lost || b.depth - a.depth || a.place - b.place)
    .map(({ each }) => each);
}

/** What is worth opening where not all can be shown: what other words cost, then other misses, then what was found. */
export function worthFirst(asked: readonly Asked[]): Asked[] {
  const worth = ({ lostBy, outcomes }: Asked): number =>
    lostBy.length > 0 ? 0 : outcomes.some(({ miss }) => miss) ? 1 : 2;
  return asked
    .map((each, place) => ({ each, place, worth: worth(each) }))
    .sort((a, b) => a.worth - b.worth || a.place - b.place)
    .map(({ each }) => each);
}

/** Questions without wordings or splits have an empty one, or "all". */
export const isLabel = (label: string): boolean => label !== '' && label !== 'all';

/** `155`, `104*` where nothing matched, `>100` beyond the depth. */
export function rankText({ rank, signal, miss }: Outcome, { depth }: Report): string {
  if (rank === null) return miss?.diagnosis === 'filtered' ? '–' : `>${depth}`;
  return `${rank}${signal ? '' : '*'}`;
}
