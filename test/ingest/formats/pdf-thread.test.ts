import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LabError } from '../../../src/core/errors.ts';
import { pdf } from '../../../src/ingest/formats/pdf.ts';
import { readInThread } from '../../../src/ingest/formats/pdf-thread.ts';
import { samplePdf } from './sample-pdf.ts';

const MIB = 2 ** 20;

interface Stream {
  readonly dict: string;
  readonly bytes: Uint8Array;
}

/** One page whose contents are the first stream; the others are its drawings /X1, /X2 ... The reader finds the objects itself. */
function pageOf(...streams: readonly Stream[]): Uint8Array {
  const drawings = streams.map((_, n) => `/X${n} ${5 + n} 0 R`).join(' ');
  const objects: (string | Uint8Array)[] = [
    '%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n',
    '2 0 obj << /Type /Pages /Count 1 /Kids [4 0 R] >> endobj\n',
    '3 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> endobj\n',
    `4 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> /XObject << ${drawings} >> >> >> endobj\n`,
  ];
  streams.forEach(({ dict, bytes }, n) => {
    objects.push(`${5 + n} 0 obj << ${dict} /Length ${bytes.length} >>\nstream\n`, bytes, '\nendstream endobj\n');
  });
  objects.push('trailer << /Root 1 0 R >>\n%%EOF\n');
  return Uint8Array.from(Buffer.concat(objects.map((part) => Buffer.from(part as string))));
}

const packed = (text: string, bytes: number, filter = '/FlateDecode'): Stream => ({
  dict: `/Filter ${filter}`,
  bytes: deflateSync(Buffer.alloc(bytes, text)),
});
const WORDS: Stream = { dict: '', bytes: Buffer.from('BT /F1 10 Tf 72 700 Td (words) Tj ET /X1 Do') };

async function readOrRefused(bytes: Uint8Array, signal?: AbortSignal): Promise<unknown> {
  const context = { warn: () => {}, ...(signal ? { signal } : {}) };
  return await pdf.parse(bytes, 'docs/a.pdf', context).then(
    ([document]) => document!.text,
    (error: unknown) => error,
  );
}

async function refusal(bytes: Uint8Array): Promise<string> {
  const refused = await readOrRefused(bytes);
  expect(refused).toBeInstanceOf(LabError);
  expect((refused as LabError).remedy).toContain('--exclude');
  return (refused as LabError).message;
}

describe('a file that asks too much', () => {
  const TOO_LONG = 'docs/a.pdf: a stream of it unpacks to more than 16 MiB; no more is read';
  const twice = { dict: '/Filter [/FlateDecode /FlateDecode]', bytes: deflateSync(packed(' ', 300 * MIB).bytes) };
  const whole = packed('BT (a) Tj ET\n', 80 * MIB).bytes;
  it.each<readonly [string, Stream]>([
    ['in one stream', packed('BT /F1 10 Tf 72 700 Td (a) Tj ET\n', 460 * MIB)],
    ['packed twice', twice],
    [
      'with damaged data, which the reader unpacks by itself',
      { dict: '/Filter /FlateDecode', bytes: whole.subarray(0, -6) },
    ],
  ])('%s is refused in one line', async (_, stream) => {
    expect(await refusal(pageOf(stream))).toBe(TOO_LONG);
    // The thread is gone; the next file gets another.
    expect(await readOrRefused(samplePdf())).toContain('Annual leave');
  });

  it('of a packed form is refused', async () => {
    const form = packed('0 0 m\n', 80 * MIB);
    const dict = `${form.dict} /Type /XObject /Subtype /Form /BBox [0 0 9 9]`;
    expect(await refusal(pageOf(WORDS, { ...form, dict }))).toBe(TOO_LONG);
  });

  it('with more texts than any page has is refused', async () => {
    const many = packed('BT /F1 10 Tf 1 0 0 1 72 700 Tm (a) Tj ET\n', 8 * MIB);
    expect(await refusal(pageOf(many))).toMatch(/: its pages hold more than 10\d{4} pieces of text; no more are read$/);
  });
});

describe('a file that is only large', () => {
  const IMAGE = '/Type /XObject /Subtype /Image /Width 6000 /Height 1200 /BitsPerComponent 8 /ColorSpace /DeviceRGB';
  it.each<readonly [string, Stream]>([
    ['of 20 MB', { dict: IMAGE, bytes: new Uint8Array(6000 * 1200 * 3).fill(7) }],
    [
      'that unpacks to 100 MiB',
      { dict: `${IMAGE} /Filter /FlateDecode`, bytes: deflateSync(new Uint8Array(100 * MIB)) },
    ],
  ])('by an image %s is read', async (_, image) => {
    expect(await readOrRefused(pageOf(WORDS, image))).toBe('words');
  });

  it('by drawings beside its text is read', async () => {
    const drawing = packed('1 2 m 3 4 l S\n', 8 * MIB);
    const dict = `${drawing.dict} /Type /XObject /Subtype /Form /BBox [0 0 9 9]`;
    expect(await readOrRefused(pageOf(WORDS, { ...drawing, dict }))).toBe('words');
  });
});

describe('the thread', () => {
  it('can be ended amid a page, and takes the next file', async () => {
    const stop = new AbortController();
    const reading = readOrRefused(pageOf(packed('1 2 m 3 4 l S\n', 15 * MIB)), stop.signal);
    const next = readOrRefused(samplePdf());
    setTimeout(() => stop.abort(new Error('enough')), 200);
    expect(await reading).toEqual(new Error('enough'));
    expect(await next).toContain('Annual leave');
  });

  it('does not begin what is already to end', async () => {
    expect(await readOrRefused(samplePdf(), AbortSignal.abort(new Error('enough')))).toEqual(new Error('enough'));
  });

  it('leaves the bytes and gives pages in turn, to whoever asked for them', async () => {
    const bytes = samplePdf();
    const seen: string[] = [];
    const read = (name: string) =>
      readInThread({ bytes, mostPages: 9 }, ({ number }) => void seen.push(`${name}${number}`), undefined);
    const [a] = await Promise.all([read('a'), read('b')]);
    expect(a).toMatchObject({ kind: 'read', pages: 3, missingMaps: [] });
    expect(seen).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3']);
    expect(Buffer.compare(bytes, samplePdf())).toBe(0);
  });

  it('reads no page where there are more than wanted', async () => {
    const seen: number[] = [];
    const end = await readInThread(
      { bytes: samplePdf(), mostPages: 2 },
      ({ number }) => void seen.push(number),
      undefined,
    );
    expect([end.kind, seen]).toEqual(['read', []]);
  });
});
