import { describe, expect, it } from 'vitest';
import { nothingEvaluated } from '../../src/cli/nothing-evaluated.ts';

describe('nothingEvaluated', () => {
  const qrels = new Map([['101.1', new Map([['d', 1]])]]);

  it('counts, names both files and shows an id of each', () => {
    const error = nothingEvaluated('a.run', '-', qrels, ['101']);
    expect(error.message).toBe('a.run: nothing was evaluated: it has 0 of 1 topics of standard input');
    expect(error.remedy).toBe('compare the topic ids: "101" in the run, "101.1" in the qrels');
  });

  it('has no ids to show where one of the files is empty', () => {
    expect(nothingEvaluated('-', 'q', qrels, []).message).toMatch(/^standard input: nothing was evaluated/);
    expect(nothingEvaluated('-', 'q', qrels, []).remedy).toBeUndefined();
    expect(nothingEvaluated('a', 'q', new Map(), ['1']).remedy).toBeUndefined();
  });
});
