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

/** @param systems labels in their order; those without a miss are told, too */
export function groupMisses(explanation: Explanation): readonly SystemMisses[] {
  const bySystem = new Map<string, { spec: string; misses: { id: string; system: ExplainedSystem }[] }>();
  for (const { id, systems } of explanation.questions) {
    for (const system of systems) {
      const own = bySystem.get(system.system) ?? { spec: system.spec, misses: [] };
      bySystem.set(system.system, own);
      if (system.diagnosis) own.misses.push({ id, system });
    }
  }
  return [...bySystem].map(([system, { spec, misses }]) => ({
    system,
    spec,
    total: winnable(
      misses.map((miss) => miss.system),
      explanation,
    ),
    groups: explanation.remedies.flatMap(({ diagnosis }): MissGroup[] => {
      const own = misses.filter((miss) => miss.system.diagnosis === diagnosis);
      if (own.length === 0) return [];
      return [
        {
          diagnosis,
          ...winnable(
            own.map((miss) => miss.system),
            explanation,
          ),
          questions: own.map(({ id }) => id),
        },
      ];
    }),
  }));
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
