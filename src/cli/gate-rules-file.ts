// The gate's rules from where a user may put them: flags, a file, the config file. Every fault is told with its place.
import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import type { MeasureDef } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';
import { systemFault } from '../core/system-fault.ts';
import { type GateRule, parseRule } from '../experiment/gate-rules.ts';
import { loadConfig } from './config.ts';
import { RULES_KEY } from './config-options.ts';

/** As with other readers: after so many bad lines no more are told. */
const MOST_FAULTS = 20;

/** `--rule`. @param faults receives what is wrong */
export function readTypedRules(
  written: readonly string[],
  measures: readonly MeasureDef[],
  faults: LabError[],
): GateRule[] {
  return readRules(written, measures, faults, () => '--rule');
}

/**
 * `--rules FILE`: one rule a line, or a list under `rules` in YAML or JSON.
 * @param faults receives what is wrong in it
 * @throws LabError where it cannot be read at all
 */
export async function readRulesFile(
  cwd: string,
  file: string,
  measures: readonly MeasureDef[],
  faults: LabError[],
): Promise<GateRule[]> {
  if (['.yaml', '.yml', '.json'].includes(extname(file))) {
    const loaded = await loadConfig(cwd, file, [RULES_KEY]);
    const written = loaded?.values.rules ?? [];
    if (written.length === 0) faults.push(noRules(file));
    return readRules(written, measures, faults, (n) => `${file}:${loaded?.lineOf('rules', n) ?? 1}`);
  }
  const text = await readFile(resolve(cwd, file), 'utf8').catch((error: unknown) => {
    throw new LabError('file.unreadable', { path: file, problem: systemFault(error) });
  });
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map((line, n) => ({ rule: line.replace(/(^|\s)#.*$/, '').trim(), line: n + 1 }))
    .filter(({ rule }) => rule !== '');
  if (lines.length === 0) faults.push(noRules(file));
  return readRules(
    lines.map(({ rule }) => rule),
    measures,
    faults,
    (n) => `${file}:${lines[n]!.line}`,
  );
}

function noRules(file: string): LabError {
  const remedy = 'leave out --rules for the default: no drop of the headline recall';
  return new LabError('file.malformed', { where: file, problem: 'holds no rule' }, remedy);
}

function readRules(
  written: readonly string[],
  measures: readonly MeasureDef[],
  faults: LabError[],
  placeOf: (n: number) => string,
): GateRule[] {
  let bad = 0;
  return written.flatMap((text, n) => {
    const own: LabError[] = [];
    const rule = parseRule(text, measures, own);
    for (const { message, remedy } of own) {
      bad++;
      if (bad <= MOST_FAULTS)
        faults.push(new LabError('file.malformed', { where: placeOf(n), problem: message }, remedy));
    }
    return rule ?? [];
  });
}
