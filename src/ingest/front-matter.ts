// YAML front matter of a Markdown file: metadata between two lines of three hyphens, before the text.
import { isMap, isScalar, isSeq, type Node, type Pair, Parser, parseDocument } from 'yaml';
import { LabError } from '../core/errors.ts';
import type { Meta } from '../core/model.ts';
import { MetaCollector } from './collect-meta.ts';
import { tooDeepAt } from './yaml-nesting.ts';

export interface FrontMatter {
  readonly title: string | undefined;
  readonly meta: Meta;
  /** UTF-16 units of the file's text before the document's own. */
  readonly length: number;
}

const NONE: FrontMatter = { title: undefined, meta: {}, length: 0 };

/** More is no metadata, and YAML is slow to read. */
const MOST_UNITS = 65_536;

/**
 * Reads the front matter that a text begins with, if any. Two rules apart that hold something else than keys and values are text;
 * YAML that cannot be read is an error, unless a blank line follows the first rule: then it is text as well.
 * @throws LabError `file.malformed` with the line in the file
 */
export function readFrontMatter(text: string, source: string, warn: (problem: string) => void): FrontMatter {
  const open = /^---[ \t]*\n/.exec(text)?.[0];
  if (open === undefined) return NONE;
  const head = text.slice(open.length, open.length + MOST_UNITS);
  const close = /^(?:---|\.\.\.)[ \t]*(?:\n|$)/m.exec(head);
  // At the end of the excerpt "$" may stand amid a line.
  if (!close || (head.length === MOST_UNITS && close.index + close[0].length === MOST_UNITS)) return NONE;
  const yaml = head.slice(0, close.index);
  let values: readonly Entry[] | undefined;
  try {
    values = readYaml(yaml, warn);
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    if (/^[ \t]*\n/.test(yaml)) return NONE;
    // The first line of the file is the rule.
    const where = `${source}:${yaml.slice(0, error.at).split('\n').length + 1}`;
    throw new LabError('file.malformed', { where, problem: `front matter is not valid YAML: ${error.message}` });
  }
  if (values === undefined) return NONE;
  return { ...collect(values, warn), length: open.length + close.index + close[0].length };
}

type Entry = readonly [string, unknown];

class YamlFault extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** Keys and values, none of them in empty YAML; undefined where it holds something else. */
function readYaml(yaml: string, warn: (problem: string) => void): Entry[] | undefined {
  const deep = tooDeepAt(yaml, new Parser());
  if (deep !== undefined) throw new YamlFault('nested too deeply', deep);
  const { errors, contents } = parseDocument(yaml, {
    schema: 'core',
    prettyErrors: false,
    // Quadratic; `entries` finds them in one pass.
    uniqueKeys: false,
    logLevel: 'silent',
  });
  const fault = errors[0];
  if (fault) throw new YamlFault(fault.message.split('\n')[0]!, fault.pos[0]);
  if (isMap(contents)) return entries(contents, warn);
  return contents === null ? [] : undefined;
}

function collect(values: readonly Entry[], warn: (problem: string) => void): Omit<FrontMatter, 'length'> {
  const meta = new MetaCollector((problem) => warn(`front matter: ${problem}`));
  let title: string | undefined;
  for (const [key, value] of values) {
    if (key === 'title' && typeof value !== 'object') title = String(value).replace(/\s+/g, ' ').trim() || undefined;
    else meta.add(key, value);
  }
  return { title, meta: meta.meta() };
}

function entries(map: { readonly items: readonly Pair[] }, warn: (problem: string) => void): Entry[] {
  const seen = new Set<string>();
  const found: Entry[] = [];
  for (const { key, value } of map.items) {
    const at = (key as Node | null)?.range?.[0] ?? 0;
    if (!isScalar(key)) throw new YamlFault('a key that is no plain text', at);
    const name = typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
    if (seen.has(name)) throw new YamlFault(`the key ${JSON.stringify(name)} is there twice`, at);
    seen.add(name);
    found.push([name, plain(value as Node | null, name, warn)]);
  }
  return found;
}

/** A node as plain data; what stands for other nodes (aliases) is skipped, since a few of them can unfold to any size. */
function plain(node: Node | null, name: string, warn: (problem: string) => void): unknown {
  if (node === null) return null;
  if (isScalar(node)) return scalar(node.value, node.source);
  if (isSeq(node)) return node.items.map((item) => plain(item as Node | null, name, warn));
  if (isMap(node)) return Object.fromEntries(entries(node, warn));
  warn(`front matter: "${name}" is skipped: an alias`);
  return null;
}

/** A number only where it loses nothing of what was written: 007, 1_000 and 1e3 are names of something. */
function scalar(value: unknown, source: string | undefined): unknown {
  if (typeof value === 'number' || typeof value === 'bigint') {
    return source === undefined || /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(source) ? Number(value) : source;
  }
  return value;
}
