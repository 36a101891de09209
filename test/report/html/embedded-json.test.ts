// Data in a script element: the same values back, and nothing that could end the element.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json } from '../../../src/report/formats/json.ts';
import { embeddedJson } from '../../../src/report/html/embedded-json.ts';
import { sampleReport } from '../sample-report.ts';

const between = (markup: string): string =>
  /^<script type="application\/json" id="x">(.*)<\/script>$/s.exec(markup)![1]!;

describe('embeddedJson', () => {
  it('parses to what it was given, and holds no character of markup', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
        const given = [...texts, '</script><!--<script>', '\u2028\u202e'];
        const text = between(embeddedJson('x', given).markup);
        expect(text).not.toMatch(/[<>&\u2028\u202e]/);
        expect(JSON.parse(text)).toEqual(given);
      }),
    );
  });

  it('has the very values of report.json', () => {
    const style = { width: 80, paint: (_: string, text: string) => text };
    const file = JSON.parse(json.render({ report: sampleReport, style }));
    expect(JSON.parse(between(embeddedJson('x', sampleReport).markup))).toEqual(file);
  });
});
