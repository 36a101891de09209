// What the gate yields: plain, JSON-safe data, as `rag-lab gate --format json` writes it.
import type { Diagnosis } from './results.ts';

export const GATE_SCHEMA = 'rag-lab/gate@1';

/**
 * - `REGRESSION`: a rule is broken
 * - `NOT-COMPARABLE`: there is nothing to judge by: no baseline, other data, something missing
 * - `INCONCLUSIVE`: a drop beyond what is allowed that so few questions cannot tell from chance
 */
export type Verdict = 'PASS' | 'REGRESSION' | 'INCONCLUSIVE' | 'NOT-COMPARABLE';

export const GATE_MODES = ['strict', 'statistical'] as const;
export type GateMode = (typeof GATE_MODES)[number];

/** What INCONCLUSIVE means for the exit code. */
export const INCONCLUSIVE_MEANS = ['fail', 'pass'] as const;
export type InconclusiveMeans = (typeof INCONCLUSIVE_MEANS)[number];

export type CheckKind = 'floor' | 'ceiling' | 'drop' | 'question' | 'tokens' | 'time';

/** One question of one system, in the baseline and now. */
export interface QuestionChange {
  readonly system: string;
  readonly question: string;
  readonly wording: string;
  readonly split: string;
  readonly text: string;
  readonly change: 'lost' | 'gained';
  /** Rank of the first evidence; null: beyond the depth. */
  readonly oldRank: number | null;
  readonly newRank: number | null;
  /** False where that rank is a place among entries that matched nothing. */
  readonly oldSignal: boolean;
  readonly newSignal: boolean;
  /** Why it is missed: now where it was lost, in the baseline where it was gained; null where nothing says. */
  readonly diagnosis: Diagnosis | null;
}

/** The paired test of a drop, in statistical mode. */
export interface DropTest {
  readonly test: 'mcnemar' | 'sign-flip';
  /** Two-sided. */
  readonly p: number;
  /** Holm's, over every drop that was tested. */
  readonly adjustedP: number;
  /** Questions that rose and that fell. */
  readonly gained: number;
  readonly lost: number;
  /** Where a drop is not significant: how many questions would settle one of its size, with 80 % power; else null. */
  readonly needed: number | null;
}

/** One rule as it applies to one system and slice, or to one question. */
export interface GateCheck {
  /** Stable from run to run: names and limits only. */
  readonly name: string;
  readonly kind: CheckKind;
  readonly system: string;
  readonly wording: string | null;
  readonly split: string | null;
  /** The named slice, where the rule is about one. */
  readonly slice: string | null;
  readonly measure: string | null;
  readonly question: string | null;
  /** Questions that the value is over; null where there is no value. */
  readonly n: number | null;
  /** In the baseline; null where there is none, or beyond the depth for a rank. */
  readonly old: number | null;
  readonly new: number | null;
  /** Questions found, where the measure counts them; else null. */
  readonly oldHits: number | null;
  readonly newHits: number | null;
  /** As the rule says it: `>= 0.95`, `drop <= 2pt`. */
  readonly allowed: string;
  readonly verdict: Verdict;
  /** Why, where it is no plain pass; else empty. */
  readonly message: string;
  readonly remedy: string | null;
  readonly test: DropTest | null;
  /** For a drop that does not pass: the questions on which the measure fell, the largest fall first. */
  readonly fell: readonly QuestionChange[];
}

/** What differs between baseline and report. */
export interface GateChange {
  readonly what: string;
  readonly old: string;
  readonly new: string;
}

export interface GateProblem {
  readonly message: string;
  readonly remedy: string | null;
}

export interface GateResult {
  readonly schema: typeof GATE_SCHEMA;
  readonly tool: { readonly version: string };
  readonly mode: GateMode;
  readonly inconclusive: InconclusiveMeans;
  readonly verdict: Verdict;
  readonly exitCode: 0 | 1 | 3;
  /** Drops are tested at this level, Holm-adjusted over `tests`; null in strict mode. */
  readonly alpha: number | null;
  readonly tests: number;
  /** The command that the baseline was made by, where it says so; null without a baseline. */
  readonly baseline: { readonly command: string | null; readonly version: string } | null;
  readonly corpus: { readonly name: string; readonly fingerprint: string };
  readonly questions: { readonly total: number; readonly fingerprint: string };
  readonly cutoff: number;
  readonly checks: readonly GateCheck[];
  /** What no single rule is to blame for: no baseline, other data, nothing evaluated. Each makes NOT-COMPARABLE. */
  readonly problems: readonly GateProblem[];
  /** What may change, and did. */
  readonly changes: readonly GateChange[];
  /** Questions found in the top of the headline cutoff in one of the two only. */
  readonly flips: readonly QuestionChange[];
  readonly notes: readonly string[];
}

/** One cell of the table of scores that a new baseline would change. */
export interface ScoreChange {
  readonly system: string;
  readonly wording: string;
  readonly split: string;
  readonly measure: string;
  readonly n: number;
  /** Null where that side does not have it. */
  readonly old: number | null;
  readonly new: number | null;
}

/** What a new baseline would change. */
export interface BaselineDifference {
  /** Why the two cannot be compared; empty where they can. */
  readonly problems: readonly GateProblem[];
  readonly changes: readonly GateChange[];
  readonly scores: readonly ScoreChange[];
  readonly flips: readonly QuestionChange[];
  readonly cutoff: number;
}
