import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLines } from '../../src/datasets/read-lines.ts';
import { bytesOf } from './bytes.ts';

async function linesOf(content: string | Uint8Array, size?: number) {
  const lines: [string, number, boolean][] = [];
  await readLines(bytesOf(content, size), {}, (text, line, isUtf8) => void lines.push([text, line, isUtf8]));
  return lines;
}

describe('lines of a file', () => {
  it('are the same whatever the pieces, with CRLF, a byte order mark and without a last line end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '日', '😀', ' ', '\u2028') }), { minLength: 1 }),
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 9 }),
        async (texts, end, size) => {
          const last = texts.at(-1) === '' ? texts.slice(0, -1) : texts;
          const want = last.map((text, n) => [text, n + 1, true]);
          expect(await linesOf(`\ufeff${texts.join(end)}`, size)).toEqual(want);
        },
      ),
    );
  });

  it('that are no UTF-8 are marked; a written replacement character is no fault', async () => {
    const bytes = Buffer.concat([Buffer.from('\ufffd ok\n'), Buffer.from([0x61, 0xff, 0x0a])]);
    expect((await linesOf(bytes)).map(([, line, isUtf8]) => [line, isUtf8])).toEqual([
      [1, true],
      [2, false],
    ]);
  });

  it('are no longer read once there is enough', async () => {
    let seen = 0;
    const content = 'x\n'.repeat(1000);
    await readLines(
      bytesOf(content, 10),
      {},
      () => void seen++,
      () => seen >= 5,
    );
    expect(seen).toBe(5);
  });
});
