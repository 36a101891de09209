import { expect, it } from 'vitest';
import { decode, isText } from '../../src/datasets/utf8.ts';

it('decodes parts of any array, and tells text from other bytes', () => {
  const buffer = Buffer.from('xé😀\ufeffy');
  const plain = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
  for (const bytes of [buffer, plain, Uint8Array.from(buffer)]) {
    expect(decode(bytes, 1, bytes.length)).toBe('é😀\ufeffy');
    expect(decode(bytes, 0, 1)).toBe('x');
    expect([isText(bytes, 1, 3), isText(bytes, 1, 2)]).toEqual([true, false]);
  }
});
