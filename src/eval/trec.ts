// TREC qrels and runs as text: writing what the lab made, reading what anyone made. Bytes are the caller's business.
import { LabError, LabErrors } from '../core/errors.ts';
import type { Collection, Qrels, Run, TopicId } from '../core/model.ts';
import { compareText } from '../core/order.ts';
import { FAULTS, MOST_FAULTS, QRELS_COLUMNS, RUN_COLUMNS, readGrade, readScore } from './trec-fields.ts';

/** One topic of a run that was read, in trec_eval's order; the rank column and the order of lines mean nothing. */
export interface TrecRanking {
  readonly ids: readonly string[];
  readonly scores: Float64Array;
}

export interface TrecRun {
  /** The tag of the first line; undefined for an empty file. */
  readonly tag: string | undefined;
  /** Topics in the order in which the file first names them. */
  readonly rankings: ReadonlyMap<TopicId, TrecRanking>;
}

// Writing

/**
 * One line an entry with signal: `topic Q0 chunk rank score tag`, as `formatRanking` prints them.
 * @throws LabError where an id or the tag cannot stand in a field
 */
export function formatRun(run: Run, collection: Collection): string {
  const checked = new Uint8Array(collection.chunks.length);
  checkField('run tag', run.tag);
  const texts: string[] = [];
  for (const [topicId, { chunks, scores, signal }] of run.rankings) {
    checkTopicId(topicId);
    const ids = Array.from(chunks.subarray(0, signal), (ord) => {
      const { id } = collection.chunks[ord]!;
      if (!checked[ord]) checkField('chunk id', id);
      checked[ord] = 1;
      return id;
    });
    texts.push(rankingLines(topicId, ids, scores, run.tag));
  }
  return texts.join('');
}

/**
 * One topic's lines: `topic Q0 id rank score tag`. Scores are printed with every digit that tells them apart. Where one
 * does not lie below the one before (a tie, whose order trec_eval would settle by id), it is lowered to the next smaller
 * double, so that reading the file back gives this very order.
 * @throws LabError where an id or the tag cannot stand in a field
 */
export function formatRanking(topicId: TopicId, { ids, scores }: TrecRanking, tag: string): string {
  checkField('run tag', tag);
  checkTopicId(topicId);
  for (const id of ids) checkField('id', id);
  return rankingLines(topicId, ids, scores, tag);
}

function rankingLines(topicId: TopicId, ids: readonly string[], scores: Float64Array, tag: string): string {
  const lines: string[] = [];
  let previous = Infinity;
  ids.forEach((id, i) => {
    const score = scores[i]! < previous ? scores[i]! : nextBelow(previous);
    lines.push(`${topicId} Q0 ${id} ${i + 1} ${score} ${tag}\n`);
    previous = score;
  });
  return lines.join('');
}

/** One line a judgment: `topic 0 id grade`, in the order of the maps. Throws as `formatRun` does. */
export function formatQrels(qrels: Qrels): string {
  const lines: string[] = [];
  for (const [topicId, grades] of qrels) {
    checkTopicId(topicId);
    for (const [id, grade] of grades) {
      checkField('id', id);
      lines.push(`${topicId} 0 ${id} ${grade}\n`);
    }
  }
  return lines.join('');
}

function checkTopicId(id: string): void {
  checkField('topic id', id);
  if (id.startsWith('#')) refuse('topic id', id, 'begins with "#", which makes the line a comment');
  if (id.startsWith('\ufeff')) refuse('topic id', id, 'begins with a byte order mark');
}

function checkField(what: string, value: string): void {
  if (value === '') refuse(what, value, 'is empty');
  if (/[\t-\r ]/.test(value)) refuse(what, value, 'holds white space, which separates the fields');
  if (/\p{Surrogate}/u.test(value)) refuse(what, value, 'is not valid Unicode');
}

function refuse(what: string, value: string, problem: string): never {
  throw new LabError(
    'data.invalid',
    { what: `${what} ${JSON.stringify(value)}`, problem: `${problem}: it cannot stand in a TREC file` },
    'rename it; formats other than trec take any name',
  );
}

