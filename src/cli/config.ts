// `rag-lab.config.{yaml,json,ts,mjs}`: found upward, read, checked against the table of options. Loaded libraries are
// imported only when a file of their kind is there.
import { lstat, readFile, stat } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { importModule } from '../catalog/import-module.ts';
import { LabError, LabErrors } from '../core/errors.ts';
import { systemFault } from '../core/system-fault.ts';
import { tooDeepAt } from '../ingest/yaml-nesting.ts';
import type { ConfigValues } from './config-options.ts';
import { acceptedInteger, type OptionDef } from './run-options.ts';

export const CONFIG_NAMES = ['yaml', 'json', 'ts', 'mjs'].map((extension) => `rag-lab.config.${extension}`);

export interface LoadedConfig {
  readonly path: string;
  readonly values: ConfigValues;
  readonly lineOf: RawConfig['lineOf'];
}

/**
 * @param given the file that --config names, if any; else the nearest one at or above `cwd`
 * @returns undefined where there is none
 */
export async function loadConfig(
  cwd: string,
  given: string | undefined,
  options: readonly OptionDef<ConfigValues>[],
): Promise<LoadedConfig | undefined> {
  const path = given === undefined ? await findUpward(cwd) : resolve(cwd, given);
  if (path === undefined) return undefined;
  return checkConfig(path, await readRaw(path), options);
}

/** A YAML config that is not a file yet. */
export async function parseConfig(
  path: string,
  text: string,
  options: readonly OptionDef<ConfigValues>[],
): Promise<LoadedConfig> {
  return checkConfig(path, await parseText(path, text, '.yaml'), options);
}

async function checkConfig(
  path: string,
  raw: RawConfig,
  options: readonly OptionDef<ConfigValues>[],
): Promise<LoadedConfig> {
  const values = await checkValues(path, raw, options);
  // Paths in a file are meant from where the file stands.
  return { path, values: anchorPaths(values, dirname(path)), lineOf: raw.lineOf };
}

async function findUpward(from: string): Promise<string | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    const found: string[] = [];
    for (const name of CONFIG_NAMES) if (await stands(join(folder, name))) found.push(join(folder, name));
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

/** A link that leads nowhere stands there too: it was meant, and reading it will say what is wrong. */
async function stands(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => lstat(path).catch(() => undefined));
  return found !== undefined && !found.isDirectory();
}

/** What a file says, and where. */
interface RawConfig {
  readonly value: unknown;
  /** 1-based line of a key, or of an item in its list; of the whole where no key is named. Unknown in a module. */
  lineOf(key?: string, item?: number): number | undefined;
}

/** As tools that look for bad lines do, readers stop after this many. */
const MOST_FAULTS = 20;

async function readRaw(path: string): Promise<RawConfig> {
  const kind = extname(path).toLowerCase();
  if (!['.yaml', '.yml', '.json', '.ts', '.mts', '.mjs', '.js'].includes(kind)) {
    throw new LabError('option.invalid', {
      option: '--config',
      value: path,
      accepted: 'a file that ends in .yaml, .json, .ts or .mjs',
    });
  }
  const text = await readSmallFile(path);
  if (kind === '.yaml' || kind === '.yml' || kind === '.json')
    return parseText(path, text.replace(/^\ufeff/, ''), kind);
  return { value: await importModule(path, copyDefault), lineOf: () => undefined };
}

const MAX_BYTES = 1_000_000;

async function readSmallFile(path: string): Promise<string> {
  try {
    const found = await stat(path);
    // A pipe or device might never end; a folder is refused by the reading itself.
    if (!found.isFile() && !found.isDirectory()) throw new Error('it is not a file');
    if (found.size > MAX_BYTES) throw new Error(`it has ${found.size} bytes; accepted: up to ${MAX_BYTES}`);
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new LabError('file.unreadable', { path, problem: systemFault(error) });
  }
}

/** JSON is read by the YAML parser too: it knows the line of a fault, which JSON.parse does not say. */
async function parseText(path: string, text: string, kind: string): Promise<RawConfig> {
  const { isAlias, isMap, isNode, isScalar, isSeq, Parser, parseDocument, visit } = await import('yaml');
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  const deep = tooDeepAt(text, new Parser());
  if (deep !== undefined) {
    throw new LabError('file.malformed', { where: `${path}:${lineAt(deep)}`, problem: 'nested too deeply' });
  }
  const document = parseDocument(text, {
    prettyErrors: false,
    uniqueKeys: kind !== '.json',
    logLevel: 'error',
  });
  const lineOf: RawConfig['lineOf'] = (key, item) => {
    const { contents } = document;
    const pair = isMap(contents) ? contents.items.find((one) => isScalar(one.key) && one.key.value === key) : undefined;
    // A text in place of a list is its one item.
    const list = isSeq(pair?.value) ? pair.value.items : [pair?.key];
    const node = key === undefined ? contents : item === undefined ? pair?.key : list[item];
    return isNode(node) && node.range ? lineAt(node.range[0]) : undefined;
  };
  if (kind === '.json') {
    try {
      return { value: JSON.parse(text), lineOf };
    } catch {
      const line = lineAt(document.errors[0]?.pos[0] ?? text.length);
      throw new LabError('file.malformed', { where: `${path}:${line}`, problem: 'not valid JSON' });
    }
  }
  const faults = document.errors.map(({ pos, message }) => ({ line: lineAt(pos[0]), problem: message }));
  if (faults.length === 0) {
    visit(document, (_, node) => {
      if (!isAlias(node) || node.resolve(document)) return;
      faults.push({ line: lineAt(node.range?.[0] ?? 0), problem: `the alias *${node.source} stands for nothing` });
    });
  }
  throwFaults(path, faults);
  try {
    return { value: document.toJS({ maxAliasCount: 100 }), lineOf };
  } catch (error) {
    throw new LabError('file.malformed', {
      where: path,
      problem: error instanceof Error ? error.message : String(error),
    });
  }
}

