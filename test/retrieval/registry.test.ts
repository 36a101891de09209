import { describe, expect, it } from 'vitest';
import { parseSystem } from '../../src/core/spec.ts';
import { aliases } from '../../src/retrieval/aliases.ts';
import { retrievers } from '../../src/retrieval/registry.ts';

describe('the registry', () => {
  it('lists every retriever once, in the order lists show them', () => {
    expect(retrievers.map((def) => def.name)).toEqual([
      'bm25',
      'bm25-synonyms',
      'tfidf',
      'synonym-tfidf',
      'dense',
      'rrf',
      'weighted',
      'random',
      'oracle',
    ]);
  });

  it('has an alias only for what it can resolve', () => {
    const names = retrievers.map((def) => def.name);
    for (const [alias, spec] of aliases) {
      expect(names).not.toContain(alias);
      const { name, inputs } = parseSystem(spec);
      expect(names).toContain(name);
      for (const input of inputs) expect(names).toContain(input.name);
    }
  });
});
