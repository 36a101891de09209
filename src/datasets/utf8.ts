// Between bytes and text: quick where all is ASCII, strict where it is not.
import { isUtf8 } from 'node:buffer';

/** Text of bytes[start..end). What is not UTF-8 comes out as U+FFFD: for messages only, see `isText`. */
export function decode(bytes: Uint8Array, start: number, end: number): string {
  return viewOf(bytes).toString('utf8', start, end);
}

export function isText(bytes: Uint8Array, start: number, end: number): boolean {
  return isUtf8(bytes.subarray(start, end));
}

/** The last array seen: one buffer serves a whole file. */
let lastArray: Uint8Array | undefined;
let lastView: Buffer = Buffer.alloc(0);

/** The same memory as a Buffer, whose methods decode without a copy. */
function viewOf(bytes: Uint8Array): Buffer {
  if (Buffer.isBuffer(bytes)) return bytes;
  if (bytes !== lastArray) {
    lastArray = bytes;
    lastView = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  return lastView;
}
