// The baseline as a file: a report, and the command that made it. Where it lies, reading it, and its text.
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { LabError } from '../core/errors.ts';
import type { Report } from '../core/results.ts';
import { systemFault } from '../core/system-fault.ts';
import type { Baseline } from '../experiment/comparability.ts';
import { stableJson } from '../report/formats/json.ts';
import type { LoadedConfig } from './config.ts';

const BASELINE_NAME = 'rag-lab.baseline.json';

export interface BaselinePlace {
  readonly path: string;
  /** For messages: as typed, or as near as it is. */
  readonly shown: string;
  /** A flag or the config file names it. */
  readonly asked: boolean;
}

/**
 * What a flag names, else what the config file names, else the nearest one at or above `cwd`; where there is none, the place
 * at which one would be written: beside the config file, or here.
 */
export async function locateBaseline(
  cwd: string,
  given: string | undefined,
  config: LoadedConfig | undefined,
): Promise<BaselinePlace> {
  if (given !== undefined) return { path: resolve(cwd, given), shown: given, asked: true };
  const named = config?.values.baseline;
  if (named !== undefined) return { path: named, shown: near(cwd, named), asked: true };
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = join(folder, BASELINE_NAME);
    if (await exists(path)) return { path, shown: near(cwd, path), asked: false };
    if (folder === dirname(folder)) break;
  }
  const path = join(config ? dirname(config.path) : cwd, BASELINE_NAME);
  return { path, shown: near(cwd, path), asked: false };
}

function near(cwd: string, path: string): string {
  const short = relative(cwd, path);
  return short.startsWith('..') ? path : short;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * @returns undefined where there is no such file
 * @throws LabError where it cannot be read, or is no report
 */
export async function readBaseline({ path, shown }: BaselinePlace): Promise<(Baseline & { text: string }) | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new LabError('file.unreadable', { path: shown, problem: systemFault(error) });
  });
  if (text === undefined) return undefined;
  const report = await parseStored(text, shown);
  const { command, ...rest } = report as Report & { readonly command?: unknown };
  if (command !== undefined && typeof command !== 'string') {
    throw new LabError('file.malformed', { where: shown, problem: 'report.command is not valid; accepted: text' });
  }
  return { report: rest, command: command ?? null, text };
}

/** A report as `rag-lab run` writes it. */
export async function readReport(cwd: string, file: string): Promise<Report> {
  const text = await readFile(resolve(cwd, file), 'utf8').catch((error: unknown) => {
    throw new LabError('file.unreadable', { path: file, problem: systemFault(error) });
  });
  return parseStored(text, file);
}

/** Also refuses what no run writes and no rule could be read off: two systems, questions or rows of one name. */
async function parseStored(text: string, where: string): Promise<Report> {
  const { parseReport } = await import('../report/schema.ts');
  const report = parseReport(text, where);
  const names: Readonly<Record<string, readonly string[]>> = {
    system: report.systems.map(({ label }) => label),
    question: report.questionResults.map(({ id }) => id),
    score: report.scores.map(({ system, wording, split }) => `${system}/${wording}/${split}`),
  };
  for (const [what, all] of Object.entries(names)) {
    const seen = new Set<string>();
    for (const name of all) {
      if (seen.has(name)) {
        const problem = `${what} ${JSON.stringify(name)} is there twice`;
        throw new LabError('file.malformed', { where, problem });
      }
      seen.add(name);
    }
  }
  return report;
}

/**
 * A report with one more key. So whatever reads a report reads a baseline, and a report is a baseline; sorted keys and no
 * times or paths, so that a change is a small difference in a review.
 */
export function baselineText(report: Report, command: string | null): string {
  return stableJson(command === null ? report : { ...report, command });
}
