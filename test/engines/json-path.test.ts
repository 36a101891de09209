import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { below, type JsonPath, parsePath, select } from '../../src/engines/json-path.ts';

const value = { hits: { hits: [{ _id: 'a', s: { 'a b': 1 } }, { _id: 'b' }] }, list: [1, 2], 'x.y': 3 };
const at = (path: string): readonly unknown[] => select(value, parsePath(path) as JsonPath);

describe('a path', () => {
  it.each([
    ['', [value]],
    ['$', [value]],
    ['list', [[1, 2]]],
    ['list[1]', [2]],
    ['list[*]', [1, 2]],
    ['$.hits.hits[*]._id', ['a', 'b']],
    ['hits.hits[0].s["a b"]', [1]],
    ['["x.y"]', [3]],
    ['hits.hits[*].s["a b"]', [1]],
    ['list[2]', []],
    ['list.length', []],
    ['hits.nothing.at.all', []],
    ['constructor', []],
    ['__proto__.toString', []],
    ['hits[0]', []],
  ])('%s', (path, found) => {
    expect(at(path)).toEqual(found);
  });

  it.each([
    ['a..b', 2],
    ['a[', 2],
    ['a[-1]', 2],
    ['a[*', 2],
    ['a["b]', 2],
    ['a b[0]x', 7],
    ['a.', 2],
  ])('%s is refused where it goes wrong', (path, character) => {
    expect(parsePath(path)).toEqual({ problem: expect.stringMatching(new RegExp(`character ${character}$`)) });
  });

  it('finds any member by its quoted name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const path = parsePath(`list[*][${JSON.stringify(name)}]`);
        const one = JSON.parse(`{${JSON.stringify(name)}:7}`);
        expect(select({ list: [one, {}] }, path as JsonPath)).toEqual([7]);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab.[]*"\\0$ ') }), fc.jsonValue(), (text, json) => {
        const path = parsePath(text);
        if (!('problem' in path)) select(json, path);
      }),
    );
  });
});

describe('below', () => {
  it('takes away what is above, and nothing else', () => {
    const path = parsePath('a.b[*].c') as JsonPath;
    expect(below(path, parsePath('a.b[*]') as JsonPath)).toEqual(parsePath('c'));
    expect(below(path, parsePath('a.x[*]') as JsonPath)).toEqual(path);
  });
});
