// Faults of values that a config file gave, told with file and line: the planner finds them and knows no files.
import { LabError, LabErrors } from '../core/errors.ts';
import type { LoadedConfig } from './config.ts';
import type { ConfigValues } from './config-options.ts';

/**
 * @param values what the run was to be made of: the file's values, and over them what was typed
 * @param faultsOf what is wrong with some values by themselves
 * @returns the same faults; those of the file last, in its order
 */
export function placeFaults(
  faults: readonly LabError[],
  config: LoadedConfig,
  values: ConfigValues,
  faultsOf: (some: ConfigValues) => readonly LabError[],
): LabErrors {
  const lines = new Map<string, number | undefined>();
  const see = (some: ConfigValues, line: number | undefined): void => {
    for (const { message } of faultsOf(some)) if (!lines.has(message)) lines.set(message, line);
  };
  for (const key of Object.keys(config.values) as (keyof ConfigValues)[]) {
    const value = config.values[key];
    if (values[key] !== value) continue;
    const items = Array.isArray(value) ? [...(value as readonly string[]).entries()] : [];
    for (const [n, item] of items) see({ [key]: [item] }, config.lineOf(key, n));
    see({ [key]: value }, config.lineOf(key));
  }
  const placed = faults.filter(({ message }) => lines.has(message));
  const others = faults.filter(({ message }) => !lines.has(message));
  const line = ({ message }: LabError): number => lines.get(message) ?? 0;
  return new LabErrors([
    ...others,
    ...placed
      .toSorted((a, b) => line(a) - line(b))
      .map((fault) => {
        const at = lines.get(fault.message);
        const where = at === undefined ? config.path : `${config.path}:${at}`;
        return new LabError('file.malformed', { where, problem: fault.message }, fault.remedy);
      }),
  ]);
}
