// One JSON object, or why it is none, in the same words on every Node.
import { expect, it } from 'vitest';
import { parseRecord } from '../../src/ingest/parse-record.ts';

it.each([
  ['{"a": 1}', { a: 1 }],
  ['["a"]', 'a list where an object with an id and a text should stand'],
  ['"a"', 'a string where an object with an id and a text should stand'],
  ['null', 'null where an object with an id and a text should stand'],
  ['{"a": "b', 'not valid JSON: a string is not closed; accepted: an object with an id and a text'],
  ['{"a": "b\\"}', 'not valid JSON: a string is not closed; accepted: an object with an id and a text'],
  ['{"a": "b\\\\",}', 'not valid JSON; accepted: an object with an id and a text'],
  ["{'a': 1}", 'not valid JSON; accepted: an object with an id and a text'],
])('%s', (written, result) => {
  expect(parseRecord(written)).toEqual(result);
});
