// A whole run in columns: a score, a hash and the bytes of an id for each row, about 26 bytes a row at ids of ten.
// Rows stand in file order; a topic is a list of stretches of rows, one where the file is grouped by topic.
import { GrowingInts } from './growing.ts';
import { finishHash, HASH_FACTOR, HASH_SEED } from './hash-bytes.ts';
import { decode, isText } from './utf8.ts';

/** Rows in a block: 2^16. Blocks are never copied, so that no column is ever held twice. */
const BLOCK_BITS = 16;
const BLOCK_ROWS = 1 << BLOCK_BITS;
const IN_BLOCK = BLOCK_ROWS - 1;
const FIRST_IDS = 1 << 16;
/** Memory for ids over what the last block took, and the most that a closed block keeps. */
const ROOM = 1.05;
const MOST_ROOM = 1.1;
const NONE = 0xffffffff;

interface Block {
  readonly scores: Float64Array;
  readonly hashes: Int32Array;
  /** Where each id begins in `ids`, and one more: where the last one ends. */
  readonly starts: Uint32Array;
  ids: Buffer;
}

/** The rows of one topic, gathered in file order. Scratch: valid until the next topic is gathered. */
export interface TopicRows {
  count: number;
  rows: Uint32Array;
  scores: Float64Array;
  hashes: Int32Array;
}

export class RunColumns {
  /** In the order in which the file first names them. */
  readonly topicIds: string[] = [];
  length = 0;

  readonly #blocks: Block[] = [];
  #block: Block | undefined;
  #idsLength = 0;

  readonly #topicOf = new Map<string, number>();
  #topic = Buffer.alloc(64);
  #topicLength = -1;

  /** A stretch ends where the next one starts. */
  readonly #stretchStart = new GrowingInts();
  readonly #stretchNext = new GrowingInts();
  readonly #firstStretch: number[] = [];
  readonly #lastStretch: number[] = [];

  /** From which row on the line is `row + shift`, modulo 2^32: changes where a line holds no row, or several (JSON). */
  readonly #shiftRows = new GrowingInts();
  readonly #shifts = new GrowingInts();
  #shift = Number.NaN;

