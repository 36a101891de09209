// Runs from TREC's six columns or from JSON `{topic: {document: score}}`, joined with judgments topic by topic.
import type { Qrels, TopicId } from '../core/model.ts';
import type { Rankings } from '../eval/fusion/fuse.ts';
import type { JudgedTopic } from '../eval/judged-topic.ts';
import { FAULTS, QRELS_COLUMNS, RUN_COLUMNS, readScore } from '../eval/trec-fields.ts';
import { type ByteSource, type ReadingOptions, sourceName } from './byte-source.ts';
import { readDecimal } from './decimal-bytes.ts';
import { slotsFor } from './hash-bytes.ts';
import { GradeTable } from './judge-rows.ts';
import { rankRows } from './rank-rows.ts';
import { LineFaults, readTable } from './read-table.ts';
import { RunColumns } from './run-columns.ts';
import { decode } from './utf8.ts';

export interface RunReadingOptions extends ReadingOptions {
  /** Scores rounded to single precision, as some tools hold them: a few that differ become ties. Default: doubles. */
  readonly float32?: boolean;
}

/** A run that was read whole and found sound. Topics come in the order in which the file first names them. */
export interface ReadRun extends Iterable<JudgedTopic> {
  /** The tag of the first line; undefined for an empty file and for JSON. */
  readonly tag: string | undefined;
  readonly topicIds: readonly TopicId[];
  /** Whether the lines of every topic stand together. */
  readonly isGrouped: boolean;
  /** Ranked documents of all topics. */
  readonly entries: number;
  /** By topic, in trec_eval's order, ranked when asked for: what a fusion reads. */
  readonly rankings: Rankings;
}

/**
 * Reads a run, packed with gzip or not. Lines may stand in any order; the rank column is ignored. Within a topic:
 * score descending, then id descending by UTF-8 bytes, as trec_eval has it. Each iteration ranks and joins afresh, one
 * topic at a time, so that only the columns of the file are held.
 * @param qrels judgments to join with; a topic that they lack is yielded too, with nothing relevant
 * @throws LabError, or LabErrors for several (at most 20), each with its line: field count, score that is no finite
 *   number, document listed twice for a topic, id that is not UTF-8, JSON of another shape
 */
export async function readRun(source: ByteSource, qrels: Qrels, options: RunReadingOptions = {}): Promise<ReadRun> {
  const faults = new LineFaults(sourceName(source));
  const columns = new RunColumns();
  const { float32 = false } = options;
  let tag: string | undefined;

  await readTable(source, options, {
    faults,
    line(bytes, fields, line) {
      const { count, starts, ends } = fields;
      if (count !== RUN_COLUMNS.length) {
        faults.add(line, () => FAULTS.fields(RUN_COLUMNS, count));
        if (count === QRELS_COLUMNS.length) faults.remedy ??= 'lines of 4 fields are judgments: give them as qrels';
        return;
      }
      const score = readDecimal(bytes, starts[4]!, ends[4]!);
      if (Number.isNaN(score)) {
        faults.add(line, () => FAULTS.score(decode(bytes, starts[4]!, ends[4]!)));
        return;
      }
      tag ??= decode(bytes, starts[5]!, ends[5]!);
      const problem = columns.add(
        bytes,
        starts[0]!,
        ends[0]!,
        bytes,
        starts[2]!,
        ends[2]!,
        float32 ? Math.fround(score) : score,
        line,
      );
      if (problem !== undefined) faults.add(line, () => problem);
    },
    pair(topicId, id, written, line) {
      const score = readScore(written);
      if (Number.isNaN(score)) {
        faults.add(line, () => FAULTS.score(written));
        return;
      }
      const topic = Buffer.from(topicId);
      const document = Buffer.from(id);
      const kept = float32 ? Math.fround(score) : score;
      columns.add(topic, 0, topic.length, document, 0, document.length, kept, line);
    },
  });
  findDoubles(columns, faults);
  faults.throwAny();
  return {
    tag,
    topicIds: columns.topicIds,
    isGrouped: columns.isGrouped,
    entries: columns.length,
    rankings: rankingsOf(columns),
    [Symbol.iterator]: () => judgedTopics(columns, qrels),
  };
}

/** Hashes first: ids are compared only where those are equal. */
function findDoubles(columns: RunColumns, faults: LineFaults): void {
  let slots = new Int32Array(0);
  columns.topicIds.forEach((topicId, topic) => {
    const { count, rows, hashes } = columns.rowsOf(topic);
    const size = slotsFor(count);
    if (slots.length === size) slots.fill(0);
    else slots = new Int32Array(size);
    const mask = size - 1;
    for (let n = 0; n < count; n++) {
      const hash = hashes[n]!;
      let slot = hash & mask;
      for (let other = slots[slot]!; other !== 0; other = slots[slot]!) {
        if (hashes[other - 1] === hash && columns.compareIds(rows[other - 1]!, rows[n]!) === 0) {
          const first = rows[other - 1]!;
          faults.add(columns.lineOf(rows[n]!), () => FAULTS.twice(columns.idOf(first), topicId, columns.lineOf(first)));
          break;
        }
        slot = (slot + 1) & mask;
      }
      if (slots[slot] === 0) slots[slot] = n + 1;
    }
  });
}

function rankingsOf(columns: RunColumns): Rankings {
  const { topicIds } = columns;
  const numbers = new Map(topicIds.map((topicId, topic) => [topicId, topic]));
  return {
    keys: () => topicIds,
    get(topicId) {
      const topic = numbers.get(topicId);
      if (topic === undefined) return undefined;
      const { count, rows, scores } = columns.rowsOf(topic);
      const order = rankRows(scores, count, (a, b) => columns.compareIds(rows[a]!, rows[b]!));
      return {
        ids: Array.from(order, (n) => columns.idOf(rows[n]!)),
        scores: Float64Array.from(order, (n) => scores[n]!),
      };
    },
  };
}

function* judgedTopics(columns: RunColumns, qrels: Qrels): Generator<JudgedTopic> {
  const table = new GradeTable();
  for (let topic = 0; topic < columns.topicIds.length; topic++) {
    const topicId = columns.topicIds[topic]!;
    const { count, rows, scores, hashes } = columns.rowsOf(topic);
    const order = rankRows(scores, count, (a, b) => columns.compareIds(rows[a]!, rows[b]!));
    table.load(qrels.get(topicId));
    const judged = table.judge(order, hashes, (n, bytes, start, end) => columns.hasId(rows[n]!, bytes, start, end));
    const ranked = new Float64Array(count);
    for (let rank = 0; rank < count; rank++) {
      ranked[rank] = scores[order[rank]!]!;
      // From here on the order holds rows, which stay valid: the gathered positions do not.
      order[rank] = rows[order[rank]!]!;
    }
    let ids: readonly string[] | undefined;
    yield {
      topicId,
      judged,
      scores: ranked,
      places: order,
      ids() {
        ids ??= Array.from(order, (row) => columns.idOf(row));
        return ids;
      },
    };
  }
}
