// `rag-lab.config.{yaml,json,ts,mjs}`: found upward, read, checked against the table of options. Loaded libraries are
// imported only when a file of their kind is there.
import { readFile, stat } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LabError, LabErrors } from '../core/errors.ts';
import { systemFault } from './print-error.ts';
import { acceptedInteger, type OptionDef, type RunValues } from './run-options.ts';

const NAMES = ['yaml', 'json', 'ts', 'mjs'].map((extension) => `rag-lab.config.${extension}`);

export interface LoadedConfig {
  readonly path: string;
  readonly values: RunValues;
}

/**
 * @param given the file that --config names, if any; else the nearest one at or above `cwd`
 * @returns undefined where there is none
 */
export async function loadConfig(
  cwd: string,
  given: string | undefined,
  options: readonly OptionDef[],
): Promise<LoadedConfig | undefined> {
  const path = given === undefined ? await findUpward(cwd) : resolve(cwd, given);
  if (path === undefined) return undefined;
  const raw = await readRaw(path);
  const values = await checkValues(path, raw ?? {}, options);
  // Paths in a file are meant from where the file stands.
  return { path, values: anchorPaths(values, dirname(path)) };
}

async function findUpward(from: string): Promise<string | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    const found: string[] = [];
    for (const name of NAMES) if (await isFile(join(folder, name))) found.push(join(folder, name));
    if (found.length > 1) {
      throw new LabError(
        'option.conflict',
        { problem: `${found.join(' and ')}: two config files in one folder` },
        'name the one that is meant with --config, or remove the other',
      );
    }
    if (found[0] !== undefined) return found[0];
    if (folder === dirname(folder)) return undefined;
  }
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

async function readRaw(path: string): Promise<unknown> {
  const kind = extname(path);
  if (!['.yaml', '.yml', '.json', '.ts', '.mts', '.mjs', '.js'].includes(kind)) {
    throw new LabError('option.invalid', {
      option: '--config',
      value: path,
      accepted: 'a file that ends in .yaml, .json, .ts or .mjs',
    });
  }
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new LabError('file.unreadable', { path, problem: systemFault(error) });
  });
  if (kind === '.yaml' || kind === '.yml' || kind === '.json')
    return parseText(path, text.replace(/^\ufeff/, ''), kind);
  return importModule(path, kind);
}

/** JSON is read by the YAML parser too: it knows the line of a fault, which JSON.parse does not say. */
async function parseText(path: string, text: string, kind: string): Promise<unknown> {
  if (kind === '.json') {
    try {
      return JSON.parse(text);
    } catch {
      // Fall through to the parser that can name the line.
    }
  }
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: false, uniqueKeys: true });
  const fault = document.errors[0];
  if (fault || kind === '.json') {
    const line = text.slice(0, fault?.pos[0] ?? text.length).split('\n').length;
    const problem = kind === '.json' ? 'not valid JSON' : (fault?.message ?? '');
    throw new LabError('file.malformed', { where: `${path}:${line}`, problem });
  }
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new LabError('file.malformed', {
      where: path,
      problem: error instanceof Error ? error.message : String(error),
    });
  }
}

async function importModule(path: string, kind: string): Promise<unknown> {
  try {
    if (kind === '.mjs' || kind === '.js') {
      return defaultOf(await import(pathToFileURL(path).href));
    }
    // jiti on every Node, so that a config file means the same everywhere.
    const { createJiti } = await import('jiti');
    return defaultOf(await createJiti(path, { fsCache: false, moduleCache: false }).import(path));
  } catch (error) {
    const problem = error instanceof Error ? `${error.name}: ${error.message.split('\n')[0]}` : String(error);
    throw new LabError('file.malformed', { where: path, problem: `cannot be loaded: ${problem}` });
  }
}

function defaultOf(loaded: unknown): unknown {
  const module = loaded as { default?: unknown };
  if (module === null || typeof module !== 'object' || !('default' in module)) return loaded;
  return module.default;
}

async function checkValues(path: string, raw: unknown, options: readonly OptionDef[]): Promise<RunValues> {
  const { z } = await import('zod');
  const shape: Record<string, InstanceType<typeof z.ZodType>> = {};
  for (const def of options) {
    const base =
      def.kind === 'integer'
        ? z
            .int()
            .min(def.min ?? Number.MIN_SAFE_INTEGER)
            .max(def.max ?? Number.MAX_SAFE_INTEGER)
        : def.kind === 'switch'
          ? z.boolean()
          : def.kind === 'text'
            ? z.string().min(1)
            : z.union([z.string().transform((text) => [text]), z.array(z.string())]);
    shape[def.name] = base.optional();
  }
  const checked = z.strictObject(shape).safeParse(raw);
  if (checked.success) return checked.data as RunValues;

  const faults = checked.error.issues.flatMap((issue): LabError[] => {
    if (issue.code === 'unrecognized_keys') {
      const known = options.map((def) => def.name);
      return issue.keys.map((name) => {
        const unknown = new LabError('spec.unknown-name', { kind: 'key', name, known });
        return new LabError('file.malformed', { where: path, problem: unknown.message });
      });
    }
    const key = issue.path[0];
    const def = options.find((option) => option.name === key);
    if (!def) return [new LabError('file.malformed', { where: path, problem: 'not a mapping of options to values' })];
    const value = (raw as Record<string, unknown>)[def.name];
    const problem = `${def.name}: ${JSON.stringify(value)} is not valid; accepted: ${acceptedValue(def)}`;
    return [new LabError('file.malformed', { where: path, problem })];
  });
  throw faults.length === 1 ? faults[0]! : new LabErrors(faults);
}

function acceptedValue(def: OptionDef): string {
  if (def.kind === 'integer') return acceptedInteger(def);
  if (def.kind === 'switch') return 'true or false';
  return def.kind === 'text' ? 'text' : 'text or a list of texts';
}

function anchorPaths(values: RunValues, folder: string): RunValues {
  return {
    ...values,
    ...(values.out === undefined ? {} : { out: resolve(folder, values.out) }),
    ...(values.format === undefined ? {} : { format: values.format.map((target) => anchorTarget(target, folder)) }),
  };
}

function anchorTarget(target: string, folder: string): string {
  const at = target.indexOf('=');
  if (at < 0 || target.slice(at + 1) === '-' || at === target.length - 1) return target;
  return `${target.slice(0, at)}=${resolve(folder, target.slice(at + 1))}`;
}
