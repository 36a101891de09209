import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fusedTopics, fusePool, poolOf } from '../../../src/eval/fusion/fuse.ts';
import { A, B, fused, fuseLists, fusionOf, rankingOf } from './fused.ts';

describe('fusedTopics', () => {
  it('are those of any run, ascending', () => {
    const run = (...ids: string[]) => new Map(ids.map((id) => [id, rankingOf({ d: 1 })]));
    expect(fusedTopics([run('b', 'é'), run('a', 'b'), run()])).toEqual(['a', 'b', 'é']);
  });
});

describe('fusePool', () => {
  it('breaks ties by id, descending by bytes, as trec_eval does', () => {
    expect(fused('rrf', { '\uffee': 1 }, { '😀': 1 }, { a: 1 }).map((line) => line.split(' ')[0])).toEqual([
      '😀',
      '\uffee',
      'a',
    ]);
  });

  it('ties documents whose ranks are the same in another order of lists', () => {
    const order = (ids: string) => Object.fromEntries([...ids].map((id, place) => [id, -place]));
    const symmetric = ['abc', 'bca', 'cab'].map(order);
    expect([...new Set(fuseLists('rrf', symmetric).scores)]).toHaveLength(1);
    expect(fuseLists('rrf', symmetric).ids).toEqual(['c', 'b', 'a']);
  });

  it('leaves a run of weight 0 out, with the documents that only it holds', () => {
    expect(fused('borda(weights=1:0)', A, B)).toEqual(fused('borda', A));
  });

  it('cuts at the depth', () => {
    expect(fuseLists('rrf', [A, B], 2).ids).toEqual(['mango', 'plum']);
    expect(fuseLists('rrf', [A, {}], 1).ids).toEqual(['kiwi']);
  });

  it('fuses a topic that no run holds to nothing', () => {
    expect(fusePool(poolOf('none', [new Map()]), fusionOf('condorcet', 1)).ids).toEqual([]);
  });

  it('keeps the order of a single list even where scaling makes scores equal', () => {
    const close = { z: 1e-30, a: 2e-30, top: 1e9 };
    expect(fuseLists('weighted(norm=zscore)', [close, {}]).ids).toEqual(['top', 'a', 'z']);
  });

  it('refuses sums that are not finite', () => {
    expect(() => fuseLists('combsum(norm=none)', [{ a: 1.7e308 }, { a: 1.7e308 }])).toThrow(/not finite/);
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (score) => {
        expect(fuseLists('combsum', [{ a: score, b: 0 }, { a: 1 }]).ids).toHaveLength(2);
      }),
    );
  });
});
