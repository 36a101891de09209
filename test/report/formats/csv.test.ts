// CSV in long form: numbers are numbers, text is never a formula.
import { describe, expect, it } from 'vitest';
import { csv, missesCsv } from '../../../src/report/formats/csv.ts';
import { expectGolden } from '../golden.ts';
import { sampleReport } from '../sample-report.ts';

const style = { width: 80, paint: (_: string, text: string) => text };
const tables = csv.render({ report: sampleReport, style });

describe('tables.csv', () => {
  it('looks as its golden file', () => {
    expectGolden('tables.csv', tables);
  });

  it('has one value a line under named columns', () => {
    const lines = tables.trimEnd().split('\n');
    expect(lines[0]).toBe('table,system,wording,split,cutoff,n,measure,value,hits,low,high');
    for (const line of lines) expect(line.split(',')).toHaveLength(11);
    expect(lines).toContain('paired,bm25,,,3,30,p,5.96046448e-8,,,');
    expect(lines).toContain('cost,hybrid,,,3,,ratio,,,,');
    expect(lines.find((line) => line.startsWith('scores,bm25,same,all,,30,R@3,0.966666667,29,'))).toBeDefined();
  });
});

describe('misses.csv', () => {
  const misses = missesCsv(sampleReport);

  it('looks as its golden file', () => {
    expectGolden('misses.csv', misses);
  });

  it('puts text that a spreadsheet would run behind an apostrophe', () => {
    const cell = (id: string): string =>
      missesCsv({ ...sampleReport, misses: [{ ...sampleReport.misses[1]!, question: id }] })
        .split('\n')[1]!
        .split(',')[1]!;
    expect(['=1', '+1', '-1', '@x', '\tx', '\rx', ' =1', '＝1'].map(cell)).toEqual([
      "'=1",
      "'+1",
      "'-1",
      "'@x",
      "' x",
      "' x",
      "' =1",
      "'＝1",
    ]);
    expect(['a-1', 'a=b', "'q"].map(cell)).toEqual(['a-1', 'a=b', "'q"]);
  });

  it('keeps negative numbers as numbers and absent ones empty', () => {
    const report = { ...sampleReport, misses: [{ ...sampleReport.misses[1]!, score: -0.25, scoreAtCutoff: null }] };
    expect(missesCsv(report)).toContain(',4,true,-0.25,,1,');
  });
});
