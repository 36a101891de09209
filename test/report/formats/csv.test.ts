// CSV in long form: numbers are numbers, text is never a formula.
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/core/results.ts';
import { csv, missesCsv } from '../../../src/report/formats/csv.ts';
import { expectGolden } from '../golden.ts';
import { sampleReport } from '../sample-report.ts';

const style = { width: 80, paint: (_: string, text: string) => text };
const tables = await csv.render({ report: sampleReport, style });

describe('tables.csv', () => {
  it('looks as its golden file', () => {
    expectGolden('tables.csv', tables);
  });

  it('has one value a line under named columns', () => {
    const lines = tables.trimEnd().split('\n');
    expect(lines[0]).toBe('table,system,wording,split,cutoff,n,measure,value,hits,low,high,slice');
    for (const line of lines) expect(line.split(',')).toHaveLength(12);
    expect(lines).toContain('paired,bm25,,,3,30,p,5.96046448e-8,,,,');
    expect(lines).toContain('cost,hybrid,,,3,,ratio,,,,,');
    expect(lines.find((line) => line.startsWith('scores,bm25,same,all,,30,R@3,0.966666667,29,'))).toBeDefined();
  });
});

describe('what a filter, a failed system and unanswerable questions add', () => {
  const report: Report = {
    ...sampleReport,
    filter: { text: 'team = people', chunks: 12 },
    failed: [{ system: 'hybrid', problem: 'gone' }],
    scores: sampleReport.scores.filter(({ system }) => system === 'bm25'),
    slices: sampleReport.slices!.filter(({ system }) => system === 'bm25'),
    paired: sampleReport.paired.filter(({ system }) => system === 'bm25'),
    cost: sampleReport.cost.filter(({ system }) => system === 'bm25'),
    shortfalls: [{ system: 'bm25', cutoff: 3, questions: 4, returned: 1.5 }],
    unanswerable: [
      { system: 'bm25', n: 5, answeredWithSignal: 4, medianTopScore: 3.5, medianTopScoreAnswerable: null },
    ],
  };
  const written = csv.render({ report, style });

  it('is one value a line as well', async () => {
    const lines = (await written).trimEnd().split('\n');
    expect(lines).toContain('corpus,,,,,,filteredChunks,12,,,,');
    expect(lines).toContain('corpus,,,,,,unanswerable,0,,,,');
    expect(lines).toContain('shortfalls,bm25,,,3,4,returned,1.5,,,,');
    expect(lines).toContain('unanswerable,bm25,,,,5,answeredWithSignal,4,,,,');
    expect(lines).toContain('unanswerable,bm25,,,,5,medianTopScoreAnswerable,,,,,');
    expect(lines.find((line) => line.startsWith('slices,bm25,same,,,15,R@3,1,15,'))).toMatch(/,numeric$/);
  });

  it('gives a failed system the lines of the others, with failed for every value', async () => {
    const lines = (await written).trimEnd().split('\n');
    const own = lines.filter((line) => line.split(',')[1] === 'hybrid');
    expect(own).toHaveLength(lines.filter((line) => line.split(',')[1] === 'bm25').length);
    for (const line of own) expect(line.split(',').slice(7, 11)).toEqual(['failed', '', '', '']);
    const [head, ...misses] = (await missesCsv({ ...report, misses: [] })).trimEnd().split('\n');
    expect(misses).toHaveLength(1);
    const columns = head!.split(',');
    expect(columns.flatMap((column, n) => (misses[0]!.split(',')[n] === '' ? [] : [column]))).toEqual([
      'system',
      'diagnosis',
    ]);
    expect(misses[0]).toMatch(/^hybrid,.*,failed,,,$/);
  });
});

describe('misses.csv', () => {
  it('looks as its golden file', async () => {
    expectGolden('misses.csv', await missesCsv(sampleReport));
  });

  it('puts text that a spreadsheet would run behind an apostrophe', async () => {
    const cellsOf = async (ids: readonly string[]): Promise<string[]> => {
      const misses = ids.map((id) => ({ ...sampleReport.misses[1]!, question: id }));
      const lines = (await missesCsv({ ...sampleReport, misses })).trimEnd().split('\n');
      return lines.slice(1).map((line) => line.split(',')[1]!);
    };
    expect(await cellsOf(['=1', '+1', '-1', '@x', '\tx', '\rx', ' =1', '＝1'])).toEqual([
      "'=1",
      "'+1",
      "'-1",
      "'@x",
      "' x",
      "' x",
      "' =1",
      "'＝1",
    ]);
    expect(await cellsOf(['a-1', 'a=b', "'q"])).toEqual(['a-1', 'a=b', "'q"]);
  });

  it('keeps negative numbers as numbers and absent ones empty', async () => {
    const report = { ...sampleReport, misses: [{ ...sampleReport.misses[1]!, score: -0.25, scoreAtCutoff: null }] };
    expect(await missesCsv(report)).toContain(',4,true,-0.25,,1,');
  });
});
