// One spelling a value: sorted keys, nine significant digits, nothing that is not JSON.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundNumber } from '../../../src/core/rounding.ts';
import { json, stableJson } from '../../../src/report/formats/json.ts';
import { expectGolden } from '../golden.ts';
import { HOSTILE, sampleReport } from '../sample-report.ts';

describe('stable JSON', () => {
  it('sorts keys by code point, indents by two, leaves out what is undefined, and ends in a line feed', () => {
    expect(stableJson({ b: [1, {}], a: [], é: null, Z: undefined, '\u{1f600}': true, '\uff21': 'x' })).toBe(
      '{\n  "a": [],\n  "b": [\n    1,\n    {}\n  ],\n  "é": null,\n  "Ａ": "x",\n  "😀": true\n}\n',
    );
  });

  it('rounds to nine significant digits and knows no minus zero', () => {
    expect([1 / 3, 2 / 3, 1234567.891234, 5.9604644775390625e-8, 9007199254740991, -0, 1e21].map(roundNumber)).toEqual([
      0.333333333, 0.666666667, 1234567.89, 5.96046448e-8, 9007199254740991, 0, 1e21,
    ]);
    expect(stableJson(-0)).toBe('0\n');
  });

  it('refuses what is not a number, naming the place', () => {
    expect(() => stableJson({ scores: [{ value: Number.NaN }] })).toThrow('scores.0.value: NaN is not a number');
    expect(() => stableJson([Number.POSITIVE_INFINITY])).toThrow('0: Infinity is not a number');
  });

  it('escapes what a terminal would act on, without changing the value', () => {
    const text = stableJson(HOSTILE);
    expect(text).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/);
    expect(JSON.parse(text)).toEqual(HOSTILE);
  });

  it('holds nothing that the log of a CI server would take for a command, without changing the value', () => {
    const marks = [
      '::error::x',
      '##[error]x',
      'a ###[group]',
      '##vso[task.complete]',
      '##VSO[x]',
      '## heading',
      '#[x]',
    ];
    const value = { ids: marks, ...Object.fromEntries(marks.map((mark) => [mark, 1])) };
    const text = stableJson(value);
    expect(text).not.toMatch(/^\s*::|##(vso)?\[/im);
    expect(text).toContain('"## heading"');
    expect(JSON.parse(text)).toEqual(value);
  });

  it('says the same value in the same bytes, whatever the order of keys', () => {
    const reversed = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(reversed)
        : value && typeof value === 'object'
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([key, inner]) => [key, reversed(inner)]),
            )
          : value;
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = stableJson(value);
        expect(stableJson(reversed(value))).toBe(text);
        expect(stableJson(JSON.parse(text))).toBe(text);
      }),
    );
  });
});

it('the report looks as its golden file', () => {
  const style = { width: 80, paint: (_: string, text: string) => text };
  expectGolden('report.json', json.render({ report: sampleReport, style }));
});
