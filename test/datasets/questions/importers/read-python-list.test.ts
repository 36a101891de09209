import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPythonList } from '../../../../src/datasets/questions/importers/read-python-list.ts';

/** As Python prints a text: single quotes, unless it holds some and no double ones. */
function repr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replace(/\\/g, '\\\\')
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r')
    .replace(/\t/g, '\\t')
    .replace(new RegExp(quote, 'g'), `\\${quote}`)
    .replace(/[\0-\x1f\x7f-\xa0]/g, (mark) => `\\x${mark.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return quote + escaped + quote;
}

describe('a list as Python prints it', () => {
  it('is read back, whatever the texts', () => {
    const text = fc.string({ unit: fc.constantFrom("'", '"', '\\', '\n', ',', ']', ' ', 'a', 'é', '😀', '\x07') });
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        expect(readPythonList(`[${texts.map(repr).join(', ')}]`)).toEqual(texts);
        expect(readPythonList(JSON.stringify(texts))).toEqual(texts);
      }),
    );
  });

  it('may lack commas, as numpy prints it', () => {
    expect(readPythonList("['one'\n 'two']")).toEqual(['one', 'two']);
  });

  it.each(['', 'text', '[one]', "['open]", '[1, 2]', "['a' b]", "['\\U99999999']", "['a\\"])('is not %j', (text) => {
    expect(readPythonList(text)).toBeUndefined();
  });
});
