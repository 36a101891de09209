import { expect, it } from 'vitest';
import { decodeHtml } from '../../../src/ingest/formats/html-charset.ts';

function decode(bytes: Uint8Array): { text: string; warnings: readonly string[] } {
  const warnings: string[] = [];
  return { text: decodeHtml(bytes, 'page.html', { warn: (problem) => void warnings.push(problem) }), warnings };
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');

it.each([
  '<meta charset=windows-1252>',
  '<meta charset="ISO-8859-1">',
  '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=iso-8859-1">',
  "<!-- <meta charset=utf-8> --><meta name=x charset='latin1' />",
  '<?xml version="1.0" encoding="ISO-8859-1"?>',
])('%s is taken at its word', (said) => {
  const { text, warnings } = decode(latin1(`${said}<p>caf\xe9 \x80 \x93x\x94`));
  expect(text).toBe(`${said}<p>café € “x”`);
  expect(warnings).toEqual([]);
});

it('believes the bytes where they are UTF-8', () => {
  const page = '<meta charset=iso-8859-1><p>café';
  expect(decode(Buffer.from(page, 'utf8'))).toEqual({ text: page, warnings: [] });
});

it('believes a byte order mark before anything else', () => {
  const page = '<meta charset=windows-1252><p>naïve 日本';
  expect(decode(Buffer.from(`\ufeff${page}`, 'utf8')).text).toBe(page);
  expect(decode(Buffer.from(`\ufeff${page}`, 'utf16le')).text).toBe(page);
  expect(decode(Buffer.from(`\ufeff${page}`, 'utf16le').swap16()).text).toBe(page);
});

it('guesses as for any text, with a warning, where nothing is said', () => {
  const { text, warnings } = decode(latin1('<p>caf\xe9'));
  expect(text).toBe('<p>café');
  expect(warnings).toEqual([expect.stringContaining('Windows-1252')]);
});

it('says that it cannot read an encoding', () => {
  const { warnings } = decode(latin1('<meta charset="shift_jis"><p>\x83\x65'));
  expect(warnings[0]).toBe(
    'the page says that it is in "shift_jis"; accepted: utf-8, utf-16, windows-1252, iso-8859-1',
  );
});

it('looks at a head without an end in no time', () => {
  const page = latin1(`${'<meta '.repeat(700)}\xe9`);
  expect(decode(page).text).toContain('é');
});