interface Fault {
  readonly line: number | undefined;
  readonly problem: string;
}

/** Faults in the order of the file, the first of each line where the file itself cannot be read. */
function throwFaults(path: string, faults: readonly Fault[], oneALine = true): void {
  const sorted = faults.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const shown = oneALine ? sorted.filter(({ line }, n) => n === 0 || line !== sorted[n - 1]!.line) : sorted;
  const errors = shown.slice(0, MOST_FAULTS).map(({ line, problem }) => {
    return new LabError('file.malformed', { where: line === undefined ? path : `${path}:${line}`, problem });
  });
  if (errors.length > 0) throw errors.length === 1 ? errors[0]! : new LabErrors(errors);
}

/** Copied, so that every getter has been read. */
function copyDefault(loaded: unknown): unknown {
  const value = defaultOf(loaded);
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : value;
}

function defaultOf(loaded: unknown): unknown {
  const module = loaded as { default?: unknown };
  if (module === null || typeof module !== 'object' || !('default' in module)) return loaded;
  return module.default;
}

async function checkValues(
  path: string,
  raw: RawConfig,
  options: readonly OptionDef<ConfigValues>[],
): Promise<ConfigValues> {
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
  const checked = z.strictObject(shape).safeParse(raw.value ?? {});
  if (checked.success) return checked.data as ConfigValues;

  const faults = checked.error.issues.flatMap((issue): Fault[] => {
    if (issue.code === 'unrecognized_keys') {
      const known = options.map((def) => def.name);
      return issue.keys.map((name) => {
        const unknown = new LabError('spec.unknown-name', { kind: 'key', name, known });
        return { line: raw.lineOf(name), problem: unknown.message };
      });
    }
    const key = issue.path[0];
    const def = options.find((option) => option.name === key);
    if (!def) return [{ line: raw.lineOf(), problem: 'not a mapping of options to values' }];
    const value = (raw.value as Record<string, unknown>)[def.name];
    const wrong = def.kind === 'list' && Array.isArray(value) ? value.findIndex((one) => typeof one !== 'string') : -1;
    const [shown, line] =
      wrong < 0 ? [value, raw.lineOf(def.name)] : [(value as unknown[])[wrong], raw.lineOf(def.name, wrong)];
    return [{ line, problem: `${def.name}: ${describeValue(shown)} is not valid; accepted: ${acceptedValue(def)}` }];
  });
  throwFaults(path, faults, false);
  throw new Error(`${path}: refused without a reason`);
}

/** Never the whole of a list or mapping: it may be long, or hold itself. */
function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return 'a list';
  return value !== null && typeof value === 'object' ? 'a mapping' : String(value);
}

function acceptedValue(def: OptionDef<ConfigValues>): string {
  if (def.kind === 'integer') return acceptedInteger(def);
  if (def.kind === 'switch') return 'true or false';
  return def.kind === 'text' ? 'text' : 'text or a list of texts';
}

/** Options whose values are paths; datasets and systems, which may hold some, are read where their folder is known. */
const PATHS = ['corpus', 'questions', 'qrels', 'synonyms'] as const;

function anchorPaths(values: ConfigValues, folder: string): ConfigValues {
  const paths = PATHS.flatMap((name) => (values[name] === undefined ? [] : [[name, resolve(folder, values[name])]]));
  return {
    ...values,
    ...Object.fromEntries(paths),
    ...(values.plugin === undefined ? {} : { plugin: values.plugin.map((path) => resolve(folder, path)) }),
    ...(values.out === undefined ? {} : { out: resolve(folder, values.out) }),
    ...(values.baseline === undefined ? {} : { baseline: resolve(folder, values.baseline) }),
    ...(values.format === undefined ? {} : { format: values.format.map((target) => anchorTarget(target, folder)) }),
  };
}

function anchorTarget(target: string, folder: string): string {
  const at = target.indexOf('=');
  if (at < 0 || target.slice(at + 1) === '-' || at === target.length - 1) return target;
  return `${target.slice(0, at)}=${resolve(folder, target.slice(at + 1))}`;
}
