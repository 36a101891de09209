import { describe, expect, it } from 'vitest';
import { beir } from '../../../src/eval/peers/beir.ts';
import { irMeasures } from '../../../src/eval/peers/ir-measures.ts';
import { ranx } from '../../../src/eval/peers/ranx.ts';
import { compareFiles } from './recordings.ts';

const flagsOf = (why: readonly { readonly flag: string }[]): string[] => why.map(({ flag }) => flag);

describe('createPeerComparison', () => {
  it('names only what changes a value: nothing on plain files', async () => {
    const results = await compareFiles(irMeasures, 'trec/graded.qrels', 'trec/graded.run', [
      'nDCG@10',
      'RR',
      'Judged@5',
    ]);
    for (const { ours, theirs, why } of results) expect([theirs, why]).toEqual([ours, []]);
  });

  it('tells single precision from the order of ties, measure by measure', async () => {
    const [all, cut] = await compareFiles(irMeasures, 'peers/near.qrels', 'peers/near.run', ['RR', 'RR@10']);
    expect(flagsOf(all!.why)).toEqual(['float32']);
    expect(flagsOf(cut!.why)).toEqual(['ties']);
    expect(all!.theirs).not.toBe(all!.ours);
  });

  it('names several reasons where several are at work', async () => {
    const [ndcg, mrr] = await compareFiles(beir, 'peers/mixed.qrels', 'peers/mixed.run', ['nDCG@10', 'RR@10']);
    expect(flagsOf(ndcg!.why)).toEqual(['topics', 'own-id', 'float32']);
    expect(ndcg!.name).toBe('NDCG@10');
    expect(mrr).toMatchObject({ name: undefined, theirs: undefined });
    expect(mrr!.why[0]!.sentence).toContain('KeyError');
  });

  it('says where a tool has no such measure', async () => {
    const results = await compareFiles(ranx, 'trec/graded.qrels', 'trec/graded.run', ['infAP', 'AP']);
    expect(results.map(({ theirs, name }) => [typeof theirs, name])).toEqual([
      ['undefined', undefined],
      ['number', 'map'],
    ]);
    expect(results[0]!.why).toEqual([{ flag: 'none', sentence: 'it has no such measure' }]);
  });
});
