// Archives made by hand, byte for byte, so that tests can make what no honest tool writes.
import { crc32, deflateRawSync } from 'node:zlib';

export interface TarPart {
  readonly name: string | Buffer;
  readonly text?: string;
  /** `0` file, `2` symbolic link, `5` folder ... */
  readonly type?: string;
  readonly link?: string;
  /** The size that the header states, if it lies. */
  readonly size?: number;
  readonly prefix?: string;
}

export function tarHeader({ name, text = '', type = '0', link = '', size, prefix = '' }: TarPart): Buffer {
  const header = Buffer.alloc(512);
  Buffer.from(name).copy(header, 0, 0, 100);
  header.write('0000644\0', 100, 'latin1');
  header.write(`${(size ?? Buffer.byteLength(text)).toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  header.write(type, 156, 'latin1');
  header.write(link, 157, 'utf8');
  header.write('ustar\x0000', 257, 'latin1');
  header.write(prefix, 345, 'utf8');
  return signed(header);
}

export function signed(header: Buffer): Buffer {
  header.fill(0x20, 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

export function padded(body: Buffer): Buffer {
  return Buffer.concat([body, Buffer.alloc((512 - (body.length % 512)) % 512)]);
}

export function tarPart(part: TarPart): Buffer {
  return Buffer.concat([tarHeader(part), padded(Buffer.from(part.text ?? ''))]);
}

export function makeTar(parts: readonly TarPart[]): Buffer {
  return Buffer.concat([...parts.map(tarPart), Buffer.alloc(1024)]);
}

/** `LENGTH key=value\n`, where the length counts itself. */
export function paxRecord(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  if (String(length).length + rest !== length) length = rest + String(length).length;
  return `${length} ${key}=${value}\n`;
}

export interface ZipPart {
  readonly name: string | Buffer;
  readonly text?: string;
  readonly stored?: boolean;
  /** Unix mode; 0o120000 is a link. */
  readonly mode?: number;
  /** 3 is Unix, 0 is DOS. */
  readonly host?: number;
  readonly flags?: number;
  readonly method?: number;
  /** What the directory declares, if it lies. */
  readonly size?: number;
  readonly crc?: number;
}

export function makeZip(parts: readonly ZipPart[], { comment = '', before = '' } = {}): Buffer {
  const bodies: Buffer[] = [Buffer.from(before)];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const name = Buffer.from(part.name);
    const content = Buffer.from(part.text ?? '');
    const packed = part.stored ? content : deflateRawSync(content);
    const method = part.method ?? (part.stored ? 0 : 8);
    const size = part.size ?? content.length;
    const crc = part.crc ?? crc32(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(method, 8);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt8(part.host ?? 3, 5);
    entry.writeUInt16LE(part.flags ?? 0x800, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(crc, 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(((part.mode ?? 0o100644) << 16) >>> 0, 38);
    entry.writeUInt32LE(offset, 42);
    bodies.push(local, name, packed);
    entries.push(entry, name);
    offset += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...bodies, directory, end, Buffer.from(comment)]);
}
