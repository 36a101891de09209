// Options between commander and the table: the table makes the flags, and what was typed becomes values.
import type { Command } from 'commander';
import { LabError } from '../core/errors.ts';
import { flagOf, type OptionDef, type RunValues, readInteger } from './run-options.ts';

/** What commander hands over: by camel-cased name, text, a list of texts, or true. */
export type RawFlags = Readonly<Record<string, unknown>>;

export function addOptions<V>(command: Command, options: readonly OptionDef<V>[]): void {
  for (const def of options) {
    if (def.kind === 'switch') command.option(flagOf(def), def.doc);
    else if (def.kind === 'list') {
      command.option(`${flagOf(def)} <${def.value}>`, def.doc, (text: string, before: string[] = []) => [
        ...before,
        text,
      ]);
    } else command.option(`${flagOf(def)} <${def.value}>`, def.doc);
  }
}

/** @param faults receives what is wrong; the option is then left out */
export function readFlags<V = RunValues>(raw: RawFlags, options: readonly OptionDef<V>[], faults: LabError[]): V {
  const values: Record<string, unknown> = {};
  for (const def of options) {
    const given = raw[def.name];
    if (given === undefined) continue;
    const missing = [given].flat().find((value) => isOption(value, options));
    if (missing !== undefined && def.kind !== 'switch') {
      const problem = `${flagOf(def)}: a value is missing before ${missing}; accepted: ${flagOf(def)} <${def.value}>`;
      faults.push(new LabError('option.conflict', { problem }));
    } else if (def.kind === 'integer') {
      try {
        values[def.name] = readInteger(def, String(given));
      } catch (error) {
        if (!(error instanceof LabError)) throw error;
        faults.push(error);
      }
    } else if (def.kind === 'text' && given === '') {
      faults.push(new LabError('option.invalid', { option: flagOf(def), value: '', accepted: def.value! }));
    } else values[def.name] = given;
  }
  return values as V;
}

/** The parser takes whatever follows for the value; another option there is a value forgotten. */
function isOption<V>(value: unknown, options: readonly OptionDef<V>[]): boolean {
  return (
    typeof value === 'string' && options.some((def) => value === flagOf(def) || value.startsWith(`${flagOf(def)}=`))
  );
}
