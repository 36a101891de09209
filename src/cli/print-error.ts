// From anything thrown to what the user reads and the exit code: one line for a fault, the stack for a bug.
import { type ErrorCode, LabError, LabErrors } from '../core/errors.ts';
import { neutralise, neutraliseLines } from './neutralise.ts';

export const EXIT = { done: 0, fault: 2, undecided: 3, bug: 70, interrupted: 130 } as const;

/** There was nothing to judge by, or nothing to judge. */
const UNDECIDED: ReadonlySet<ErrorCode> = new Set(['nothing.evaluated', 'baseline.absent', 'baseline.incomparable']);

export interface ErrorText {
  readonly text: string;
  readonly code: number;
}

export function describeError(error: unknown, interrupted: boolean): ErrorText {
  if (interrupted) return { text: 'rag-lab: interrupted\n', code: EXIT.interrupted };
  if (error instanceof LabErrors) {
    return { text: error.errors.map(faultLines).join(''), code: EXIT.fault };
  }
  if (error instanceof LabError) {
    return { text: faultLines(error), code: UNDECIDED.has(error.code) ? EXIT.undecided : EXIT.fault };
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { text: `rag-lab: this is a bug in rag-lab, please report it:\n${neutraliseLines(stack)}\n`, code: EXIT.bug };
}

function faultLines(error: LabError): string {
  const remedy = error.remedy === undefined ? '' : `try: ${neutralise(error.remedy)}\n`;
  return `rag-lab: ${neutralise(error.message)}\n${remedy}`;
}
