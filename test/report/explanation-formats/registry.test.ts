import { describe, expect, it } from 'vitest';
import { FILE_STYLE } from '../../../src/cli/style.ts';
import { explanationFormats } from '../../../src/report/explanation-formats/registry.ts';
import { sampleExplanation } from '../sample-explanation.ts';

const input = { explanation: sampleExplanation, version: '9.9.9', style: FILE_STYLE };
const format = (name: string) => explanationFormats.find((known) => known.name === name)!;

describe('explanationFormats', () => {
  it('are the three of the help, each of which writes text without a control sequence', () => {
    expect(explanationFormats.map(({ name }) => name)).toEqual(['terminal', 'json', 'markdown']);
    for (const { name, render } of explanationFormats) {
      for (const text of [render(input), render({ ...input, misses: { asked: 60 } })]) {
        expect(text, name).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
        expect(text.endsWith('\n'), name).toBe(true);
      }
    }
  });

  it('json is the explanation, whole and with every digit', () => {
    const third = {
      ...sampleExplanation,
      questions: [],
      cutoff: 3,
      corpus: { ...sampleExplanation.corpus, chunks: 1 / 3 },
    };
    expect(JSON.parse(format('json').render({ ...input, explanation: third }))).toEqual({
      schema: 'rag-lab/explanation@1',
      tool: { version: '9.9.9' },
      ...third,
    });
    const misses = JSON.parse(format('json').render({ ...input, misses: { asked: 60 } }));
    expect(misses).toMatchObject({ asked: 60, misses: [{ system: 'bm25', total: { misses: 1 } }, {}, {}, {}] });
  });

  it('markdown shows markup as text', () => {
    const text = format('markdown').render(input);
    expect(text).toContain('# rag-lab explain\n');
    expect(text).not.toMatch(/<script|<b>|<img/);
  });
});
