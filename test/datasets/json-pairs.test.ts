import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonPairs } from '../../src/datasets/json-pairs.ts';
import { faultsOf } from './faults-of.ts';

function pairsOf(text: string, size = Infinity): [string, string, string, number][] {
  const pairs: [string, string, string, number][] = [];
  const parser = new JsonPairs('f', (...pair) => pairs.push(pair));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) parser.push(bytes.subarray(at, at + size));
  parser.finish();
  return pairs;
}

describe('JsonPairs', () => {
  it('names topic, document, number as written and line, equal keys included', () => {
    expect(pairsOf('{"q\\u0031":\n{"a b": 1.50,\r\n"a b":-2e3},"q2":{}}\n')).toEqual([
      ['q1', 'a b', '1.50', 2],
      ['q1', 'a b', '-2e3', 3],
    ]);
    expect(pairsOf('{}')).toEqual([]);
  });

  it('reads what JSON.stringify writes, however the bytes arrive', () => {
    const key = fc.string({ unit: 'grapheme', maxLength: 5 });
    const score = fc.double({ noNaN: true, noDefaultInfinity: true });
    const list = <T>(value: fc.Arbitrary<T>) => fc.uniqueArray(fc.tuple(key, value), { selector: ([k]) => k });
    fc.assert(
      fc.property(list(list(score)), fc.integer({ min: 1, max: 9 }), fc.constantFrom(0, 1), (topics, size, indent) => {
        const object = Object.fromEntries(topics.map(([topic, docs]) => [topic, Object.fromEntries(docs)]));
        const text = JSON.stringify(object, null, indent);
        const expected = Object.entries(object).flatMap(([topic, docs]) =>
          Object.entries(docs).map(([id, value]) => [topic, id, JSON.stringify(value)]),
        );
        expect(pairsOf(text, size).map((pair) => pair.slice(0, 3))).toEqual(expected);
      }),
    );
  });

  it('refuses every other shape with the line, what it expected and what it got', async () => {
    const shape = 'not valid JSON of the form {topic: {document: number}}: expected';
    for (const [text, message] of [
      ['{\n"q": 1}', `f:2: ${shape} an object of documents, got "1"`],
      ['{"q": {"d": "1"}}', `f:1: ${shape} a number, got "\\""`],
      ['{"q": {"d": 1}', `f:1: ${shape} "," or "}" in a topic, the text ends`],
      ['{"q": {"d": 1,}}', `f:1: ${shape} a document, got "}"`],
      ['{"q": {"d": 1},}', `f:1: ${shape} a topic, got "}"`],
      ['{"q": {"d"}}', `f:1: ${shape} ":" and a number, got "}"`],
      ['{"q": {"d": 1}} x', `f:1: ${shape} the end, got "x"`],
      ['{"q": {"\\ud800": 1}}', `f:1: ${shape} a document or "}", "\\ud800" is not valid Unicode`],
      ['{"q\n": {}}', `f:1: ${shape} a topic or "}", a line end inside a string`],
      ['{"q\\x": {}}', `f:1: ${shape} a topic or "}", a string that is no valid JSON`],
    ] as const) {
      expect(await faultsOf(() => pairsOf(text))).toEqual([message]);
    }
  });
});
