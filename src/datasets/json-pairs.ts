// `{topic: {document: number}}` read from bytes, piece by piece. JSON.parse would hold all of it at once, keep the last
// of two equal keys without a word, and name no line.
import { LabError } from '../core/errors.ts';

/** @param written the number as it stands in the file, not yet judged */
export type PairReceiver = (topicId: string, id: string, written: string, line: number) => void;

/** What may come next. */
type Expected =
  | 'an object of topics'
  | 'a topic or "}"'
  | 'a topic'
  | '":" and an object of documents'
  | 'an object of documents'
  | 'a document or "}"'
  | 'a document'
  | '":" and a number'
  | 'a number'
  | '"," or "}" in a topic'
  | '"," or "}"'
  | 'the end';

const [TAB, NEWLINE, RETURN, SPACE, QUOTE, COMMA, COLON, BACKSLASH, OPEN, CLOSE] = [
  9, 10, 13, 32, 0x22, 0x2c, 0x3a, 0x5c, 0x7b, 0x7d,
];

/** What begins a string, an object or a list where a number should stand. */
const OPENS_OTHER = new Set([QUOTE, OPEN, 0x5b]);

export class JsonPairs {
  readonly #receive: PairReceiver;
  readonly #name: string;
  #expected: Expected = 'an object of topics';
  #line = 1;
  #topicId = '';
  #id = '';
  /** The bytes of an unfinished string (with its quotes) or number. */
  #token: number[] = [];
  #inString = false;
  #escaped = false;

  constructor(name: string, receive: PairReceiver) {
    this.#name = name;
    this.#receive = receive;
  }

  push(piece: Uint8Array): void {
    for (const byte of piece) {
      if (this.#inString) this.#stringByte(byte);
      else this.#byte(byte);
    }
  }

  finish(): void {
    if (this.#inString || this.#expected !== 'the end') this.#fail('the text ends');
  }

  #stringByte(byte: number): void {
    if (byte === NEWLINE) this.#fail('a line end inside a string');
    this.#token.push(byte);
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) {
      this.#inString = false;
      this.#string(this.#takeString());
    }
  }

  #byte(byte: number): void {
    const isSpace = byte === SPACE || byte === NEWLINE || byte === RETURN || byte === TAB;
    if (isSpace || byte === COMMA || byte === CLOSE) {
      if (this.#token.length > 0) this.#number();
      if (byte === NEWLINE) this.#line++;
      if (!isSpace) this.#mark(byte);
    } else if (this.#expected === 'a number') {
      // Whatever it is, the rule for scores and grades will say.
      if (OPENS_OTHER.has(byte)) this.#mark(byte);
      this.#token.push(byte);
    } else if (byte === QUOTE) {
      this.#token = [byte];
      this.#inString = true;
    } else this.#mark(byte);
  }

  #string(text: string): void {
    if (/\p{Surrogate}/u.test(text)) this.#fail(`${JSON.stringify(text)} is not valid Unicode`);
    if (this.#expected === 'a topic or "}"' || this.#expected === 'a topic') {
      this.#topicId = text;
      this.#expected = '":" and an object of documents';
    } else if (this.#expected === 'a document or "}"' || this.#expected === 'a document') {
      this.#id = text;
      this.#expected = '":" and a number';
    } else this.#fail(`got ${JSON.stringify(text)}`);
  }

  #number(): void {
    const written = Buffer.from(this.#token).toString('latin1');
    this.#token = [];
    this.#receive(this.#topicId, this.#id, written, this.#line);
    this.#expected = '"," or "}"';
  }

  #mark(byte: number): void {
    const next = NEXT.get(this.#expected)?.get(byte);
    if (next === undefined) this.#fail(`got ${JSON.stringify(String.fromCharCode(byte))}`);
    this.#expected = next;
  }

  #takeString(): string {
    const bytes = Uint8Array.from(this.#token);
    this.#token = [];
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)) as string;
    } catch {
      return this.#fail('a string that is no valid JSON');
    }
  }

  #fail(got: string): never {
    const expected = this.#expected;
    const problem = `not valid JSON of the form {topic: {document: number}}: expected ${expected}, ${got}`;
    throw new LabError('file.malformed', { where: `${this.#name}:${this.#line}`, problem });
  }
}

const NEXT: ReadonlyMap<Expected, ReadonlyMap<number, Expected>> = new Map<Expected, ReadonlyMap<number, Expected>>([
  ['an object of topics', new Map([[OPEN, 'a topic or "}"']])],
  ['a topic or "}"', new Map([[CLOSE, 'the end']])],
  ['":" and an object of documents', new Map([[COLON, 'an object of documents']])],
  ['an object of documents', new Map([[OPEN, 'a document or "}"']])],
  ['a document or "}"', new Map([[CLOSE, '"," or "}" in a topic']])],
  ['":" and a number', new Map([[COLON, 'a number']])],
  [
    '"," or "}"',
    new Map([
      [COMMA, 'a document'],
      [CLOSE, '"," or "}" in a topic'],
    ]),
  ],
  [
    '"," or "}" in a topic',
    new Map([
      [COMMA, 'a topic'],
      [CLOSE, 'the end'],
    ]),
  ],
]);
