// A synonym list of the user's own: YAML or JSON with `groups` and, if wanted, `expansions`; or the text format of Solr and
// Lucene (`a, b` mean the same; `a => b, c` adds one way).
import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { LabError, LabErrors } from '../core/errors.ts';
import type { Synonyms } from '../core/model.ts';
import { systemFault } from '../core/system-fault.ts';
import { tooDeepAt } from '../ingest/yaml-nesting.ts';

const MOST_FAULTS = 20;
const MOST_BYTES = 10_000_000;

/**
 * @param name what messages call the file
 * @throws LabError, or LabErrors with up to 20 bad lines
 */
export async function readSynonyms(path: string, name = path): Promise<Synonyms> {
  return parseSynonyms(await readSmall(path, name), name);
}

/** @param path of the file, for messages; its ending tells the format */
export async function parseSynonyms(written: string, path: string): Promise<Synonyms> {
  const text = written.replace(/^\ufeff/, '');
  const kind = extname(path).toLowerCase();
  if (kind === '.yaml' || kind === '.yml' || kind === '.json') return fromData(path, await parse(path, text));
  return fromLines(path, text);
}

async function readSmall(path: string, name: string): Promise<string> {
  try {
    const found = await stat(path);
    if (!found.isFile() && !found.isDirectory()) throw new Error('it is not a file');
    if (found.size > MOST_BYTES) throw new Error(`it has ${found.size} bytes; accepted: up to ${MOST_BYTES}`);
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new LabError('file.unreadable', { path: name, problem: systemFault(error) });
  }
}

async function parse(path: string, text: string): Promise<unknown> {
  const { LineCounter, Parser, parseDocument } = await import('yaml');
  const deep = tooDeepAt(text, new Parser());
  if (deep !== undefined) {
    const where = `${path}:${text.slice(0, deep).split('\n').length}`;
    throw new LabError('file.malformed', { where, problem: 'nested too deeply' });
  }
  const lines = new LineCounter();
  // JSON is YAML, and this parser knows the line of a fault.
  const document = parseDocument(text, { prettyErrors: false, logLevel: 'error', lineCounter: lines });
  const [first] = document.errors;
  if (first) {
    const where = `${path}:${lines.linePos(first.pos[0]).line}`;
    throw new LabError('file.malformed', { where, problem: first.message });
  }
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new LabError('file.malformed', {
      where: path,
      problem: error instanceof Error ? error.message : 'unreadable',
    });
  }
}

const ACCEPTED =
  'a list of groups, each a list of words; or `groups:` with that list, and `expansions:` with word: [words]';

function fromData(path: string, data: unknown): Synonyms {
  const malformed = (problem: string): LabError => new LabError('file.malformed', { where: path, problem });
  const map = Array.isArray(data) ? { groups: data } : data;
  if (map === null || typeof map !== 'object') throw malformed(`not a synonym list; accepted: ${ACCEPTED}`);
  const { groups = [], expansions, ...others } = map as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw malformed(
      new LabError('spec.unknown-name', { kind: 'key', name: unknown, known: ['groups', 'expansions'] }).message,
    );
  }
  if (!Array.isArray(groups)) throw malformed(`groups is not a list; accepted: ${ACCEPTED}`);
  const faults = groups.flatMap((group, n) =>
    isWords(group) ? [] : [malformed(`group ${n + 1} is not a list of words`)],
  );
  throwFaults(faults);
  if (expansions === undefined || expansions === null) return { groups };
  if (typeof expansions !== 'object' || Array.isArray(expansions))
    throw malformed('expansions is not a mapping of words');
  const entries = Object.entries(expansions as Record<string, unknown>);
  throwFaults(
    entries.flatMap(([word, added]) =>
      isWords(added) ? [] : [malformed(`expansions of "${word}" are not a list of words`)],
    ),
  );
  return { groups, expansions: new Map(entries as [string, string[]][]) };
}

function isWords(value: unknown): value is string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string' && word.trim() !== '')
  );
}

function fromLines(path: string, text: string): Synonyms {
  const groups: string[][] = [];
  const expansions = new Map<string, string[]>();
  const faults: LabError[] = [];
  for (const [n, line] of text.split(/\r?\n/).entries()) {
    const rule = line.replace(/#.*$/, '').trim();
    if (rule === '') continue;
    const sides = rule.split('=>').map((side) => side.split(',').map((word) => word.trim()));
    const problem = faultOfRule(sides);
    if (problem !== undefined) {
      faults.push(new LabError('file.malformed', { where: `${path}:${n + 1}`, problem }));
      if (faults.length === MOST_FAULTS) break;
    } else if (sides.length === 1) groups.push(sides[0]!);
    else for (const word of sides[0]!) expansions.set(word, [...(expansions.get(word) ?? []), ...sides[1]!]);
  }
  throwFaults(faults);
  if (expansions.size === 0) return { groups };
  // One-way rules stand beside groups: what a group implies is then said in the same form.
  for (const group of groups) {
    for (const word of group) {
      const others = group.filter((other) => other !== word);
      expansions.set(word, [...(expansions.get(word) ?? []), ...others]);
    }
  }
  return { groups, expansions };
}

function faultOfRule(sides: readonly (readonly string[])[]): string | undefined {
  if (sides.length > 2) return 'a rule has one "=>" at most';
  if (sides.some((side) => side.includes(''))) return 'a word is missing beside a comma or "=>"';
  if (sides.length === 1 && sides[0]!.length < 2) return `"${sides[0]![0]}" stands alone; accepted: a, b or a => b`;
  return undefined;
}

function throwFaults(faults: readonly LabError[]): void {
  if (faults.length > 0) throw faults.length === 1 ? faults[0]! : new LabErrors(faults.slice(0, MOST_FAULTS));
}
