import { expect, it } from 'vitest';
import { fileTitle } from '../../src/ingest/file-title.ts';

it.each([
  ['docs/Annual leave.html', 'Annual leave'],
  ['a\\b\\c.tar.gz', 'c.tar'],
  ['.htaccess', '.htaccess'],
  ['plain', 'plain'],
  ['', ''],
])('%s is titled %s', (source, title) => {
  expect(fileTitle(source)).toBe(title);
});
