// Thrift's compact encoding, in which Parquet writes its footer and the headers of its pages: read with bounds on everything that
// is counted in it, so that no bytes cost more than their length.

export type ThriftValue = boolean | number | bigint | Uint8Array | readonly ThriftValue[] | ThriftStruct;
/** By the number of the field. */
export type ThriftStruct = ReadonlyMap<number, ThriftValue>;

/** Parquet needs 8 levels, and 17 fields in a struct. */
const MOST_DEPTH = 32;
const MOST_FIELDS = 256;
const MOST_BYTES_OF_32 = 5;
const MOST_BYTES_OF_64 = 10;

const TRUE = 1;
const FALSE = 2;
const BYTE = 3;
const I16 = 4;
const I32 = 5;
const I64 = 6;
const DOUBLE = 7;
const BINARY = 8;
const LIST = 9;
const STRUCT = 12;

export class ThriftReader {
  readonly #view: DataView;
  /** Of the next byte. */
  offset: number;
  /** Values that may still be read. */
  #left: number;

  constructor(bytes: Uint8Array, offset: number, mostValues: number) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.offset = offset;
    this.#left = mostValues;
  }

  /** @throws Error in words, or RangeError at the end of the bytes */
  readStruct(depth = 0): ThriftStruct {
    if (depth > MOST_DEPTH) throw new Error('its structures are nested too deep');
    const fields = new Map<number, ThriftValue>();
    for (let id = 0; ; ) {
      const head = this.#byte();
      const type = head & 0x0f;
      if (type === 0) return fields;
      const step = head >> 4;
      id = step > 0 ? id + step : zigzag(this.#varint());
      fields.set(id, this.#value(type, depth));
      if (fields.size > MOST_FIELDS) throw new Error('a structure of it has too many fields');
    }
  }

  #value(type: number, depth: number): ThriftValue {
    if (--this.#left < 0) throw new Error('it counts too many values in its footer or its page headers');
    switch (type) {
      case TRUE:
        return true;
      case FALSE:
        return false;
      case BYTE:
        return this.#byte();
      case I16:
      case I32:
        return zigzag(this.#varint());
      case I64:
        return this.#long();
      case DOUBLE:
        this.offset += 8;
        return this.#view.getFloat64(this.offset - 8, true);
      case BINARY:
        return this.#binary();
      case LIST:
        return this.#list(depth + 1);
      case STRUCT:
        return this.readStruct(depth + 1);
      default:
        throw new Error(`it holds a value of an unknown type (${type})`);
    }
  }

  #byte(): number {
    return this.#view.getUint8(this.offset++);
  }

  /** 32 bits, signed. */
  #varint(): number {
    let value = 0;
    for (let n = 0; n < MOST_BYTES_OF_32; n++) {
      const byte = this.#byte();
      value |= (byte & 0x7f) << (7 * n);
      if (byte < 0x80) return value;
    }
    throw new Error('a number of it is too long');
  }

  #long(): bigint {
    let value = 0n;
    for (let n = 0; n < MOST_BYTES_OF_64; n++) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << BigInt(7 * n);
      if (byte < 0x80) return (value >> 1n) ^ -(value & 1n);
    }
    throw new Error('a number of it is too long');
  }

  #binary(): Uint8Array {
    const length = this.#varint();
    const { buffer, byteOffset, byteLength } = this.#view;
    if (length < 0 || length > byteLength - this.offset) throw new Error('a text of it is longer than the file');
    const bytes = new Uint8Array(buffer, byteOffset + this.offset, length);
    this.offset += length;
    return bytes;
  }

  #list(depth: number): ThriftValue[] {
    if (depth > MOST_DEPTH) throw new Error('its structures are nested too deep');
    const head = this.#byte();
    const size = head >> 4 === 15 ? this.#varint() : head >> 4;
    // Each takes a byte at least.
    if (size < 0 || size > this.#view.byteLength - this.offset) throw new Error('a list of it is longer than the file');
    const type = head & 0x0f;
    const values: ThriftValue[] = [];
    for (let n = 0; n < size; n++) values.push(this.#value(type === TRUE || type === FALSE ? BYTE : type, depth));
    return values;
  }
}

function zigzag(value: number): number {
  return (value >>> 1) ^ -(value & 1);
}