  readonly #gathered: TopicRows = {
    count: 0,
    rows: new Uint32Array(0),
    scores: new Float64Array(0),
    hashes: new Int32Array(0),
  };

  /** @returns what is wrong with the names, if anything; then nothing is added */
  add(
    topic: Uint8Array,
    topicStart: number,
    topicEnd: number,
    id: Uint8Array,
    idStart: number,
    idEnd: number,
    score: number,
    line: number,
  ): string | undefined {
    const row = this.length & IN_BLOCK;
    let block = this.#block;
    if (block === undefined || this.length === this.#blocks.length * BLOCK_ROWS) block = this.#openBlock();
    const idsLength = this.#idsLength;
    const needed = idsLength + idEnd - idStart;
    if (needed > block.ids.length) block.ids = enlarged(block.ids, idsLength, needed);
    const { ids } = block;
    let hash = HASH_SEED;
    let all = 0;
    for (let from = idStart, to = idsLength; from < idEnd; from++, to++) {
      const byte = id[from]!;
      ids[to] = byte;
      all |= byte;
      hash = Math.imul(hash ^ byte, HASH_FACTOR);
    }
    if (all > 127 && !isText(id, idStart, idEnd)) return 'the document id is not valid UTF-8';
    if (!this.#isOpenTopic(topic, topicStart, topicEnd)) {
      const problem = this.#openTopic(topic, topicStart, topicEnd);
      if (problem !== undefined) return problem;
    }
    block.scores[row] = score;
    block.hashes[row] = finishHash(hash);
    block.starts[row + 1] = needed;
    this.#idsLength = needed;
    if (line - this.length !== this.#shift) this.#setShift(line - this.length);
    this.length++;
    return undefined;
  }

  lineOf(row: number): number {
    let low = 0;
    let high = this.#shiftRows.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#shiftRows.at(middle) <= row) low = middle;
      else high = middle - 1;
    }
    return (row + this.#shifts.at(low)) >>> 0;
  }

  idOf(row: number): string {
    const { ids, starts } = this.#blocks[row >>> BLOCK_BITS]!;
    const at = row & IN_BLOCK;
    return decode(ids, starts[at]!, starts[at + 1]!);
  }

  /** Below, at or above 0 as the ids of two rows stand in byte order. */
  compareIds(a: number, b: number): number {
    const left = this.#blocks[a >>> BLOCK_BITS]!;
    const right = this.#blocks[b >>> BLOCK_BITS]!;
    let i = left.starts[a & IN_BLOCK]!;
    let j = right.starts[b & IN_BLOCK]!;
    const iEnd = left.starts[(a & IN_BLOCK) + 1]!;
    const jEnd = right.starts[(b & IN_BLOCK) + 1]!;
    const [x, y] = [left.ids, right.ids];
    while (i < iEnd && j < jEnd) {
      const difference = x[i++]! - y[j++]!;
      if (difference !== 0) return difference;
    }
    return iEnd - i - (jEnd - j);
  }

  hasId(row: number, bytes: Uint8Array, start: number, end: number): boolean {
    const { ids, starts } = this.#blocks[row >>> BLOCK_BITS]!;
    const from = starts[row & IN_BLOCK]!;
    if (starts[(row & IN_BLOCK) + 1]! - from !== end - start) return false;
    for (let at = start; at < end; at++) if (ids[from + at - start] !== bytes[at]) return false;
    return true;
  }

  /** Whether the rows of every topic stand together in the file. */
  get isGrouped(): boolean {
    return this.#firstStretch.every((first, topic) => first === this.#lastStretch[topic]);
  }

  rowsOf(topic: number): TopicRows {
    const into = this.#gathered;
    into.count = 0;
    for (let stretch = this.#firstStretch[topic]!; stretch !== NONE; stretch = this.#stretchNext.at(stretch)) {
      const start = this.#stretchStart.at(stretch);
      const end = stretch + 1 < this.#stretchStart.length ? this.#stretchStart.at(stretch + 1) : this.length;
      if (into.count + end - start > into.rows.length) reserve(into, into.count + end - start);
      for (let row = start; row < end; row++) {
        const block = this.#blocks[row >>> BLOCK_BITS]!;
        into.rows[into.count] = row;
        into.scores[into.count] = block.scores[row & IN_BLOCK]!;
        into.hashes[into.count] = block.hashes[row & IN_BLOCK]!;
        into.count++;
      }
    }
    return into;
  }

  #openBlock(): Block {
    const closed = this.#block;
    if (closed !== undefined && closed.ids.length > MOST_ROOM * this.#idsLength) {
      closed.ids = Buffer.from(closed.ids.subarray(0, this.#idsLength));
    }
    // Ids are about as long as before: with a little room nothing is copied.
    const size = closed === undefined ? FIRST_IDS : Math.ceil(ROOM * this.#idsLength);
    const block: Block = {
      scores: new Float64Array(BLOCK_ROWS),
      hashes: new Int32Array(BLOCK_ROWS),
      starts: new Uint32Array(BLOCK_ROWS + 1),
      ids: Buffer.allocUnsafeSlow(size),
    };
    this.#blocks.push(block);
    this.#block = block;
    this.#idsLength = 0;
    return block;
  }

  #isOpenTopic(bytes: Uint8Array, start: number, end: number): boolean {
    const length = this.#topicLength;
    if (end - start !== length) return false;
    const topic = this.#topic;
    for (let i = 0; i < length; i++) if (bytes[start + i] !== topic[i]) return false;
    return true;
  }

  #openTopic(bytes: Uint8Array, start: number, end: number): string | undefined {
    const topicId = decode(bytes, start, end);
    if (topicId.includes('\ufffd') && !isText(bytes, start, end)) return 'the topic id is not valid UTF-8';
    let topic = this.#topicOf.get(topicId);
    const stretch = this.#stretchStart.length;
    if (topic === undefined) {
      topic = this.topicIds.length;
      this.#topicOf.set(topicId, topic);
      this.topicIds.push(topicId);
      this.#firstStretch.push(stretch);
    } else this.#stretchNext.set(this.#lastStretch[topic]!, stretch);
    this.#lastStretch[topic] = stretch;
    this.#stretchStart.push(this.length);
    this.#stretchNext.push(NONE);
    if (end - start > this.#topic.length) this.#topic = Buffer.alloc(2 * (end - start));
    this.#topic.set(bytes.subarray(start, end));
    this.#topicLength = end - start;
    return undefined;
  }

  #setShift(shift: number): void {
    this.#shift = shift;
    this.#shiftRows.push(this.length);
    this.#shifts.push(shift >>> 0);
  }
}

function enlarged(ids: Buffer, used: number, needed: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * ids.length));
  larger.set(ids.subarray(0, used));
  return larger;
}

function reserve(into: TopicRows, needed: number): void {
  const size = Math.max(needed, 2 * into.rows.length);
  const { rows, scores, hashes, count } = into;
  into.rows = new Uint32Array(size);
  into.scores = new Float64Array(size);
  into.hashes = new Int32Array(size);
  into.rows.set(rows.subarray(0, count));
  into.scores.set(scores.subarray(0, count));
  into.hashes.set(hashes.subarray(0, count));
}
