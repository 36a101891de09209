import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concealing, holdsLiteral, inJson, placeholders } from '../../src/network/secrets.ts';

describe('placeholders', () => {
  it('are found once each', () => {
    expect(placeholders(`\${A_1} \${b} \${A_1} $A \${} \${1} {{query}}`)).toEqual(['A_1', 'b']);
  });
});

describe('holdsLiteral', () => {
  it.each([
    [`Bearer \${KEY}`, false],
    [`\${KEY}`, false],
    [`\${USER}\${KEY}`, false],
    ['', false],
    ['Bearer 3f9a', true],
    ['sk-abc', true],
    ['Basic', true],
    [`Bearer sk-1\${KEY}`, true],
  ])('%s: %s', (value, holds) => {
    expect(holdsLiteral(value)).toBe(holds);
  });
});

describe('concealing', () => {
  it('leaves no secret in any text, however it was written there', () => {
    const secret = fc
      .string({ unit: 'binary', minLength: 4, maxLength: 20 })
      .filter((text) => !/[${}]/.test(text) && !/^[A-Z]+$/.test(text));
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (value, before, after) => {
        const conceal = concealing(new Map([['KEY', value]]));
        const forms = [(text: string) => text, inJson, (text: string) => inJson(inJson(text))];
        if (!/\p{Surrogate}/u.test(value)) forms.push(encodeURIComponent, encodeURI);
        for (const form of forms) expect(conceal(`${before}${form(value)}${after}`)).not.toContain(form(value));
      }),
    );
  });

  it('shows names in the place of values, the longest first, and takes values as they are', () => {
    const conceal = concealing(
      new Map([
        ['A', 'abc'],
        ['B', 'abcdef'],
        ['NONE', ''],
      ]),
    );
    expect(conceal('abcdef abc ab')).toBe(`\${B} \${A} ab`);
    expect(concealing(new Map([['X', '.*$&']]))('a.*$&b')).toBe(`a\${X}b`);
  });
});
