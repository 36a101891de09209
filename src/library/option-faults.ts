// Options of the library that would make nonsense of the figures: scripts without types can pass anything.
import { LabError } from '../core/errors.ts';

/** What is wrong with an integer option, if anything; undefined is the default, which is fine. */
export function integerFault(option: string, value: number | undefined, min: number): LabError[] {
  if (value === undefined || (Number.isSafeInteger(value) && value >= min)) return [];
  return [new LabError('option.invalid', { option, value: String(value), accepted: `an integer of ${min} or more` })];
}

/** What is wrong with a name, if anything; undefined is the default, which is fine. */
export function nameFault(kind: string, name: string | undefined, known: readonly string[]): LabError[] {
  if (name === undefined || known.includes(name)) return [];
  return [new LabError('spec.unknown-name', { kind, name: String(name), known })];
}
