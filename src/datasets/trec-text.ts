// TREC text: documents as <DOC> with a <DOCNO>, one after another in files of any size.
import { decodeWindows1252 } from '../ingest/decode.ts';
import { type ByteSource, type ReadingOptions, sourceName } from './byte-source.ts';
import type { KnownIds } from './known-ids.ts';
import { readLines } from './read-lines.ts';
import { LineFaults } from './read-table.ts';
import { decodeEntities, tagsOf, withoutComments } from './sgml.ts';

export interface TrecDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Of its <DOC>. */
  readonly line: number;
}

/** What the elements of a document are for. All others are read as text where there is no <TEXT>, else left out. */
const ROLES: ReadonlyMap<string, Role> = new Map([
  ['docno', 'id'],
  ['text', 'text'],
  ['title', 'title'],
  ['headline', 'title'],
  ['ti', 'title'],
  ['hl', 'title'],
  ['head', 'title'],
  ['docid', 'none'],
  ['dochdr', 'none'],
]);
type Role = 'id' | 'title' | 'text' | 'none' | 'rest';

const DOC = /<(\/?)doc>/gi;

/**
 * @param warn told once a file about text in another encoding
 * @throws LabError, or LabErrors for several (at most 20), each with its line: <DOC> without an end or within another,
 *   no <DOCNO>, an id met before
 */
export async function readTrecText(
  source: ByteSource,
  options: ReadingOptions,
  ids: KnownIds,
  warn: (message: string) => void,
  receive: (document: TrecDocument) => void,
): Promise<void> {
  const name = sourceName(source);
  const faults = new LineFaults(name);
  let parts: string[] | undefined;
  let began = 0;
  let lastLine = 0;
  let foreign = 0;
  const finish = (lines: readonly string[]): void => {
    const document = parse(lines.join('\n'));
    if (document.id === undefined) faults.add(began, () => 'a <DOC> without a <DOCNO>');
    else if (ids.accepts(document.id, name, began, faults)) receive({ ...document, id: document.id, line: began });
  };
  await readLines(
    source,
    options,
    (utf8, line, isUtf8, bytes) => {
      lastLine = line;
      if (faults.isFull) return;
      let text = utf8;
      if (!isUtf8) {
        foreign++;
        text = decodeWindows1252(Buffer.from(bytes()));
      }
      let from = 0;
      for (const match of text.matchAll(DOC)) {
        if (match[1] === '') {
          if (parts) faults.add(began, () => `the <DOC> does not end before the next one, on line ${line}`);
          parts = [];
          began = line;
        } else if (parts) {
          finish([...parts, text.slice(from, match.index)]);
          parts = undefined;
        } else faults.add(line, () => 'a </DOC> without its <DOC>');
        from = match.index + match[0].length;
      }
      parts?.push(text.slice(from));
    },
    () => faults.isFull,
  );
  if (parts) faults.add(began, () => `the <DOC> does not end before the file does, on line ${lastLine}`);
  faults.throwAny();
  if (foreign > 0) {
    warn(`${name}: ${foreign} ${foreign === 1 ? 'line is' : 'lines are'} not UTF-8 and read as Windows-1252`);
  }
}

function parse(written: string): { readonly id: string | undefined; readonly title: string; readonly text: string } {
  const body = withoutComments(written);
  const found: Record<Role, string[]> = { id: [], title: [], text: [], none: [], rest: [] };
  let role: Role = 'rest';
  let opened = '';
  let from = 0;
  for (const { name, closes, start, end } of tagsOf(body)) {
    found[role].push(body.slice(from, start));
    from = end;
    const next = ROLES.get(name);
    if (role === 'rest' && !closes && next !== undefined) {
      role = next;
      opened = name;
    } else if (closes && name === opened) {
      // Two of a kind stay apart.
      found[role].push('\n');
      role = 'rest';
      opened = '';
    } else found[role].push(' ');
  }
  found[role].push(body.slice(from));
  const textOf = (parts: readonly string[]): string => decodeEntities(parts.join('')).trim();
  const id = textOf(found.id);
  return {
    id: id === '' ? undefined : id,
    title: textOf(found.title).replace(/\s+/g, ' '),
    text: textOf(found.text.length > 0 ? found.text : found.rest),
  };
}
