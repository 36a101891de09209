// Qrels from TREC's four columns, from BEIR's tsv with its header, or from JSON `{topic: {document: grade}}`.
import type { Qrels, TopicId } from '../core/model.ts';
import { FAULTS, QRELS_COLUMNS, RUN_COLUMNS, readGrade } from '../eval/trec-fields.ts';
import { type ByteSource, type ReadingOptions, sourceName } from './byte-source.ts';
import type { Fields } from './line-scanner.ts';
import { LineFaults, readTable } from './read-table.ts';
import { decode, isText } from './utf8.ts';

const BEIR_HEADER = ['query-id', 'corpus-id', 'score'];
const BEIR_COLUMNS = ['query-id', 'corpus-id', 'score'];

/**
 * Reads judgments; the format is told from the content, packed with gzip or not. Topics and documents keep their order.
 * @throws LabError, or LabErrors for several (at most 20), each with its line: field count, grade that is no integer of
 *   32 bits, document judged twice for a topic, id that is not UTF-8, JSON of another shape
 */
export async function readQrels(source: ByteSource, options: ReadingOptions = {}): Promise<Qrels> {
  const faults = new LineFaults(sourceName(source));
  const qrels = new Map<TopicId, Map<string, number>>();
  /** For each topic, the lines of its documents in the order of their map: needed for one message only. */
  const lines = new Map<TopicId, number[]>();
  let openId: TopicId | undefined;
  let open = new Map<string, number>();
  let openLines: number[] = [];
  let isFirst = true;
  let isBeir = false;

  const add = (topicId: TopicId, id: string, written: string, line: number): void => {
    const grade = readGrade(written);
    if (Number.isNaN(grade)) {
      faults.add(line, () => FAULTS.grade(written));
      return;
    }
    if (topicId !== openId) {
      openId = topicId;
      open = qrels.get(topicId) ?? new Map<string, number>();
      openLines = lines.get(topicId) ?? [];
      qrels.set(topicId, open);
      lines.set(topicId, openLines);
    }
    const size = open.size;
    const before = open.get(id);
    open.set(id, grade);
    if (open.size > size) openLines.push(line);
    else {
      open.set(id, before!);
      const first = openLines[[...open.keys()].indexOf(id)]!;
      faults.add(line, () => FAULTS.twice(id, topicId, first));
    }
  };

  const textOf = (bytes: Uint8Array, start: number, end: number, what: string, line: number): string | undefined => {
    const text = decode(bytes, start, end);
    if (!text.includes('\ufffd') || isText(bytes, start, end)) return text;
    faults.add(line, () => `the ${what} id is not valid UTF-8`);
    return undefined;
  };

  await readTable(source, options, {
    faults,
    pair: add,
    line(bytes, fields, line) {
      if (isFirst) {
        isFirst = false;
        isBeir = isBeirHeader(bytes, fields);
        if (isBeir) return;
      }
      const columns = isBeir ? BEIR_COLUMNS : QRELS_COLUMNS;
      const { count, starts, ends } = fields;
      if (count !== columns.length) {
        faults.add(line, () => FAULTS.fields(columns, count));
        faults.remedy ??= remedyFor(count);
        return;
      }
      const document = isBeir ? 1 : 2;
      const topicId = textOf(bytes, starts[0]!, ends[0]!, 'topic', line);
      const id = textOf(bytes, starts[document]!, ends[document]!, 'document', line);
      if (topicId === undefined || id === undefined) return;
      add(topicId, id, decode(bytes, starts[count - 1]!, ends[count - 1]!), line);
    },
  });
  faults.throwAny();
  return qrels;
}

/** By the number of fields: the files may be swapped, or BEIR's first line may be gone. */
function remedyFor(fields: number): string | undefined {
  if (fields === RUN_COLUMNS.length) return 'lines of 6 fields are a run: give them as a run, and judgments as qrels';
  if (fields !== BEIR_COLUMNS.length) return undefined;
  return `lines of 3 fields are read after BEIR's first line: ${BEIR_HEADER.join('<tab>')}`;
}

function isBeirHeader(bytes: Uint8Array, { count, starts, ends }: Fields): boolean {
  return (
    count === BEIR_HEADER.length &&
    BEIR_HEADER.every((name, n) => decode(bytes, starts[n]!, ends[n]!).toLowerCase() === name)
  );
}