/** The largest double below a finite one; below Infinity, the largest finite one. */
function nextBelow(value: number): number {
  if (value === 0) return -Number.MIN_VALUE;
  BITS.setFloat64(0, value);
  // Read as integers, doubles of one sign are ordered by size.
  BITS.setBigInt64(0, BITS.getBigInt64(0) + (value > 0 ? -1n : 1n));
  return BITS.getFloat64(0);
}

const BITS = new DataView(new ArrayBuffer(8));

// Reading

/**
 * Reads a run: six fields a line, of which rank and the second are ignored.
 * @param source what the text is called in messages
 * @throws LabError (LabErrors for several, at most 20), each with `source:line`: field count, score that is no finite
 *   number, document listed twice for a topic
 */
export function parseRun(text: string, source: string): TrecRun {
  let tag: string | undefined;
  const rows = readRows(text, source, RUN_COLUMNS, (fields, fault) => {
    const [topicId, , id, , written, lineTag] = fields as [string, string, string, string, string, string];
    const score = readScore(written);
    if (Number.isNaN(score)) return fault(FAULTS.score(written));
    tag ??= lineTag;
    return { topicId, id, value: score };
  });
  const rankings = new Map<TopicId, TrecRanking>();
  for (const [topicId, scores] of rows) rankings.set(topicId, rankAsTrecEval([...scores.keys()], [...scores.values()]));
  return { tag, rankings };
}

/**
 * Reads qrels: four fields a line, of which the second is ignored; grades are 32-bit integers.
 * @throws as `parseRun`
 */
export function parseQrels(text: string, source: string): Qrels {
  return readRows(text, source, QRELS_COLUMNS, (fields, fault) => {
    const [topicId, , id, written] = fields as [string, string, string, string];
    const grade = readGrade(written);
    if (Number.isNaN(grade)) return fault(FAULTS.grade(written));
    return { topicId, id, value: grade };
  });
}

/** trec_eval 10's order: score descending as doubles, then id descending by UTF-8 bytes. */
export function rankAsTrecEval(ids: readonly string[], scores: ArrayLike<number>): TrecRanking {
  const order = ids.map((_, i) => i).sort((a, b) => scores[b]! - scores[a]! || compareText(ids[b]!, ids[a]!));
  return { ids: order.map((i) => ids[i]!), scores: Float64Array.from(order, (i) => scores[i]!) };
}

interface Row {
  readonly topicId: TopicId;
  readonly id: string;
  readonly value: number;
}

/**
 * Lines to values by topic and document. A byte order mark, CRLF, blank lines and a missing last line end carry no
 * meaning; `#` begins a comment only as the first character of a line, since ids may hold it.
 */
function readRows(
  text: string,
  source: string,
  columns: readonly string[],
  read: (fields: readonly string[], fault: (problem: string) => undefined) => Row | undefined,
): Map<TopicId, Map<string, number>> {
  const rows = new Map<TopicId, Map<string, number>>();
  const firstLines = new Map<TopicId, Map<string, number>>();
  const faults: LabError[] = [];
  let line = 0;
  const fault = (problem: string): undefined => {
    faults.push(new LabError('file.malformed', { where: `${source}:${line}`, problem }));
  };
  for (let from = text.startsWith('\ufeff') ? 1 : 0; from < text.length && faults.length < MOST_FAULTS; ) {
    const newline = text.indexOf('\n', from);
    const end = newline < 0 ? text.length : newline;
    const fields = text[from] === '#' ? [] : (text.slice(from, end).match(/[^\t-\r ]+/g) ?? []);
    from = end + 1;
    line++;
    if (fields.length === 0) continue;
    if (fields.length !== columns.length) {
      fault(FAULTS.fields(columns, fields.length));
      continue;
    }
    const row = read(fields, fault);
    if (!row) continue;
    const { topicId, id, value } = row;
    const seen = inner(firstLines, topicId);
    const first = seen.get(id);
    if (first !== undefined) {
      fault(FAULTS.twice(id, topicId, first));
      continue;
    }
    seen.set(id, line);
    inner(rows, topicId).set(id, value);
  }
  if (faults.length > 1) throw new LabErrors(faults);
  if (faults[0]) throw faults[0];
  return rows;
}

function inner(outer: Map<TopicId, Map<string, number>>, key: TopicId): Map<string, number> {
  let found = outer.get(key);
  if (!found) {
    found = new Map();
    outer.set(key, found);
  }
  return found;
}
