// All misses of an explanation by system and diagnosis, and what each remedy could win of them.
import type { ExplainedSystem, Explanation } from '../core/explanation.ts';
import type { Diagnosis } from '../core/results.ts';

/** Of a number of misses, those that a remedy could turn into hits; one miss may count under several. */
export interface Winnable {
  readonly misses: number;
  /** Twice the cutoff reaches them. */
  readonly largerK: number;
  /** Among the first 50 with signal. */
  readonly reranker: number;
  /** Another system of the run has them in its top. */
  readonly otherSystem: number;
  /** One synonym lifts them into the top; null where none was tried (dense, fusions). */
  readonly synonym: number | null;
  /** None of these. */
  readonly none: number;
}

export interface MissGroup extends Winnable {
  readonly diagnosis: Diagnosis;
  /** Ids. */
  readonly questions: readonly string[];
}

export interface SystemMisses {
  readonly system: string;
  readonly spec: string;
  readonly total: Winnable;
  /** In the order of diagnoses; those that occur. */
  readonly groups: readonly MissGroup[];
}

/** By system, in their order; one without a miss has no group. */
export function groupMisses(explanation: Explanation): readonly SystemMisses[] {
  return explanation.systems.map(({ label, spec }) => {
    const misses = explanation.questions.flatMap(({ id, systems }) =>
      systems.filter(({ system, diagnosis }) => system === label && diagnosis).map((system) => ({ id, system })),
    );
    const won = (some: typeof misses): Winnable =>
      winnable(
        some.map(({ system }) => system),
        explanation,
      );
    const groups = explanation.remedies.flatMap(({ diagnosis }): MissGroup[] => {
      const own = misses.filter(({ system }) => system.diagnosis === diagnosis);
      return own.length === 0 ? [] : [{ diagnosis, ...won(own), questions: own.map(({ id }) => id) }];
    });
    return { system: label, spec, total: won(misses), groups };
  });
}

function winnable(misses: readonly ExplainedSystem[], { cutoff }: Explanation): Winnable {
  const wins = {
    largerK: ({ answer }: ExplainedSystem) =>
      answer?.signal === true && answer.rank !== null && answer.rank <= 2 * cutoff,
    reranker: ({ inCandidates }: ExplainedSystem) => inCandidates,
    otherSystem: ({ reachedBy }: ExplainedSystem) => reachedBy.length > 0,
    synonym: ({ hint }: ExplainedSystem) => hint !== undefined && hint.rank <= cutoff,
  };
  const count = (won: (miss: ExplainedSystem) => boolean): number => misses.filter(won).length;
  const isTried = misses.some(({ reading, answer }) => reading !== undefined && answer?.anatomy?.kind !== 'lists');
  return {
    misses: misses.length,
    largerK: count(wins.largerK),
    reranker: count(wins.reranker),
    otherSystem: count(wins.otherSystem),
    synonym: isTried ? count(wins.synonym) : null,
    none: count((miss) => !Object.values(wins).some((won) => won(miss))),
  };
}
