import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineScanner } from '../../src/datasets/line-scanner.ts';

function scan(text: string, size = Infinity): [line: number, fields: string[]][] {
  const found: [number, string[]][] = [];
  const scanner = new LineScanner((bytes, { count, starts, ends }, line) => {
    const fields = Array.from({ length: Math.min(count, 8) }, (_, n) =>
      Buffer.from(bytes.subarray(starts[n]!, ends[n]!)).toString('utf8'),
    );
    found.push([line, count > 8 ? [...fields, `${count} in all`] : fields]);
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) scanner.push(bytes.subarray(at, at + size));
  scanner.finish();
  return found;
}

describe('LineScanner', () => {
  it('splits at white space, counts every line, and takes # for a comment only at the start of one', () => {
    expect(scan('# note\r\n\r\n a\tb#1  c\r\n   \n#x\n #d\u000b\u000ce\r f')).toEqual([
      [3, ['a', 'b#1', 'c']],
      [6, ['#d', 'e', 'f']],
    ]);
  });

  it('counts fields beyond the eighth', () => {
    expect(scan('1 2 3 4 5 6 7 8 9 10\n1')).toEqual([
      [1, ['1', '2', '3', '4', '5', '6', '7', '8', '10 in all']],
      [2, ['1']],
    ]);
  });

  it('finds what a plain split finds, however the bytes arrive', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '#', ' ', '\t', '\n', '\r', '\n', '\0', 'é', '\u00a0') });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 7 }), (written, size) => {
        const expected = written.split('\n').flatMap((line, n) => {
          const fields = line.startsWith('#') ? [] : (line.match(/[^\t-\r ]+/g) ?? []);
          return fields.length > 0 && fields.length <= 8 ? [[n + 1, [...fields]]] : [];
        });
        expect(scan(written, size).filter(([, fields]) => fields.length <= 8)).toEqual(expected);
        expect(scan(written)).toEqual(scan(written, size));
      }),
      { numRuns: 500 },
    );
  });

  it('reads a line longer than any piece', () => {
    expect(scan(`${'x'.repeat(10_000)} y\n`, 100)).toEqual([[1, ['x'.repeat(10_000), 'y']]]);
  });
});
