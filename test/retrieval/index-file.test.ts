import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ByteSource, IndexStore } from '../../src/core/contracts.ts';
import { formatIndex, indexKey, parseIndex } from '../../src/retrieval/index-file.ts';
import { buildIndex, chunksWith, indexOf, termFrequency } from '../../src/retrieval/inverted-index.ts';
import type { Analyzer } from '../../src/text/analyzer.ts';
import { articleAnalyzer } from '../../src/text/article-analyzer.ts';
import { englishLuceneAnalyzer } from '../../src/text/english-lucene.ts';
import { plainAnalyzer } from '../../src/text/plain-analyzer.ts';
import { collectionOf } from './small-world.ts';

/** What a store hands to a reader. */
function sourceOf(parts: Iterable<Uint8Array>): ByteSource {
  const bytes = Buffer.concat([...parts]);
  let at = 0;
  return {
    get left() {
      return bytes.length - at;
    },
    take(length) {
      at += length;
      return new Uint8Array(bytes.subarray(at - length, at)).buffer;
    },
  };
}

/** Splits at spaces alone, so that terms hold anything. */
const anything: Analyzer = {
  name: 'anything',
  terms: (text) => text.split(' ').filter((word) => word !== ''),
  read: () => [],
  storedLength: (length) => 2 * Math.floor(length / 2),
};

describe('an index as bytes', () => {
  it('comes back as it was, whatever the terms and lengths', () => {
    const word = fc.oneof(
      fc.constantFrom('__proto__', 'constructor', 'toString', 'ı', '\ud800', '😀', '\0', 'leave'),
      fc.string({ unit: 'binary', maxLength: 5 }),
    );
    const texts = fc.array(
      fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(texts, fc.constantFrom(anything, plainAnalyzer, englishLuceneAnalyzer), (list, analyzer) => {
        const index = buildIndex(list, analyzer);
        const back = parseIndex(sourceOf(formatIndex(index)));
        expect(back).toEqual(index);
        expect(back.storedLengths === back.lengths).toBe(index.storedLengths === index.lengths);
      }),
    );
  });

  it('keeps words that are properties of objects, counts beyond a byte and beyond two, and terms of any length', () => {
    for (const times of [3, 300, 70_000]) {
      const long = 'x'.repeat(9000);
      const index = buildIndex([`${'__proto__ '.repeat(times)}constructor ${long}`, ''], anything);
      const back = parseIndex(sourceOf(formatIndex(index)));
      expect(termFrequency(back, '__proto__', 0)).toBe(times);
      expect([chunksWith(back, 'constructor'), chunksWith(back, 'toString'), chunksWith(back, long)]).toEqual([
        1, 0, 1,
      ]);
      expect(back.tfs.BYTES_PER_ELEMENT).toBe(times < 256 ? 1 : times < 65_536 ? 2 : 4);
    }
  });

  it('is refused where its length is another than its header says, before memory is asked for', () => {
    const bytes = Buffer.concat([...formatIndex(buildIndex(['leave badge'], plainAnalyzer))]);
    expect(() => parseIndex(sourceOf([bytes.subarray(0, -4)]))).toThrow('header');
    const huge = Buffer.from(bytes);
    huge.writeDoubleLE(2 ** 52, 24);
    expect(() => parseIndex(sourceOf([huge]))).toThrow('header');
    huge.writeDoubleLE(Number.NaN, 24);
    expect(() => parseIndex(sourceOf([huge]))).toThrow('header');
  });
});

describe('what an index is kept under', () => {
  it('changes with the chunks, with the analyzer and with what the analyzer makes of words', () => {
    const collection = { ...collectionOf(['the leave']), fingerprint: 'a' };
    const changed: Analyzer = { ...articleAnalyzer, terms: (text) => articleAnalyzer.terms(text).slice(1) };
    const coarser: Analyzer = { ...articleAnalyzer, storedLength: (length) => 10 * Math.floor(length / 10) };
    const keys = [
      indexKey(collection, articleAnalyzer),
      indexKey({ ...collection, fingerprint: 'b' }, articleAnalyzer),
      indexKey(collection, plainAnalyzer),
      indexKey(collection, englishLuceneAnalyzer),
      indexKey(collection, changed),
      indexKey(collection, coarser),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(indexKey({ ...collection }, articleAnalyzer)).toBe(keys[0]);
  });
});

describe('indexOf with a store', () => {
  it('saves what it builds, and builds nothing that was saved', () => {
    const files = new Map<string, Uint8Array[]>();
    const store: IndexStore = {
      load: (key, read) => (files.has(key) ? read(sourceOf(files.get(key)!)) : undefined),
      save: (key, parts) =>
        void files.set(
          key,
          Array.from(parts, (part) => part.slice()),
        ),
    };
    let read = 0;
    const counting: Analyzer = {
      ...anything,
      terms(text) {
        if (text === 'leave badge') read++;
        return anything.terms(text);
      },
    };
    const texts = ['leave badge'];
    const first = indexOf(collectionOf(texts), counting, store);
    expect([files.size, read]).toEqual([1, 1]);
    const again = indexOf(collectionOf(texts), counting, store);
    expect(again).toEqual(first);
    expect(read).toBe(1);
  });
});
