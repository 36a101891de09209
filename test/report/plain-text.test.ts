// Text from data cannot act on a terminal, whatever it holds.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainText } from '../../src/report/plain-text.ts';

it('control characters, direction marks, tags and lone surrogates are shown, white space is folded', () => {
  expect(plainText('a\u001b[31mb\u009bc\u007f\u202ed\u2066e\ud800f\u{e0041}g\ufeff')).toBe('a�[31mb�c��d�e�f�g�');
  expect(plainText('a\r\n\tb\u2028c\u0085d  e')).toBe('a b c d e');
});

it('no CI server reads a command in the middle of a line', () => {
  expect(plainText('a ##[error]b ###[x] ##vso[task.complete]')).toBe(
    'a #\ufffd[error]b ##\ufffd[x] #\ufffdvso[task.complete]',
  );
  expect(plainText('## [a] #[b] ##x')).toBe('## [a] #[b] ##x');
});

it('letters of every script, emoji with joiners and combining marks stay as they are', () => {
  const text = '休暇 한국어 नमस्ते مرحبا e\u0301 👩‍💻 ½ –';
  expect(plainText(text)).toBe(text);
});

it('nothing that steers is left, and what is safe is left alone', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const plain = plainText(text);
      expect(plain).not.toMatch(/[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/);
      expect(plainText(plain)).toBe(plain);
    }),
  );
});
