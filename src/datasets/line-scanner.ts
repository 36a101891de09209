// Lines of white-space-separated fields found in bytes, piece by piece: no text is made until somebody needs it.

/** Told about each line that holds fields; positions are valid during the call. */
export type LineReceiver = (bytes: Uint8Array, fields: Fields, line: number) => void;

/** Where the fields of a line stand. Fields beyond the eighth are counted only. */
export interface Fields {
  count: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

const MOST_FIELDS = 8;
const NEWLINE = 0x0a;
const HASH = 0x23;

/** 1 where a byte separates fields: tab, line feed, vertical tab, form feed, carriage return, space. */
const SEPARATES = Uint8Array.from({ length: 256 }, (_, byte) => (byte === 32 || (byte >= 9 && byte <= 13) ? 1 : 0));

/**
 * CRLF, blank lines and a missing last line end carry no meaning; `#` begins a comment only as the first character of
 * a line, since ids may hold it.
 */
export class LineScanner {
  readonly #receive: LineReceiver;
  readonly #fields: Fields = { count: 0, starts: new Int32Array(MOST_FIELDS), ends: new Int32Array(MOST_FIELDS) };
  /** The beginning of a line whose end is in a later piece. */
  #carried = Buffer.alloc(1024);
  #carriedLength = 0;
  #line = 0;

  constructor(receive: LineReceiver) {
    this.#receive = receive;
  }

  push(piece: Uint8Array): void {
    let from = 0;
    if (this.#carriedLength > 0) {
      const end = piece.indexOf(NEWLINE) + 1;
      this.#carry(piece.subarray(0, end || piece.length));
      if (end === 0) return;
      this.#scan(this.#carried, 0, this.#carriedLength);
      this.#carriedLength = 0;
      from = end;
    }
    const end = piece.lastIndexOf(NEWLINE) + 1;
    if (end > from) this.#scan(piece, from, end);
    if (Math.max(from, end) < piece.length) this.#carry(piece.subarray(Math.max(from, end)));
  }

  /** The last line may lack its end. */
  finish(): void {
    if (this.#carriedLength === 0) return;
    this.#carry(Uint8Array.of(NEWLINE));
    this.#scan(this.#carried, 0, this.#carriedLength);
    this.#carriedLength = 0;
  }

  #carry(bytes: Uint8Array): void {
    const needed = this.#carriedLength + bytes.length;
    if (needed > this.#carried.length) {
      const larger = Buffer.alloc(Math.max(needed, 2 * this.#carried.length));
      larger.set(this.#carried.subarray(0, this.#carriedLength));
      this.#carried = larger;
    }
    this.#carried.set(bytes, this.#carriedLength);
    this.#carriedLength = needed;
  }

  /** Whole lines: the byte before `to` is a line feed, so that no test for the end is needed within a line. */
  #scan(bytes: Uint8Array, from: number, to: number): void {
    const fields = this.#fields;
    const { starts, ends } = fields;
    const receive = this.#receive;
    let line = this.#line;
    let at = from;
    while (at < to) {
      line++;
      if (bytes[at] === HASH) {
        at = bytes.indexOf(NEWLINE, at) + 1;
        continue;
      }
      let count = 0;
      let byte = bytes[at]!;
      for (;;) {
        while (byte !== NEWLINE && SEPARATES[byte] === 1) byte = bytes[++at]!;
        if (byte === NEWLINE) break;
        if (count < MOST_FIELDS) starts[count] = at;
        do byte = bytes[++at]!;
        while (byte > 32 || SEPARATES[byte] === 0);
        if (count < MOST_FIELDS) ends[count] = at;
        count++;
      }
      at++;
      if (count === 0) continue;
      fields.count = count;
      receive(bytes, fields, line);
    }
    this.#line = line;
  }
}
