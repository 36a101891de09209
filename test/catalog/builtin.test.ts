import { describe, expect, it } from 'vitest';
import { builtinCatalog, extendCatalog } from '../../src/catalog/builtin.ts';
import type { Named } from '../../src/core/contracts.ts';
import { planExperiment } from '../../src/experiment/plan.ts';

const catalog = builtinCatalog();

describe('builtinCatalog', () => {
  it('names nothing twice, and says of everything in one line what it is', () => {
    const lists: readonly (readonly Named[])[] = [
      [...catalog.retrievers, ...[...catalog.aliases!.keys()].map((name) => ({ name, summary: 'alias' }))],
      catalog.encoders,
      catalog.measures,
      catalog.fusions,
      catalog.chunkers,
      catalog.datasetFormats,
      catalog.reportFormats,
    ];
    for (const list of lists) {
      expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
      for (const { name, summary } of list) expect(summary, name).toMatch(/^\S[^\n]*$/);
    }
  });

  it('holds what the default run asks for, in canonical form', () => {
    const plan = planExperiment(catalog, {
      systems: ['bm25', 'synonym-tfidf', 'dense', 'hybrid'],
      measures: ['R@1', 'R@3', 'R@5', 'R@10', 'RR', 'nDCG@10'],
      cutoff: 3,
      chunker: 'sentence(words=300,overlap=0)',
    });
    expect(plan.systems.map(({ label, spec }) => [label, spec])).toEqual([
      ['bm25', 'bm25'],
      ['synonym-tfidf', 'synonym-tfidf'],
      ['dense', 'dense'],
      ['hybrid', 'rrf[bm25,dense]'],
    ]);
    expect(plan.nodes).toHaveLength(4);
    expect(plan.measures.map(({ name }) => name)).toEqual(['R@1', 'R@3', 'R@5', 'R@10', 'RR', 'nDCG@10']);
    expect(plan.chunker.spec).toBe('sentence');
  });

  it('expands every alias to a system that can be planned', () => {
    for (const alias of catalog.aliases!.keys()) {
      expect(() =>
        planExperiment(catalog, { systems: [alias], measures: [], cutoff: 3, chunker: 'sentence' }),
      ).not.toThrow();
    }
  });

  it('is extended without losing anything', () => {
    const empty = extendCatalog(catalog, {});
    for (const [list, entries] of Object.entries(catalog)) {
      expect([...empty[list as keyof typeof catalog]!], list).toEqual([...entries]);
    }
    const added = extendCatalog(catalog, { aliases: new Map([['both', 'rrf[bm25,tfidf]']]) });
    expect(added.aliases!.size).toBe(catalog.aliases!.size + 1);
  });
});
