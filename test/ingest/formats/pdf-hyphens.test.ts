import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Hyphens } from '../../../src/ingest/formats/pdf-hyphens.ts';

const join = (lines: readonly string[], elsewhere: readonly string[] = []) =>
  new Hyphens([...lines, ...elsewhere]).join(lines);

it.each([
  ['a word that stands elsewhere', ['the depart-', 'ment is'], ['a Department'], 'the department is'],
  ['a word that stands nowhere else', ['the depart-', 'ment is'], [], 'the depart-ment is'],
  ['a word that is hyphenated elsewhere', ['re-', 'sign'], ['resign', 're-sign'], 're-sign'],
  ['half of it elsewhere at a line end is no witness', ['a well-', 'known x'], ['well-', 'known'], 'a well-known x'],
  ['before a capital', ['Jean-', 'Paul'], ['jeanpaul'], 'Jean- Paul'],
  ['after a number', ['2020-', 'year'], ['2020year'], '2020- year'],
  ['a dash between spaces', ['leave -', 'and'], [], 'leave - and'],
  ['a soft hyphen', ['depart\u00ad', 'ment an\u00adnual'], [], 'department annual'],
  ['no hyphen', ['one', 'two', 'three'], [], 'one two three'],
])('%s', (_, lines, elsewhere, joined) => {
  expect(join(lines, elsewhere)).toBe(joined);
});

it('loses nothing but hyphens and spaces', () => {
  const line = fc
    .array(fc.constantFrom('ab', 'cd', 'abcd', 'ab-cd', '-', ' ', 'É', '7'), { maxLength: 5 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
      expect(join(lines).replace(/[-\s]/g, '')).toBe(lines.join('').replace(/[-\s]/g, ''));
    }),
  );
});
