import { describe, expect, it } from 'vitest';
import { resolveParams } from '../../src/core/spec.ts';
import { analyzerNamed, analyzerParamSpecs, analyzers } from '../../src/text/analyzers.ts';

describe('the analyzers', () => {
  it('are found by their names, which are the choices of the parameter', () => {
    expect(analyzerParamSpecs.analyzer.choices).toEqual(['article', 'plain', 'english-lucene']);
    for (const analyzer of analyzers) expect(analyzerNamed(analyzer.name)).toBe(analyzer);
    expect(() => analyzerNamed('constructor')).toThrow('constructor');
  });

  it('the article is the default, and an unknown name is refused before anything is opened', () => {
    expect(resolveParams('bm25', analyzerParamSpecs, new Map(), [])).toEqual({ analyzer: 'article' });
    const faults: Error[] = [];
    resolveParams('bm25', analyzerParamSpecs, new Map([['analyzer', 'lucene']]), faults as never);
    expect(faults.map(({ message }) => message)).toEqual([
      'bm25: analyzer=lucene is not valid; accepted: article or plain or english-lucene',
    ]);
  });

  it('give the same terms for a text, whatever else they have read', () => {
    for (const analyzer of analyzers) {
      const before = analyzer.terms('The leaves of absence');
      analyzer.terms('leaves LEAVES The absence of');
      expect(analyzer.terms('The leaves of absence'), analyzer.name).toEqual(before);
    }
  });
});
