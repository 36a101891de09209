// Reads zip archives by their directory: members are unpacked one by one, never beyond the size that they declare.
import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { LabError } from '../core/errors.ts';

export interface ZipMember {
  /** As stored, except that bytes are decoded and a DOS writer's `\` is `/`. */
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link';
  /** Declared, once unpacked. */
  readonly size: number;
  readonly packed: number;
  readonly method: number;
  readonly encrypted: boolean;
  readonly crc: number;
  /** Where its local header begins. */
  readonly offset: number;
}

const END = 0x06054b50;
const END64 = 0x06064b50;
const END64_LOCATOR = 0x07064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** The end record and the longest comment after it. */
const MOST_END_BYTES = 22 + 0xffff;
const MOST_DIRECTORY_BYTES = 256 * 2 ** 20;
const METHODS: Readonly<Record<number, string>> = {
  1: 'shrink',
  6: 'implode',
  9: 'deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'zstd',
  95: 'xz',
};

/** @throws LabError `file.malformed` */
export async function readZipDirectory(handle: FileHandle, where: string, mostMembers: number): Promise<ZipMember[]> {
  const fail = (problem: string): LabError => new LabError('file.malformed', { where, problem });
  const { size } = await handle.stat();
  const tail = await readAt(handle, Math.max(0, size - MOST_END_BYTES), Math.min(size, MOST_END_BYTES));
  const at = findEnd(tail);
  if (at === undefined)
    throw fail(size === 0 ? 'the archive is empty' : 'no zip directory at its end; is it a whole zip archive?');
  let count = tail.readUInt16LE(at + 10);
  let length = tail.readUInt32LE(at + 12);
  let start = tail.readUInt32LE(at + 16);
  let end = size - tail.length + at;
  if (count === 0xffff || length === 0xffffffff || start === 0xffffffff) {
    const locator = end >= 20 ? await readAt(handle, end - 20, 20) : undefined;
    if (locator?.length === 20 && locator.readUInt32LE(0) === END64_LOCATOR) {
      end = Number(locator.readBigUInt64LE(8));
      const end64 = await readAt(handle, end, 56);
      if (end64.length < 56 || end64.readUInt32LE(0) !== END64) throw fail('the zip directory is damaged');
      count = Number(end64.readBigUInt64LE(32));
      length = Number(end64.readBigUInt64LE(40));
      start = Number(end64.readBigUInt64LE(48));
    }
  }
  if (count > mostMembers) throw fail(`it has ${count} members; at most ${mostMembers} are read`);
  if (length > MOST_DIRECTORY_BYTES || length > end) throw fail('the zip directory is damaged');
  // What stands before the archive, such as a program that unpacks it, moves every place by as much.
  const moved = end - length - start;
  if (moved < 0) throw fail('the zip directory is damaged');
  const directory = await readAt(handle, end - length, length);
  const members: ZipMember[] = [];
  for (let from = 0; members.length < count; ) {
    const member = readEntry(directory, from, moved);
    if (member === undefined) throw fail(`the zip directory is damaged at member ${members.length + 1}`);
    members.push(member.member);
    from = member.next;
  }
  return members;
}

/** The last record that ends where the file does, comment included. */
function findEnd(tail: Buffer): number | undefined {
  for (let at = tail.length - 22; at >= 0; at--) {
    if (tail.readUInt32LE(at) === END && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return at;
  }
  return undefined;
}

function readEntry(directory: Buffer, at: number, moved: number): { member: ZipMember; next: number } | undefined {
  if (at + 46 > directory.length || directory.readUInt32LE(at) !== ENTRY) return undefined;
  const flags = directory.readUInt16LE(at + 8);
  const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
  const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
  const next = extraEnd + directory.readUInt16LE(at + 32);
  if (next > directory.length) return undefined;
  const raw = directory.subarray(at + 46, nameEnd);
  const host = directory[at + 5]!;
  let packed = directory.readUInt32LE(at + 20);
  let size = directory.readUInt32LE(at + 24);
  let offset = directory.readUInt32LE(at + 42);
  for (let from = nameEnd; from + 4 <= extraEnd; ) {
    const field = directory.subarray(from + 4, Math.min(extraEnd, from + 4 + directory.readUInt16LE(from + 2)));
    if (directory.readUInt16LE(from) === 1) {
      // Zip64: only the values that did not fit, in this order.
      let place = 0;
      const wide = (narrow: number): number => {
        if (narrow !== 0xffffffff || place + 8 > field.length) return narrow;
        place += 8;
        return Number(field.readBigUInt64LE(place - 8));
      };
      size = wide(size);
      packed = wide(packed);
      offset = wide(offset);
    }
    from += 4 + directory.readUInt16LE(from + 2);
  }
  let name = isUtf8(raw) ? raw.toString('utf8') : fromCodePage437(raw);
  // 3 is Unix, 19 macOS; elsewhere `\` is never part of a name.
  const isUnix = host === 3 || host === 19;
  if (!isUnix) name = name.replaceAll('\\', '/');
  const mode = isUnix ? directory.readUInt32LE(at + 38) >>> 16 : 0;
  const kind = (mode & 0xf000) === 0xa000 ? 'link' : name.endsWith('/') ? 'folder' : 'file';
  const member: ZipMember = {
    name,
    kind,
    size,
    packed,
    method: directory.readUInt16LE(at + 10),
    encrypted: (flags & 1) !== 0,
    crc: directory.readUInt32LE(at + 16),
    offset: offset + moved,
  };
  return { member, next };
}

/** @throws LabError `file.malformed` */
export async function readZipMember(handle: FileHandle, member: ZipMember, where: string): Promise<Uint8Array> {
  const fail = (problem: string): LabError => new LabError('file.malformed', { where, problem });
  if (member.encrypted) throw fail('it is encrypted');
  if (member.method !== 0 && member.method !== 8) {
    const method = METHODS[member.method] ?? `method ${member.method}`;
    throw fail(`it is packed with ${method}; accepted: deflate, stored`);
  }
  const local = await readAt(handle, member.offset, 30);
  if (local.length < 30 || local.readUInt32LE(0) !== LOCAL) throw fail('the archive is damaged here');
  const start = member.offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
  const { size } = await handle.stat();
  if (start + member.packed > size) throw fail('the archive ends too early');
  const packed = await readAt(handle, start, member.packed);
  const bytes = member.method === 0 ? packed : await unpack(packed, member.size, fail);
  if (bytes.length !== member.size) throw fail('it unpacks to another size than the archive declares');
  if (crc32(bytes) !== member.crc) throw fail('its checksum is wrong: the archive is damaged');
  return bytes;
}

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);

async function unpack(packed: Buffer, declared: number, fail: (problem: string) => LabError): Promise<Uint8Array> {
  try {
    return await inflate(packed, { maxOutputLength: declared + 1 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw fail('it unpacks to more than the archive declares');
    if (code === undefined || !code.startsWith('Z_')) throw error;
    throw fail('its packed data are damaged');
  }
}

/** Shorter where the file ends. */
async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(buffer, done, length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return buffer.subarray(0, done);
}

/** The upper half of the first PC's characters, which names are in that do not say otherwise. */
const CODE_PAGE_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

function fromCodePage437(bytes: Uint8Array): string {
  return [...bytes].map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : CODE_PAGE_437[byte - 0x80]!)).join('');
}
