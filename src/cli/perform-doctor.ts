// The work of `rag-lab doctor`: one line a check, each with what was found and, where it is not in order, a remedy.
import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { describeCaches } from '../catalog/caches.ts';
import { checkWeights, encodingThreads, type OptionalPackage, optionalPackage } from '../catalog/encoder-files.ts';
import { LabError, LabErrors } from '../core/errors.ts';
import { systemFault } from '../core/system-fault.ts';
import { loadHandbook } from '../datasets/handbook.ts';
import { locateBaseline, readBaseline } from './baseline-file.ts';
import { cacheFolder } from './cache-folder.ts';
import { type LoadedConfig, loadConfig } from './config.ts';
import { CONFIG_OPTIONS } from './config-options.ts';
import { printSize } from './manage-cache.ts';
import { neutralise } from './neutralise.ts';
import { prepareOutputs } from './output-files.ts';
import { acceptedNode, packageVersion } from './package-version.ts';
import { EXIT } from './print-error.ts';
import { writeResult } from './session.ts';
import { terminalStyle } from './style.ts';
import type { Terminal } from './terminal.ts';

type State = 'ok' | 'missing' | 'damaged';

export interface Finding {
  readonly state: State;
  readonly text: string;
  readonly remedy?: string | undefined;
  /** Whether rag-lab does its work all the same. */
  readonly optional?: boolean;
}

/**
 * @param configPath what --config names
 * @returns the exit code
 */
export async function performDoctor(terminal: Terminal, configPath: string | undefined): Promise<number> {
  const { cwd } = terminal;
  const config: { found?: LoadedConfig | undefined } = {};
  const checks: readonly (readonly [string, () => Finding | Promise<Finding>])[] = [
    ['Node', () => checkNode(process.versions.node, acceptedNode())],
    ['rag-lab', () => ok(packageVersion())],
    ['handbook', checkHandbook],
    ['weights', () => checkModel(checkWeights)],
    ['threads', checkThreads],
    ['hf', () => checkOptional(optionalPackage(cwd))],
    ['cache', () => checkCache(cacheFolder(terminal))],
    [
      'config',
      async () => {
        config.found = await loadConfig(cwd, configPath, CONFIG_OPTIONS);
        return config.found ? ok(config.found.path) : missing('none here or above: the defaults hold', 'rag-lab init');
      },
    ],
    ['baseline', () => checkBaseline(cwd, config.found)],
  ];
  const findings: (readonly [string, Finding])[] = [];
  for (const [name, check] of checks) findings.push([name, await guarded(check)]);
  const { paint } = terminalStyle(terminal, { plain: false, wide: false });
  const width = Math.max(...checks.map(([name]) => name.length));
  const lines = findings.map(([name, finding]) => {
    const role = finding.state === 'ok' ? 'good' : finding.optional ? 'dim' : 'bad';
    return `${paint(role, stateOf(finding))}  ${name.padEnd(width)}  ${neutralise(describe(finding))}\n`;
  });
  await writeResult(terminal, lines.join(''));
  return findings.some(([, { state, optional }]) => state !== 'ok' && !optional) ? EXIT.fault : EXIT.done;
}

function ok(text: string): Finding {
  return { state: 'ok', text };
}

function missing(text: string, remedy: string): Finding {
  return { state: 'missing', text, remedy, optional: true };
}

/** What a check throws is what it found. */
async function guarded(check: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    const fault = error instanceof LabErrors ? error.errors[0]! : error;
    if (!(fault instanceof LabError)) throw error;
    const more = error instanceof LabErrors && error.errors.length > 1 ? `, and ${error.errors.length - 1} more` : '';
    return { state: 'damaged', text: fault.message + more, remedy: fault.remedy ?? 'correct it, or remove it' };
  }
}

function stateOf({ state, optional }: Finding): string {
  const mark = state === 'ok' ? '✓' : optional ? '–' : '✗';
  return `${mark} ${state.padEnd('damaged'.length)}`;
}

function describe({ text, remedy }: Finding): string {
  return remedy === undefined ? text : `${text}; try: ${remedy}`;
}

/** @param accepted `>=MAJOR.MINOR` */
export function checkNode(version: string, accepted: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = accepted.replace(/^>=/, '').split('.').map(Number);
  const text = `${version} (accepted: ${accepted})`;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return ok(text);
  return { state: 'damaged', text, remedy: `install Node ${leastMajor}.${leastMinor} or later` };
}

/** The smallest handbook: it reads every file that any other is made of. */
async function checkHandbook(): Promise<Finding> {
  await loadHandbook({ seed: 0, pages: 1, facts: 1 });
  return ok('its text, questions and synonyms can be read');
}

/** Required: two of the default systems are made of it. */
export function checkModel(check: () => string): Finding {
  try {
    return ok(`${check()}, SHA-256 as it must be`);
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    const state = error.message.includes('is not installed') ? 'missing' : 'damaged';
    return { state, text: error.message, remedy: error.remedy };
  }
}

export function checkOptional({ name, version, install }: OptionalPackage): Finding {
  if (version !== undefined) return ok(`${name} ${version}`);
  return missing(`${name} is not installed; only dense(model=hf:NAME) needs it`, install);
}

async function checkThreads(): Promise<Finding> {
  const threads = encodingThreads();
  if (threads === 0) return ok('encoding computes in one thread');
  const fault = await new Promise<unknown>((resolve) => {
    const worker = new Worker('', { eval: true });
    worker.once('error', resolve).once('exit', () => resolve(undefined));
  });
  if (fault === undefined) return ok(`${threads} worker threads for encoding`);
  const remedy = 'allow Node more memory or threads';
  return { state: 'damaged', text: `worker threads cannot start: ${systemFault(fault)}`, remedy };
}

async function checkCache(folder: string): Promise<Finding> {
  const remedy = 'name another folder with RAG_LAB_CACHE; without a cache everything is encoded anew';
  try {
    // Tries the folder and leaves it as it was.
    await (await prepareOutputs([folder], [])).abandon();
    const { bytes, entries } = describeCaches(folder);
    return ok(`${folder}, ${entries} vectors, ${printSize(bytes)}`);
  } catch (error) {
    const known = error instanceof LabError;
    if (!known && (error as NodeJS.ErrnoException).code === undefined) throw error;
    const text = known ? error.message : `${folder}: ${systemFault(error)}`;
    return { state: 'damaged', text, remedy, optional: true };
  }
}

async function checkBaseline(cwd: string, config: LoadedConfig | undefined): Promise<Finding> {
  const place = await locateBaseline(cwd, undefined, config);
  const baseline = await readBaseline(place);
  if (!baseline) return missing(`${place.shown} does not exist; only the gate needs it`, 'rag-lab baseline write');
  const { size } = await stat(place.path);
  return ok(`${place.shown}, ${printSize(size)}`);
}
