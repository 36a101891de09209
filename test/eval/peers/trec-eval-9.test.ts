import { describe, expect, it } from 'vitest';
import { trecEval9 } from '../../../src/eval/peers/trec-eval-9.ts';
import { printFixed } from '../../../src/eval/printf.ts';
import { readFixture } from '../evaluate-files.ts';
import { compareFiles } from './recordings.ts';

/** Lines of all topics that 9.0.8 printed: name and value. */
const recorded = (name: string): (readonly [string, string])[] =>
  readFixture(`trec/trec_eval-out/${name}`)
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t') as [string, string, string])
    .filter(([measure, topic]) => topic === 'all' && !measure.startsWith('runid'))
    .map(([measure, , value]) => [measure.trim(), value] as const);

describe('trec_eval-9', () => {
  // quirks.v9 is the one recording without -c whose run lacks a topic; in the others the run has all.
  it.each([
    ['quirks', 'quirks.v9.out'],
    ['graded', 'graded.full-c.v9.0.8.out'],
    ['ties', 'ties.full-c.v9.0.8.out'],
    ['ties-utf8', 'ties-utf8.c.v9.0.8.out'],
    ['precision', 'precision.c.v9.0.8.out'],
  ])('%s: every value that it printed', async (name, file) => {
    const lines = recorded(file);
    const results = await compareFiles(
      trecEval9,
      `trec/${name}.qrels`,
      `trec/${name}.run`,
      lines.map(([measure]) => measure),
    );
    const found = results.map(({ name: called, theirs = Number.NaN, measure }) => [
      called,
      measure.def.integer ? `${theirs}` : printFixed(theirs, 4),
    ]);
    expect(found).toEqual(lines);
  });

  it('differs where topics are missing, in interpolated precision, and in nothing else', async () => {
    const quirks = await compareFiles(trecEval9, 'trec/quirks.qrels', 'trec/quirks.run', ['AP', 'RBP']);
    expect(quirks.map(({ why }) => why.map(({ flag }) => flag))).toEqual([['topics'], ['none']]);
    const mixed = await compareFiles(trecEval9, 'peers/mixed.qrels', 'peers/mixed.run', ['11pt_avg', 'RR']);
    expect(mixed.map(({ why }) => why.map(({ flag }) => flag))).toEqual([['topics', 'recall-place'], ['topics']]);
  });
});
