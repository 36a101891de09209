// What reading qrels and runs has in common: telling JSON from lines, and collecting what is wrong by its place.
import { LabError, LabErrors } from '../core/errors.ts';
import { MOST_FAULTS } from '../eval/trec-fields.ts';
import { type ByteSource, type ReadingOptions, readPieces, sourceName } from './byte-source.ts';
import { JsonPairs, type PairReceiver } from './json-pairs.ts';
import { type LineReceiver, LineScanner } from './line-scanner.ts';

/** The first twenty bad lines of a file, in whatever order they are found. */
export class LineFaults {
  readonly #name: string;
  /** What may help with all of them: printed once, behind the last one. */
  remedy: string | undefined;
  /** By line. */
  #faults: { readonly line: number; readonly problem: string }[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  /** @param problem asked for only if the line is among the first twenty */
  add(line: number, problem: () => string): void {
    if (this.isFull && line >= this.#faults.at(-1)!.line) return;
    this.#faults.push({ line, problem: problem() });
    this.#faults = this.#faults.sort((a, b) => a.line - b.line).slice(0, MOST_FAULTS);
  }

  /** Reading on cannot bring a line that belongs to the first twenty. */
  get isFull(): boolean {
    return this.#faults.length === MOST_FAULTS;
  }

  throwAny(): void {
    const last = this.#faults.length - 1;
    const errors = this.#faults.map(({ line, problem }, n) => {
      const where = `${this.#name}:${line}`;
      return new LabError('file.malformed', { where, problem }, n === last ? this.remedy : undefined);
    });
    if (errors.length > 1) throw new LabErrors(errors);
    if (errors[0]) throw errors[0];
  }
}

export interface TableReceiver {
  readonly line: LineReceiver;
  readonly pair: PairReceiver;
  readonly faults: LineFaults;
}

/** Feeds a whole source to `line`, or to `pair` where it is JSON; stops early when there are faults enough. */
export async function readTable(
  source: ByteSource,
  options: ReadingOptions,
  { line, pair, faults }: TableReceiver,
): Promise<void> {
  let parser: LineScanner | JsonPairs | undefined;
  let head: Uint8Array = new Uint8Array(0);
  for await (const piece of readPieces(source, options)) {
    let bytes = piece;
    if (parser === undefined) {
      bytes = head.length === 0 ? piece : Buffer.concat([head, piece]);
      const isJson = looksLikeJson(bytes);
      if (isJson === undefined) {
        head = Uint8Array.from(bytes);
        continue;
      }
      parser = isJson ? new JsonPairs(sourceName(source), pair) : new LineScanner(line);
    }
    parser.push(bytes);
    if (faults.isFull) return;
  }
  if (parser === undefined) {
    // All white space, or an empty object.
    parser = head.includes(0x7b) ? new JsonPairs(sourceName(source), pair) : new LineScanner(line);
    parser.push(head);
  }
  parser.finish();
}

/** A topic may be called `{1}`, but no line of TREC's begins like an object: `{`, then a quote. undefined: not clear yet. */
function looksLikeJson(bytes: Uint8Array): boolean | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096)).toString('latin1');
  if (/^\s*(\{\s*\}?\s*)?$/.test(start)) return undefined;
  return /^\s*\{\s*"/.test(start);
}
