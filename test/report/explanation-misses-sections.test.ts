import { describe, expect, it } from 'vitest';
import { FILE_STYLE } from '../../src/cli/style.ts';
import { displayWidth } from '../../src/report/display-width.ts';
import { missesView } from '../../src/report/explanation-misses-sections.ts';
import { drawView } from '../../src/report/formats/terminal.ts';
import { sampleExplanation } from './sample-explanation.ts';

describe('the sections of all misses', () => {
  const text = drawView(missesView(sampleExplanation, 60), { ...FILE_STYLE, width: 80 });

  it('fit 80 columns', () => {
    expect(text.split('\n').filter((line) => displayWidth(line) > 80)).toEqual([]);
  });

  it('have a row for each diagnosis, a total, and a word on those without a miss', () => {
    expect(text).toMatch(/^bm25: 1 of 60 missed\n/);
    expect(text).toMatch(/diagnosis +misses +k=6 +reranker +other system +synonym +nothing/);
    expect(text).toMatch(/outranked +1 +0 +1 +1 +1 +0\n +all +1 +0 +1 +1 +1 +0\n/);
    expect(text).toContain('dense: none of 60 missed\n');
  });

  it('explain the diagnoses that occur, and no others', () => {
    expect(text).toContain('near-miss');
    expect(text).toContain('no-signal');
    expect(text).not.toContain('duplicate-crowded');
  });
});
