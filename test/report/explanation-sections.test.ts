import { describe, expect, it } from 'vitest';
import { FILE_STYLE } from '../../src/cli/style.ts';
import { displayWidth } from '../../src/report/display-width.ts';
import { explanationView, factTable } from '../../src/report/explanation-sections.ts';
import { drawView } from '../../src/report/formats/terminal.ts';
import { lexical, sampleExplanation } from './sample-explanation.ts';

const drawn = (width = 80, explanation = sampleExplanation) =>
  drawView(explanationView(explanation), { ...FILE_STYLE, width });

describe('the sections of an explanation', () => {
  it('fit 80 columns, and 60', () => {
    for (const width of [60, 80, 120]) {
      const wide = drawn(width)
        .split('\n')
        .filter((line) => displayWidth(line) > width);
      expect(wide).toEqual([]);
    }
  });

  it('show the question, then each system, its arithmetic and what could win it', () => {
    const text = drawn(200);
    expect(text).toContain('bm25: missed, at rank 8 of 200 (outranked)');
    expect(text).toMatch(/words +shares no content word with the answer/);
    expect(text).toMatch(/dropped +which \(stop words\)/);
    expect(text).toMatch(/in no chunk +vacation/);
    expect(text).toMatch(/above it +7 chunks; the first leads by ask 2, day 0\.5/);
    expect(text).toMatch(/1 +ask +2 +1 +1 +2 +█{12}\n +day +0\.5 +1 +2 +1 +█{6}\n += score +3/);
    expect(text).toMatch(/one synonym +with vacation = annual: rank 1/);
    expect(text).toMatch(/5 +bm25 +– +– +– +0\.5 +0\n +dense +1 +0\.7 +0\.7 +0\.5 +0\.35/);
    expect(text).toMatch(/filter +team = 'people'/);
  });

  it('sums up the parts beyond the first eight', () => {
    const part = { weight: 0.25, idf: 0.25, tf: 1, queryTf: 1, queryWeight: 1, lengthFactor: 1 };
    const parts = Array.from({ length: 12 }, (_, n) => ({ ...part, term: `t${n}` }));
    const answer = { ...lexical().answer!, score: 3, anatomy: { kind: 'terms', parts } as const };
    const question = { ...sampleExplanation.questions[0]!, systems: [lexical({ above: [], answer })] };
    const text = drawn(120, { ...sampleExplanation, questions: [question] });
    expect(text).toMatch(/t7 .*\n +\+4 more +1\n += score +3\n/);
    expect(text).not.toMatch(/ t8 /);
  });

  it('tell a question of nobody with nothing that matches', () => {
    const { answer: _, diagnosis: __, ...none } = lexical({ above: [], gap: null, scoreAtCutoff: null, lead: [] });
    const question = { ...sampleExplanation.questions[0]!, id: '', evidence: [], systems: [none] };
    const text = drawn(120, { ...sampleExplanation, questions: [question] });
    expect(text).toMatch(/^How early/);
    expect(text).toContain('no evidence is given');
    expect(text).toContain('no chunk matches anything of the question');
    expect(text).not.toContain('What could win it');
  });

  it('name systems that failed', () => {
    const failed = [{ system: 'mine', problem: 'it broke' }];
    expect(drawn(120, { ...sampleExplanation, failed })).toMatch(/Failed\n.*\n.*\n +mine +it broke/);
  });

  it('facts have no heads', () => {
    expect(factTable([['a', 'b']]).columns.map(({ head }) => head)).toEqual(['', '']);
  });
});
