// TREC runs: all systems in one file, and a clear refusal where no rankings are at hand.
import { expect, it } from 'vitest';
import { LabError } from '../../../src/core/errors.ts';
import { trec } from '../../../src/report/formats/trec.ts';
import { sampleReport } from '../sample-report.ts';

const style = { width: 80, paint: (_: string, text: string) => text };

it('the runs stand one after the other, each line whole', () => {
  const runs = [
    { name: '1-a.run', text: 'q Q0 d 1 2 a\n' },
    { name: '2-b.run', text: 'q Q0 d 1 2 b' },
    { name: '3-c.run', text: '' },
  ];
  expect(trec.render({ report: sampleReport, runs, style })).toBe('q Q0 d 1 2 a\nq Q0 d 1 2 b\n');
});

it('a stored report holds no rankings, and the remedy says how to get them', () => {
  try {
    trec.render({ report: sampleReport, style });
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(LabError);
    expect((error as LabError).remedy).toBe('rag-lab run --format trec=FILE');
  }
});
