import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildIndex, chunksWith, indexOf, termFrequency } from '../../src/retrieval/inverted-index.ts';
import { articleAnalyzer } from '../../src/text/article-analyzer.ts';
import { plainAnalyzer } from '../../src/text/plain-analyzer.ts';
import { collectionOf } from './small-world.ts';

describe('the inverted index', () => {
  it('holds every term of every chunk as often as it occurs, rows ascending', () => {
    const word = fc.constantFrom('leave', 'badge', 'desk', 'constructor', 'toString', 'x');
    const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
        const index = buildIndex(texts, plainAnalyzer);
        const analysed = texts.map((one) => plainAnalyzer.terms(one));
        expect([...index.lengths]).toEqual(analysed.map((terms) => terms.length));
        expect(index.terms).toEqual([...new Set(analysed.flat())]);
        for (const [id, term] of index.terms.entries()) {
          const counts = analysed.map((terms) => terms.filter((other) => other === term).length);
          expect(chunksWith(index, term)).toBe(counts.filter((count) => count > 0).length);
          expect(texts.map((_, ord) => termFrequency(index, term, ord))).toEqual(counts);
          const row = [...index.docs.subarray(index.offsets[id]!, index.offsets[id + 1]!)];
          expect(row).toEqual(row.toSorted((a, b) => a - b));
        }
      }),
    );
  });

  it('knows nothing of words that no chunk holds, object properties included', () => {
    const index = buildIndex(['leave'], plainAnalyzer);
    expect(chunksWith(index, 'toString')).toBe(0);
    expect(termFrequency(index, 'constructor', 0)).toBe(0);
  });

  it('is empty for an empty collection', () => {
    const index = buildIndex([], plainAnalyzer);
    expect(index).toMatchObject({ chunks: 0, averageLength: 0, terms: [] });
  });

  it('counts a term that fills a chunk beyond 16 bits', () => {
    const index = buildIndex(['leave '.repeat(70_000)], plainAnalyzer);
    expect(termFrequency(index, 'leave', 0)).toBe(70_000);
  });

  it('stores lengths as the analyzer keeps them, and takes their mean before that', () => {
    const coarse = { ...plainAnalyzer, name: 'tens', storedLength: (length: number) => 10 * Math.floor(length / 10) };
    const texts = ['x '.repeat(19), 'x '.repeat(4)];
    const index = buildIndex(texts, coarse);
    expect([...index.lengths]).toEqual([19, 4]);
    expect([...index.storedLengths]).toEqual([10, 0]);
    expect(index.averageLength).toBe(11.5);
    expect(termFrequency(index, 'x', 0)).toBe(19);
    const exact = buildIndex(texts, plainAnalyzer);
    expect(exact.storedLengths).toEqual(exact.lengths);
  });

  it('is built once a collection and analyzer', () => {
    const collection = collectionOf(['the leave']);
    expect(indexOf(collection, articleAnalyzer)).toBe(indexOf(collection, articleAnalyzer));
    expect(indexOf(collection, plainAnalyzer).terms).toEqual(['the', 'leave']);
    expect(indexOf(collection, articleAnalyzer).terms).toEqual(['leave']);
    expect(indexOf(collectionOf(['the leave']), articleAnalyzer)).not.toBe(indexOf(collection, articleAnalyzer));
  });
});
