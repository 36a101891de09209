// Bytes to text: whatever encoding a file has, the same text comes out; what is no text is refused.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabError } from '../../src/core/errors.ts';
import { decodeText, tidyText } from '../../src/ingest/decode.ts';

function decode(bytes: Uint8Array): { text: string; warnings: string[] } {
  const warnings: string[] = [];
  return { text: decodeText(bytes, 'a.txt', { warn: (problem) => warnings.push(problem) }), warnings };
}

const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const GERMAN = 'Grüße aus Köln: 5 €\n“quoted”\n';

describe('encodings', () => {
  it('one text in any of them, without a mark and without a warning', () => {
    const same = [
      Buffer.from(GERMAN),
      Buffer.from(`\ufeff${GERMAN}`),
      Buffer.from(`\ufeff${GERMAN}`, 'utf16le'),
      utf16be(`\ufeff${GERMAN}`),
      Buffer.from(GERMAN, 'utf16le'),
      utf16be(GERMAN),
    ];
    for (const bytes of same) expect(decode(bytes)).toEqual({ text: GERMAN, warnings: [] });
  });

  it('reads Windows-1252 with a warning that says where UTF-8 ends', () => {
    const bytes = Buffer.concat([
      Buffer.from('one\nf'),
      Buffer.from([0xfc]),
      Buffer.from('r 5 '),
      Buffer.from([0x80, 0x94]),
    ]);
    expect(decode(bytes)).toEqual({
      text: 'one\nfür 5 €”',
      warnings: ['not UTF-8 (byte 0xFC at offset 5, line 2); read as Windows-1252'],
    });
  });

  it('has every character of Windows-1252 as browsers have it', () => {
    const all = Uint8Array.from({ length: 126 }, (_, n) => n + 0x82);
    // 0xE9 0x20: no UTF-8 whatever stands around it.
    const bytes = Buffer.concat([Buffer.from([0xe9, 0x20]), all]);
    // Node's own table is Latin-1 in some versions; this row is from the standard's index.
    expect(decode(bytes).text.slice(2, 32)).toBe('‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ');
    expect(decode(bytes).text.slice(32)).toBe(Buffer.from(all.subarray(30)).toString('latin1'));
  });

  it('keeps UTF-8 that is damaged in places: more of it can be read than not', () => {
    const bytes = Buffer.concat([Buffer.from('Grüße, Grüße \ufffd '), Buffer.from([0xff]), Buffer.from(' ok')]);
    expect(decode(bytes)).toEqual({
      text: 'Grüße, Grüße \ufffd \ufffd ok',
      warnings: ['UTF-8 with 1 place that cannot be read (the first: byte 0xFF at offset 21, line 1); read as U+FFFD'],
    });
    const marked = Buffer.concat([Buffer.from('\ufeffa'), Buffer.from([0xe9])]);
    expect(decode(marked).warnings).toEqual([
      'UTF-8 with 1 place that cannot be read (the first: byte 0xE9 at offset 4, line 1); read as U+FFFD',
    ]);
  });

  it('refuses what is no text', () => {
    const refused = (bytes: Uint8Array): string => {
      try {
        decode(bytes);
      } catch (error) {
        if (error instanceof LabError) return error.message;
        throw error;
      }
      return 'read';
    };
    const png = Buffer.from('89504e470d0a1a0a0000000d494844520000001000000010', 'hex');
    expect(refused(png)).toBe('a.txt: cannot be read: not a text file: a zero byte at offset 8');
    expect(refused(Buffer.from('abc\0def'))).toContain('a zero byte at offset 3');
    expect(refused(Buffer.from('\ufeffabc\0'))).toContain('a zero byte at offset 6');
    expect(refused(Buffer.from([0xff, 0xfe, 0x41]))).toContain('an odd number of bytes (1)');
    expect(refused(Buffer.from('\ufeffab\0', 'utf16le'))).toContain('a zero character in UTF-16, character 3');
    // 16-bit numbers: zeros in every other byte, but control characters between them.
    expect(refused(Buffer.from(Uint16Array.from({ length: 500 }, (_, n) => n % 40).buffer))).toContain(
      'not a text file',
    );
  });
});

describe('line ends and marks', () => {
  it('makes every line end a line feed and leaves no mark', () => {
    expect(decode(Buffer.from('a\r\nb\rc\n\r\n\ufeffd')).text).toBe('a\nb\nc\n\nd');
    expect(decode(utf16be('\ufeffa\r\nb\r\n')).text).toBe('a\nb\n');
    expect(tidyText('x\ud800y\r')).toBe('x\ufffdy\n');
    expect(tidyText('😀')).toBe('😀');
  });

  it('warns of halves of characters in UTF-16', () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a\ud800b', 'utf16le')]);
    expect(decode(bytes)).toEqual({
      text: 'a\ufffdb',
      warnings: ['UTF-16 with halves of characters (1); read as U+FFFD'],
    });
  });
});

it('any text comes back from UTF-8 and UTF-16, tidied', () => {
  const texts = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''));
  fc.assert(
    fc.property(texts, (text) => {
      const tidy = tidyText(text);
      expect(decode(Buffer.from(text)).text).toBe(tidy);
      expect(decode(Buffer.from(`\ufeff${text}`, 'utf16le')).text).toBe(tidy);
      expect(decode(utf16be(`\ufeff${text}`)).text).toBe(tidy);
    }),
  );
});

it('any bytes give a tidy text or one error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      try {
        const { text } = decode(bytes);
        expect(text).not.toMatch(/[\r\ufeff\0]/);
        expect(text).not.toMatch(/\p{Surrogate}/u);
      } catch (error) {
        expect(error).toBeInstanceOf(LabError);
      }
    }),
    { numRuns: 1000 },
  );
});
