// Reads tar (ustar, pax, GNU long names) from a stream: one member at a time, nothing kept but what is asked for.
import { isUtf8 } from 'node:buffer';
import { LabError } from '../core/errors.ts';

export interface TarMember {
  /** As stored, except that bytes are decoded. */
  readonly name: string;
  readonly isUtf8: boolean;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly size: number;
  /** Of files that were asked for. */
  readonly bytes?: Uint8Array;
}

const BLOCK = 512;
/** Of names and attributes kept beside a member. */
const MOST_HEADER_BYTES = 1 << 20;

/**
 * @param where what messages call the archive
 * @param wants whether the bytes of a file are needed; the others are passed over
 * @throws LabError `file.malformed`
 */
export async function* readTar(
  pieces: AsyncIterable<Uint8Array>,
  where: string,
  wants: (member: TarMember, index: number) => boolean,
): AsyncGenerator<TarMember> {
  const reader = new PieceReader(pieces);
  const fail = (problem: string): LabError => new LabError('file.malformed', { where, problem });
  let names: { path?: Buffer; size?: number } = {};
  let index = 0;
  try {
    for (;;) {
      const at = reader.done;
      const header = await reader.take(BLOCK);
      if (header === undefined) {
        if (at === 0 && reader.done === 0) throw fail('the archive is empty');
        if (reader.done > at) throw fail('the archive ends in the middle of a header');
        return;
      }
      if (header.every((byte) => byte === 0)) {
        // Two such blocks are the end; what follows is padding.
        return;
      }
      if (!checksumHolds(header)) throw fail(`no tar header at byte ${at}; is it a tar archive?`);
      const type = String.fromCharCode(header[156]!);
      const declared = readNumber(header.subarray(124, 136));
      const size = names.size ?? declared;
      if (declared === undefined || size === undefined) throw fail(`the size in the header at byte ${at} is no number`);
      if (type === 'x' || type === 'g' || type === 'L' || type === 'K') {
        if (declared > MOST_HEADER_BYTES) throw fail(`the name in the header at byte ${at} is too long`);
        const body = await reader.take(declared);
        if (body === undefined || !(await reader.skip(padding(declared)))) throw fail('the archive ends too early');
        if (type === 'x') names = { ...names, ...readPax(body, fail) };
        else if (type === 'L') names = { ...names, path: trimNul(body) };
        continue;
      }
      const name = names.path ?? ustarName(header);
      names = {};
      const kind = kindOf(type, name);
      const member = { name: name.toString('utf8'), isUtf8: isUtf8(name), kind, size };
      // Links and folders have no content, whatever size they state; only old tars of folders write one.
      const content = kind === 'file' || kind === 'other' ? size : 0;
      if (kind === 'file' && wants(member, index)) {
        const bytes = await reader.take(content);
        if (bytes === undefined || !(await reader.skip(padding(content)))) throw fail('the archive ends too early');
        yield { ...member, bytes };
      } else {
        yield member;
        if (!(await reader.skip(content + padding(content)))) throw fail('the archive ends too early');
      }
      index++;
    }
  } finally {
    await reader.close();
  }
}

function padding(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

function kindOf(type: string, name: Buffer): TarMember['kind'] {
  if (type === '5') return 'folder';
  if (type === '1' || type === '2') return 'link';
  // Old archives mark a folder by its name only.
  if (type === '\0' || type === '0' || type === '7') return name.at(-1) === 0x2f ? 'folder' : 'file';
  return 'other';
}

/** The sum of all bytes with the field itself read as spaces; some old writers summed signed bytes. */
function checksumHolds(header: Buffer): boolean {
  const stated = readNumber(header.subarray(148, 156));
  let unsigned = 0;
  let signed = 0;
  for (let i = 0; i < BLOCK; i++) {
    const byte = i >= 148 && i < 156 ? 0x20 : header[i]!;
    unsigned += byte;
    signed += byte < 0x80 ? byte : byte - 0x100;
  }
  return stated === unsigned || stated === signed;
}

/** Octal digits, or base 256 where the first bit is set. */
function readNumber(field: Buffer): number | undefined {
  if (field[0]! & 0x80) {
    let value = field[0]! & 0x7f;
    for (const byte of field.subarray(1)) value = value * 256 + byte;
    return Number.isSafeInteger(value) ? value : undefined;
  }
  const digits = trimNul(field).toString('latin1').trim();
  if (digits === '') return 0;
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : undefined;
}

function trimNul(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

function ustarName(header: Buffer): Buffer {
  const name = trimNul(header.subarray(0, 100));
  const prefix = trimNul(header.subarray(345, 500));
  // GNU tar keeps times where POSIX has the prefix.
  const isPosix = header.toString('latin1', 257, 263) === 'ustar\0';
  return Buffer.from(isPosix && prefix.length > 0 ? Buffer.concat([prefix, Buffer.from([0x2f]), name]) : name);
}

/** Records `LENGTH key=value\n`. */
function readPax(body: Buffer, fail: (problem: string) => LabError): { path?: Buffer; size?: number } {
  const found: { path?: Buffer; size?: number } = {};
  for (let at = 0; at < body.length; ) {
    const space = body.indexOf(0x20, at);
    const digits = space < 0 ? '' : body.toString('latin1', at, space);
    const length = /^[1-9][0-9]{0,8}$/.test(digits) ? Number(digits) : 0;
    const equals = body.indexOf(0x3d, space);
    const end = at + length;
    if (length === 0 || end > body.length || equals < space || equals >= end || body[end - 1] !== 0x0a) {
      throw fail('an extended header (pax) is damaged');
    }
    const key = body.toString('latin1', space + 1, equals);
    const value = body.subarray(equals + 1, end - 1);
    if (key === 'path') found.path = Buffer.from(value);
    if (key === 'size') {
      const size = /^[0-9]{1,15}$/.test(value.toString('latin1')) ? Number(value.toString('latin1')) : undefined;
      if (size === undefined) throw fail('the size in an extended header (pax) is no number');
      found.size = size;
    }
    at = end;
  }
  return found;
}

/** Takes exact numbers of bytes out of pieces of any length. */
class PieceReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #piece: Uint8Array = new Uint8Array(0);
  #at = 0;
  /** Bytes taken or skipped so far. */
  done = 0;

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** @returns undefined where fewer bytes are left; memory grows with what is there, not with what is asked for */
  async take(n: number): Promise<Buffer | undefined> {
    // Copies: a piece may be reused by whoever reads it, and a name must not hold on to a whole piece.
    const parts: Uint8Array[] = [];
    const whole = await this.#consume(n, (part) => parts.push(Buffer.from(part)));
    return whole ? Buffer.concat(parts) : undefined;
  }

  skip(n: number): Promise<boolean> {
    return this.#consume(n, () => {});
  }

  async #consume(n: number, use: (part: Uint8Array) => void): Promise<boolean> {
    for (let missing = n; missing > 0; ) {
      if (this.#at === this.#piece.length) {
        const next = await this.#pieces.next();
        if (next.done) return false;
        this.#piece = next.value;
        this.#at = 0;
        continue;
      }
      const part = this.#piece.subarray(this.#at, this.#at + missing);
      use(part);
      this.#at += part.length;
      this.done += part.length;
      missing -= part.length;
    }
    return true;
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }
}
