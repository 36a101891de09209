import { describe, expect, it } from 'vitest';
import { labIn } from '../in-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { lab } = labIn(temporaryFolder());

describe('rag-lab list', () => {
  it.each(['systems', 'measures', 'chunkers', 'datasets', 'formats'])('lists %s', async (what) => {
    const { code, out, err } = await lab(['list', what]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^\S.* {2}\S/);
  });

  it('without a name says what there is to list', async () => {
    const { code, out, err } = await lab(['list']);
    expect([code, err]).toEqual([0, '']);
    expect(out.trimEnd().split('\n')).toHaveLength(6);
  });

  it('shows parameters with defaults and ranges, aliases with what they stand for', async () => {
    const { out } = await lab(['list', 'systems']);
    expect(out).toMatch(/k1=1\.2 +a number .+/);
    expect(out).toMatch(/hybrid +stands for rrf\[bm25,dense\]/);
  });

  it('shows a measure with its formula and source, by any of its names', async () => {
    const { out } = await lab(['list', 'measures', 'nDCG']);
    expect(out).toMatch(/formula {2}\S/);
    expect(out).toMatch(/source {3}\S/);
    expect((await lab(['list', 'measures', 'MRR'])).out).toMatch(/^RR/);
  });
});
