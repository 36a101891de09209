// Plugins: modules of a user that add to what can be named in a spec. Each exports `plugin`, the lists of a Catalog that it
// adds to. What they list is checked before anything is done with it, and no name may mean two things.
import { extname, resolve } from 'node:path';
import type { Catalog, MeasureDef, Named } from '../core/contracts.ts';
import { LabError, LabErrors } from '../core/errors.ts';
import { compareText } from '../core/order.ts';
import { extendCatalog } from './builtin.ts';
import { aliasFaults, definitionFaults, describeValue, isRecord, KINDS, type ListName } from './check-definition.ts';
import { importModule, MODULE_KINDS } from './import-module.ts';

/** As all readers do, this one stops after so many faults. */
const MOST_FAULTS = 20;

const LISTS = Object.keys(KINDS) as ListName[];

/**
 * @param paths as given to --plugin; a file named twice is loaded once
 * @param folder absolute, where relative paths start
 * @param base what the plugins add to
 * @returns base, and after it what the plugins list, in the order of the paths
 * @throws LabErrors with everything that is wrong, each with its file
 */
export async function loadPlugins(paths: readonly string[], folder: string, base: Catalog): Promise<Catalog> {
  const names = createNames(base);
  const faults: LabError[] = [];
  let catalog = base;
  for (const path of new Set(paths.map((given) => resolve(folder, given)))) {
    const plugin = await readPlugin(path, faults);
    if (!plugin) continue;
    const clashes = names.take(plugin, path);
    faults.push(...clashes.map((problem) => new LabError('file.malformed', { where: path, problem })));
    catalog = extendCatalog(catalog, plugin);
  }
  if (faults.length > 0) throw new LabErrors(faults.slice(0, MOST_FAULTS));
  return catalog;
}

/** @returns undefined where something is wrong */
async function readPlugin(path: string, faults: LabError[]): Promise<Partial<Catalog> | undefined> {
  if (!MODULE_KINDS.includes(extname(path).toLowerCase())) {
    const accepted = 'a module that ends in .mjs, .js, .ts or .mts';
    faults.push(new LabError('option.invalid', { option: '--plugin', value: path, accepted }));
    return undefined;
  }
  try {
    const { plugin, problems } = await importModule(path, checkPlugin);
    faults.push(...problems.map((problem) => new LabError('file.malformed', { where: path, problem })));
    return problems.length > 0 ? undefined : plugin;
  } catch (error) {
    if (error instanceof LabErrors) faults.push(...error.errors);
    else if (error instanceof LabError) faults.push(error);
    else throw error;
    return undefined;
  }
}

interface CheckedPlugin {
  readonly plugin: Partial<Catalog>;
  readonly problems: readonly string[];
}

function checkPlugin(module: unknown): CheckedPlugin {
  const refuse = (problem: string): CheckedPlugin => ({ plugin: {}, problems: [problem] });
  const exported = module as { readonly plugin?: unknown; readonly default?: unknown };
  const { plugin } = exported;
  if (plugin === undefined) {
    const names = Object.keys(exported).sort(compareText).join(', ') || 'nothing';
    return refuse(`exports no "plugin" (it exports ${names}); accepted: export const plugin = { retrievers: [...] }`);
  }
  if (!isRecord(plugin))
    return refuse(`plugin is ${describeValue(plugin)}; accepted: { retrievers: [...] } and the like`);
  const problems: string[] = [];
  const checked: Record<string, unknown> = {};
  for (const [list, entries] of Object.entries(plugin)) {
    if (list === 'aliases') {
      checked.aliases = readAliases(entries, problems);
      continue;
    }
    if (!LISTS.includes(list as ListName)) {
      problems.push(
        new LabError('spec.unknown-name', { kind: 'list', name: list, known: [...LISTS, 'aliases'] }).message,
      );
    } else if (!Array.isArray(entries)) {
      problems.push(`${list} is ${describeValue(entries)}; accepted: a list`);
    } else {
      entries.forEach((def, n) => {
        problems.push(...definitionFaults(list as ListName, `${list}[${n}]`, def));
      });
      checked[list] = [...entries];
    }
  }
  if (Object.keys(plugin).length === 0) problems.push('plugin is empty; accepted: { retrievers: [...] } and the like');
  return { plugin: checked as Partial<Catalog>, problems };
}

/** A Map, as a Catalog has it, or an object. */
function readAliases(given: unknown, problems: string[]): ReadonlyMap<string, string> {
  if (!(given instanceof Map) && !isRecord(given)) {
    problems.push(`aliases is ${describeValue(given)}; accepted: { name: 'system' }`);
    return new Map();
  }
  const pairs: (readonly [unknown, unknown])[] = given instanceof Map ? [...given] : Object.entries(given);
  for (const [name, meaning] of pairs) problems.push(...aliasFaults(name, meaning));
  return new Map(pairs as [string, string][]);
}

interface Names {
  /** Takes the names of a plugin; returns a line for each that means something else already. */
  take(plugin: Partial<Catalog>, from: string): string[];
}

/** Who named what first. What a name means is looked up in one place a kind: systems and aliases share theirs. */
function createNames(base: Catalog): Names {
  const owners = new Map<string, string>();
  const take = (plugin: Partial<Catalog>, from: string): string[] => {
    const clashes: string[] = [];
    const claim = (kind: string, name: string): void => {
      const owner = owners.get(`${kind} ${name}`);
      if (owner === undefined) owners.set(`${kind} ${name}`, from);
      else if (owner === from) clashes.push(`the ${kind} "${name}" is listed twice`);
      else clashes.push(`the ${kind} "${name}" is there already: ${owner}; accepted: another name`);
    };
    for (const list of LISTS) {
      for (const def of (plugin[list] ?? []) as readonly Named[]) {
        // A measure is found by the names that others give it, too.
        const names = list === 'measures' ? measureNames(def as MeasureDef) : [def.name];
        for (const name of names) claim(KINDS[list].one, name);
      }
    }
    for (const name of plugin.aliases?.keys() ?? []) claim(KINDS.retrievers.one, name);
    return clashes;
  };
  take(base, 'built in');
  return { take };
}

function measureNames({ name, aliases = [], trecEval = [] }: MeasureDef): ReadonlySet<string> {
  return new Set([name, ...aliases, ...trecEval.map((known) => known.name)]);
}
