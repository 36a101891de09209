import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillTemplate, hasQuery, unknownGaps } from '../../src/engines/fill-template.ts';
import { inJson } from '../../src/network/secrets.ts';

const gaps = { query: 'a "b"', k: 7, filter: '', quoted: '"a \\"b\\""', field: 'text', model: 'm' };

describe('fillTemplate', () => {
  it('fills each gap as its place needs it', () => {
    const template = `{"q":"{{query}}","k":{{ k }},"f":"{{filter}}","g":"f(x: {{quoted}})","t":"\${TOKEN}"}`;
    expect(JSON.parse(fillTemplate(template, gaps, (name) => `"${name}"`, inJson))).toEqual({
      q: 'a "b"',
      k: 7,
      f: '',
      g: 'f(x: "a \\"b\\"")',
      t: '"TOKEN"',
    });
  });

  it('keeps any question a question', () => {
    const question = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('{{k}}', `\${TOKEN}`, '$& $1', '","k":9,"x":"'),
    );
    fc.assert(
      fc.property(question, (query) => {
        const body = fillTemplate('{"q":"{{query}}","k":{{k}}}', { ...gaps, query }, () => 'secret', inJson);
        expect(JSON.parse(body)).toEqual({ q: query, k: 7 });
      }),
    );
  });

  it('names what it cannot fill, and leaves it', () => {
    expect(unknownGaps('{{query}} {{qurey}} {{}}')).toEqual(['qurey', '']);
    expect(fillTemplate('{{qurey}}', gaps, () => '', inJson)).toBe('{{qurey}}');
    expect([hasQuery('{{ query }}'), hasQuery('{{quoted}}'), hasQuery('{{k}} query')]).toEqual([true, true, false]);
  });
});
