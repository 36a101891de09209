// What a Parquet file says of itself, looked through before a reader believes it: counts, sizes and places. A few damaged bytes
// would have it loop without end, or take more memory than there is.
import { ThriftReader, type ThriftStruct, type ThriftValue } from './read-thrift.ts';

const MIB = 2 ** 20;
const MOST_FOOTER_BYTES = 64 * MIB;
/** In the footer, and again in all page headers. */
const MOST_SAID = 2_000_000;
const MOST_SCHEMA_DEPTH = 64;
/** Rows of question sets and of their passages. */
const MOST_ROWS = 10_000_000;
/** A page has some 20,000 values and a row group a million rows, as writers make them; a run of one value needs no bytes. */
const MOST_PAGE_VALUES = 2 ** 24;
const MOST_GROUP_VALUES = 2 ** 25;
const MOST_PAGE_BYTES = 256 * MIB;

/** @throws Error in words: what the file says cannot be true, or is more than is read */
export function checkParquet(bytes: Uint8Array): void {
  try {
    const footer = readFooter(bytes);
    checkSchema(structs(footer.get(2), 'schema elements'));
    const pages = new ThriftReader(bytes, 0, MOST_SAID);
    let rows = 0;
    let used = 0;
    for (const group of structs(footer.get(4), 'row groups')) {
      rows += within(group.get(3), MOST_ROWS, 'rows of a row group');
      let values = 0;
      for (const column of structs(group.get(1), 'columns')) {
        const chunk = column.get(3);
        // Without it, or with a column in another file, the reader says so.
        if (!(chunk instanceof Map)) continue;
        const size = within(chunk.get(7), bytes.length, 'bytes of a column');
        const start = within(chunk.get(11) || chunk.get(9), bytes.length - size, 'place of a column');
        used += size;
        values += checkPages(pages, start, start + size);
      }
      if (values > MOST_GROUP_VALUES) throw excess(MOST_GROUP_VALUES, 'values in a row group');
    }
    if (rows > MOST_ROWS) throw excess(MOST_ROWS, 'rows');
    if (used > bytes.length) throw new Error('its columns overlap');
  } catch (error) {
    throw error instanceof RangeError ? new Error('it is cut off or damaged') : error;
  }
}

function readFooter(bytes: Uint8Array): ThriftStruct {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(bytes.length - 8, true);
  if (Buffer.from(bytes.subarray(-4)).toString('latin1') !== 'PAR1') throw new Error('it does not end in PAR1');
  if (length > bytes.length - 8) throw new Error('its footer is longer than the file');
  if (length > MOST_FOOTER_BYTES) throw excess(MOST_FOOTER_BYTES / MIB, 'MiB of footer');
  return new ThriftReader(bytes, bytes.length - 8 - length, MOST_SAID).readStruct();
}

/** The elements are a tree, written parents first, with the number of children in each. */
function checkSchema(elements: readonly ThriftStruct[]): void {
  /** Children that are still to come, of each element that is open. */
  const open: number[] = [];
  for (const [place, element] of elements.entries()) {
    if (place > 0) {
      while (open.at(-1) === 0) open.pop();
      if (open.length === 0) throw new Error('its schema is damaged: it has more elements than it counts');
      open.push(open.pop()! - 1);
    }
    open.push(within(element.get(5) ?? 0, elements.length, 'children in its schema'));
    if (open.length > MOST_SCHEMA_DEPTH) throw new Error('its schema is nested too deep');
  }
  if (open.some((children) => children > 0))
    throw new Error('its schema is damaged: it has fewer elements than it counts');
}

/** @returns the values of all pages in a column chunk */
function checkPages(reader: ThriftReader, start: number, end: number): number {
  let values = 0;
  reader.offset = start;
  // The reader, too, takes a single byte that is left for no page.
  while (reader.offset < end - 1) {
    const header = reader.readStruct();
    within(header.get(2), MOST_PAGE_BYTES, 'bytes of an unpacked page');
    const size = within(header.get(3), end - reader.offset, 'bytes of a page');
    for (const kind of [header.get(5), header.get(7), header.get(8)]) {
      if (kind instanceof Map) values += within(kind.get(1), MOST_PAGE_VALUES, 'values of a page');
    }
    const second = header.get(8);
    if (second instanceof Map) {
      within(second.get(2), Number(second.get(1)), 'nulls of a page');
      within(second.get(3), MOST_PAGE_VALUES, 'rows of a page');
      const definition = within(second.get(5), size, 'bytes of levels');
      within(second.get(6), size - definition, 'bytes of levels');
    }
    reader.offset += size;
  }
  return values;
}

function structs(value: ThriftValue | undefined, what: string): readonly ThriftStruct[] {
  if (!Array.isArray(value) || !value.every((each) => each instanceof Map)) throw new Error(`its ${what} are damaged`);
  return value as readonly ThriftStruct[];
}

function within(value: ThriftValue | undefined, most: number, what: string): number {
  const number = typeof value === 'bigint' || typeof value === 'number' ? Number(value) : Number.NaN;
  if (number >= 0 && number <= most) return number;
  const said = Number.isNaN(number) ? 'not there' : `${number}; accepted: 0 to ${most}`;
  throw new Error(`it is damaged or too large: ${what}: ${said}`);
}

function excess(most: number, what: string): Error {
  return new Error(`more than ${most} ${what}; no more are read`);
}
