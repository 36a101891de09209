// Metadata of any shape made flat.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MetaCollector, warnOnce } from '../../src/ingest/collect-meta.ts';

function collect(values: Readonly<Record<string, unknown>>) {
  const warnings: string[] = [];
  const meta = new MetaCollector(warnOnce((problem) => warnings.push(problem)));
  for (const [key, value] of Object.entries(values)) meta.add(key, value);
  return { meta: meta.meta(), warnings };
}

it('keeps plain values, lists of them as strings, and what is nested under dotted keys', () => {
  expect(collect({ a: 'x\r\ny', b: 0, c: false, d: [1, null, true, 'z'], e: { f: { g: 1 } }, h: null, i: [] })).toEqual(
    {
      meta: { a: 'x\ny', b: 0, c: false, d: ['1', 'true', 'z'], 'e.f.g': 1, i: [] },
      warnings: [],
    },
  );
});

it('says what it skips, each problem once', () => {
  const warnings: string[] = [];
  const warn = warnOnce((problem) => warnings.push(problem));
  for (let n = 0; n < 3; n++) new MetaCollector(warn).add('a', [{ b: 1 }]);
  expect(warnings).toEqual(['metadata "a" is skipped: a list of other than strings, numbers and booleans']);
});

it('names of properties that every object has are keys like others', () => {
  const { meta } = collect(JSON.parse('{"__proto__": 1, "constructor": "x", "toString": {"length": true}}'));
  expect(Object.entries(meta)).toEqual([
    ['__proto__', 1],
    ['constructor', 'x'],
    ['toString.length', true],
  ]);
});

it('any JSON becomes flat metadata, nested without end included', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 12 })), (values) => {
      for (const value of Object.values(collect(values).meta)) {
        const items = Array.isArray(value) ? value : [value];
        for (const item of items) expect(['string', 'number', 'boolean']).toContain(typeof item);
      }
    }),
  );
  let deep: unknown = 1;
  for (let n = 0; n < 100_000; n++) deep = { a: deep };
  expect(collect({ deep }).warnings).toHaveLength(1);
});
