// Topics from what people have: BEIR's queries.jsonl, TREC's <top> records, or lines of `id<tab>text`. Told apart by content.
import { type ByteSource, type ReadingOptions, sourceName } from './byte-source.ts';
import { firstSign } from './first-sign.ts';
import { KnownIds } from './known-ids.ts';
import { readJsonRecords } from './read-json-records.ts';
import { readLines } from './read-lines.ts';
import { LineFaults } from './read-table.ts';
import { decodeEntities, tagsOf, withoutComments } from './sgml.ts';
import type { TopicField } from './topic-fields.ts';

export interface TopicText {
  readonly id: string;
  readonly text: string;
}

/**
 * In file order.
 * @param field of topics that have several
 * @throws LabError, or LabErrors for several (at most 20), each with its line
 */
export async function readTopics(
  source: ByteSource,
  field: TopicField,
  options: ReadingOptions = {},
): Promise<TopicText[]> {
  const sign = await firstSign(source, options);
  if (sign === '<') return readMarkup(source, field, options);
  return sign === '{' ? readJson(source, options) : readTable(source, options);
}

async function readJson(source: ByteSource, options: ReadingOptions): Promise<TopicText[]> {
  const topics: TopicText[] = [];
  await readJsonRecords(source, options, new KnownIds('topic'), ({ id, title, text }) => {
    topics.push({ id, text: text || title });
  });
  return topics;
}

/** A first line that names the columns is no topic. */
const HEADER = /^(_?id|qid|query[-_ ]?id|topic|topic[-_ ]?id)\t(text|query|title|question)$/i;

async function readTable(source: ByteSource, options: ReadingOptions): Promise<TopicText[]> {
  const topics: TopicText[] = [];
  const name = sourceName(source);
  const faults = new LineFaults(name);
  const ids = new KnownIds('topic');
  let isFirst = true;
  await readLines(source, options, (line, number, isUtf8) => {
    if (/^\s*$/.test(line)) return;
    const mayBeHeader = isFirst;
    isFirst = false;
    if (mayBeHeader && HEADER.test(line.trim())) return;
    const tab = line.indexOf('\t');
    const text = line.slice(tab + 1).trim();
    if (!isUtf8) faults.add(number, () => 'not valid UTF-8');
    else if (tab < 0 || text === '') {
      const accepted = 'id<tab>text, JSON with "_id" and "text", or TREC\'s <top>';
      faults.add(number, () => `expected a topic; accepted: ${accepted}`);
    } else {
      const id = line.slice(0, tab).trim();
      if (ids.accepts(id, name, number, faults)) topics.push({ id, text });
    }
  });
  faults.throwAny();
  return topics;
}

/** Older and newer names of one thing. */
const FIELDS: ReadonlyMap<string, TopicField | 'num'> = new Map([
  ['num', 'num'],
  ['title', 'title'],
  ['query', 'title'],
  ['desc', 'desc'],
  ['description', 'desc'],
  ['question', 'desc'],
  ['narr', 'narr'],
  ['narrative', 'narr'],
]);

/** The words that TREC prints before the content of an element. */
const LABELS: Readonly<Record<TopicField | 'num', RegExp>> = {
  num: /^(number|topic)\s*:\s*/i,
  title: /^topic\s*:\s*/i,
  desc: /^description\s*:\s*/i,
  narr: /^narrative\s*:\s*/i,
};

type Parts = Partial<Record<TopicField | 'num', string>>;

async function readMarkup(source: ByteSource, field: TopicField, options: ReadingOptions): Promise<TopicText[]> {
  const name = sourceName(source);
  const lines: string[] = [];
  let foreign = 0;
  const faults = new LineFaults(name);
  await readLines(source, options, (text, line, isUtf8) => {
    if (!isUtf8 && foreign++ < 20) faults.add(line, () => 'not valid UTF-8');
    lines.push(text);
  });
  const text = lines.join('\n');
  const place = lineCounter(text);
  const topics: TopicText[] = [];
  const ids = new KnownIds('topic');
  let open: { readonly line: number; readonly parts: Parts } | undefined;
  let filling: TopicField | 'num' | undefined;
  let from = 0;
  let met = false;

  const close = (): void => {
    if (!open) return;
    const { line, parts } = open;
    const { num = '', [field]: asked = '' } = parts;
    if (num === '') faults.add(line, () => 'a topic without a number: <num> or <topic number="...">');
    else if (asked === '') faults.add(line, () => `topic ${JSON.stringify(num)} has no <${field}>`);
    else if (ids.accepts(num, name, line, faults)) topics.push({ id: num, text: asked });
    open = undefined;
  };
  const fill = (end: number): void => {
    if (open && filling && open.parts[filling] === undefined) {
      const written = decodeEntities(withoutComments(text.slice(from, end)))
        .replace(/\s+/g, ' ')
        .trim();
      open.parts[filling] = written.replace(LABELS[filling], '');
    }
    filling = undefined;
  };
  for (const tag of tagsOf(text)) {
    fill(tag.start);
    from = tag.end;
    if (tag.name === 'top' || tag.name === 'topic') {
      // Where an end is missing, the next beginning stands for it.
      close();
      if (tag.closes) continue;
      const number = /\bnumber\s*=\s*["']?\s*([^"'\s>]+)/i.exec(tag.attributes)?.[1];
      met = true;
      open = { line: place(tag.start), parts: number === undefined ? {} : { num: decodeEntities(number) } };
    } else if (!tag.closes) filling = FIELDS.get(tag.name);
  }
  fill(text.length);
  close();
  if (topics.length === 0 && !met) faults.add(1, () => 'no topic: no <top> or <topic> with a number and a title');
  faults.throwAny();
  return topics;
}

/** The line of an offset; offsets must not decrease. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let at = 0;
  return (offset) => {
    for (let next = text.indexOf('\n', at); next >= 0 && next < offset; next = text.indexOf('\n', at)) {
      line++;
      at = next + 1;
    }
    return line;
  };
}
