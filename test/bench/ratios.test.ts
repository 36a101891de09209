// Ratios of the benchmark: above 1 is in rag-lab's favour for rates, times and sizes alike.
import { describe, expect, it } from 'vitest';

interface Row {
  readonly name: string;
  readonly system: string;
  readonly value: number;
  readonly unit: string;
  readonly target?: number;
  readonly versus?: Readonly<Record<string, number>>;
}
interface Pair extends Row {
  readonly peer?: string;
  readonly peerValue?: number;
  readonly ratio?: number;
  readonly ratioTarget?: number;
}
interface Ratios {
  paired(rows: readonly Row[]): readonly Pair[];
  meets(row: { readonly value: number; readonly unit: string; readonly target: number }): boolean;
}
interface Bm25Part {
  growth(rows: readonly Row[]): readonly Row[];
}

/** Plain JavaScript without declarations. */
const load = <Module>(file: string): Promise<Module> => import(new URL(file, import.meta.url).href);
const { paired, meets } = await load<Ratios>('./ratios.mjs');
const { growth } = await load<Bm25Part>('./parts/bm25-growth.mjs');

const rate = (system: string, value: number, name = 'query'): Row => ({ name, system, value, unit: 'queries/CPU-s' });
const time = (system: string, value: number, name = 'index'): Row => ({ name, system, value, unit: 'CPU s' });

describe('paired rows', () => {
  it('are one for each peer, with a ratio above 1 where rag-lab is faster', () => {
    expect(paired([rate('rag-lab', 7400), rate('minisearch', 115), rate('bm25s', 14_800)])).toEqual([
      { ...rate('rag-lab', 7400), peer: 'minisearch', peerValue: 115, ratio: 7400 / 115 },
      { ...rate('rag-lab', 7400), peer: 'bm25s', peerValue: 14_800, ratio: 0.5 },
    ]);
  });

  it('turn round for times and sizes, where less is better', () => {
    expect(paired([time('rag-lab', 4), time('bm25s', 10)]).map(({ ratio }) => ratio)).toEqual([2.5]);
  });

  it('stay alone without a peer, and leave out what only peers have', () => {
    expect(paired([time('rag-lab', 4), time('bm25s', 10, 'other')])).toEqual([time('rag-lab', 4)]);
  });

  it('say which ratio they aim for beside the peer that it is about', () => {
    const own = { ...time('rag-lab', 4), versus: { bm25s: 2 } };
    const pairs = paired([own, time('bm25s', 10), time('lunr', 100)]);
    expect(pairs.map(({ peer, ratioTarget }) => [peer, ratioTarget])).toEqual([
      ['bm25s', 2],
      ['lunr', undefined],
    ]);
    expect(pairs.every((pair) => !('versus' in pair))).toBe(true);
    expect(paired([own])).toEqual([time('rag-lab', 4)]);
  });
});

describe('targets', () => {
  it('are floors for rates and ceilings for all else', () => {
    expect(meets({ value: 10, unit: 'queries/CPU-s', target: 9 })).toBe(true);
    expect(meets({ value: 8, unit: 'queries/CPU-s', target: 9 })).toBe(false);
    expect(meets({ value: 10, unit: 'MB', target: 9 })).toBe(false);
    expect(meets({ value: 9, unit: 'MB', target: 9 })).toBe(true);
  });
});

describe('growth', () => {
  it('is the exponent from 10,000 to 1,000,000 chunks of each system that has both', () => {
    const rows = [
      time('rag-lab', 0.3, 'bm25.index.generated-10k'),
      time('rag-lab', 30, 'bm25.index.generated-1m'),
      rate('rag-lab', 20_000, 'bm25.query.generated-10k.rare'),
      rate('rag-lab', 2000, 'bm25.query.generated-1m.rare'),
      time('lunr', 9, 'bm25.index.generated-10k'),
      rate('sqlite', 1000, 'bm25.query.generated-10k.rare'),
      rate('sqlite', 10, 'bm25.query.generated-1m.rare'),
      { name: 'bm25.held.generated-10k', system: 'rag-lab', value: 10, unit: 'MB' },
      { name: 'bm25.held.generated-1m', system: 'rag-lab', value: 1000, unit: 'MB' },
    ];
    const found = growth(rows).map(({ name, system, value }) => [name, system, Number(value.toFixed(6))]);
    expect(found).toEqual([
      ['bm25.growth.index', 'rag-lab', 1],
      ['bm25.growth.memory', 'rag-lab', 1],
      ['bm25.growth.query-rare', 'rag-lab', 0.5],
      ['bm25.growth.query-rare', 'sqlite', 1],
    ]);
  });
});
