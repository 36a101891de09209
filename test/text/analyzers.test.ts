import fc from 'fast-check';
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

  it('read the very words whose terms they give, each as it was typed', () => {
    const word = fc.constantFrom(
      'The',
      'policies',
      'Leaves',
      'İzmir',
      "cat's",
      '3.14',
      'is',
      '東京',
      'e\u0301t\u00e9',
      'A1',
    );
    const glue = fc.constantFrom(' ', ', ', '-', '\n', '. ');
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.tuple(word, glue)).map((pairs) => pairs.flat().join('')),
    );
    for (const analyzer of analyzers) {
      fc.assert(
        fc.property(texts, (text) => {
          const read = analyzer.read(text);
          expect(read.flatMap(({ term }) => term ?? [])).toEqual(analyzer.terms(text));
          const isAligned = text.toLowerCase().length === text.length;
          for (const { word } of read) if (isAligned) expect(text).toContain(word);
        }),
      );
    }
  });

  it('name what they drop', () => {
    const dropped = (name: string) =>
      analyzerNamed(name)
        .read('How is The leave?')
        .filter(({ term }) => term === undefined);
    expect(dropped('article').map(({ word }) => word)).toEqual(['How', 'is', 'The']);
    expect(dropped('english-lucene').map(({ word }) => word)).toEqual(['is', 'The']);
    expect(dropped('plain')).toEqual([]);
  });
});
