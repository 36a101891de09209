import { describe, expect, it } from 'vitest';
import { FILE_STYLE } from '../../../src/cli/style.ts';
import { gateFormats } from '../../../src/report/gate-formats/registry.ts';
import { mixedResult } from '../sample-gate.ts';

describe('gateFormats', () => {
  it('are the five of the help, each of which writes text without a control sequence', () => {
    expect(gateFormats.map(({ name }) => name)).toEqual(['terminal', 'json', 'markdown', 'junit', 'github']);
    for (const format of gateFormats) {
      const text = format.render(mixedResult, FILE_STYLE);
      expect(text, format.name).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
      expect(text.endsWith('\n'), format.name).toBe(true);
    }
  });

  it('json is the result, whole', () => {
    const text = gateFormats.find(({ name }) => name === 'json')!.render(mixedResult, FILE_STYLE);
    expect(JSON.parse(text)).toMatchObject({ schema: 'rag-lab/gate@1', verdict: 'REGRESSION', exitCode: 1 });
    expect(JSON.parse(text).checks).toHaveLength(mixedResult.checks.length);
  });
});
