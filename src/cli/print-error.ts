// From anything thrown to what the user reads and the exit code: one line for a fault, the stack for a bug.
import { type ErrorCode, LabError, LabErrors } from '../core/errors.ts';
import { neutralise, neutraliseLines } from './neutralise.ts';

export const EXIT = { done: 0, fault: 2, undecided: 3, bug: 70, interrupted: 130 } as const;

/** There was nothing to judge by, or nothing to judge. */
const UNDECIDED: ReadonlySet<ErrorCode> = new Set([
  'nothing.evaluated',
  'nothing.answerable',
  'baseline.absent',
  'baseline.incomparable',
]);

/** As readers of files do, a list of faults ends after this many. */
const MOST_FAULTS = 20;

export interface ErrorText {
  readonly text: string;
  readonly code: number;
}

export function describeError(error: unknown, interrupted: boolean): ErrorText {
  if (interrupted) return { text: 'rag-lab: interrupted\n', code: EXIT.interrupted };
  if (error instanceof LabErrors) {
    const { errors } = error;
    const more = errors.length - MOST_FAULTS;
    const rest = more > 0 ? `rag-lab: and ${more} more ${more === 1 ? 'fault' : 'faults'}\n` : '';
    const shown = errors.slice(0, MOST_FAULTS);
    // A remedy for several in a row stands below the last of them.
    const lines = shown.map((one, n) => faultLines(one, one.remedy !== shown[n + 1]?.remedy));
    return { text: `${lines.join('')}${rest}`, code: EXIT.fault };
  }
  if (error instanceof LabError) {
    return { text: faultLines(error), code: UNDECIDED.has(error.code) ? EXIT.undecided : EXIT.fault };
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { text: `rag-lab: this is a bug in rag-lab, please report it:\n${neutraliseLines(stack)}\n`, code: EXIT.bug };
}

/** Longer than any path, and than any text that a person reads. */
const LONGEST_LINE = 5000;

/** A line's two ends: a place stands at its beginning, what is accepted at its end. */
function shortenMiddle(line: string): string {
  if (line.length <= LONGEST_LINE) return line;
  const half = LONGEST_LINE / 2;
  return `${line.slice(0, half)} [${line.length - 2 * half} characters] ${line.slice(-half)}`;
}

function faultLines(error: LabError, withRemedy = true): string {
  const remedy = error.remedy === undefined || !withRemedy ? '' : `try: ${shortenMiddle(neutralise(error.remedy))}\n`;
  return `rag-lab: ${shortenMiddle(neutralise(error.message))}\n${remedy}`;
}
