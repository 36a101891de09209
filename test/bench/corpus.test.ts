// What benchmarks measure on is made from a seed: the same on every machine, or figures could not be compared.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';

interface Texts extends Iterable<string> {
  readonly count: number;
}
interface Corpus {
  generatedTexts(size: number): Texts;
  questions(kind: string, count: number): readonly string[];
}
interface Vectors {
  unitVectors(kind: string, count: number, dims: number, seed: number): Float32Array;
}

/** Plain JavaScript without declarations. */
const load = <Module>(file: string): Promise<Module> => import(new URL(file, import.meta.url).href);
const { generatedTexts, questions } = await load<Corpus>('./corpus.mjs');
const { unitVectors } = await load<Vectors>('./vectors.mjs');

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex').slice(0, 16);

describe('generated texts', () => {
  it('are these bytes, however often they are gone through', () => {
    const texts = generatedTexts(50);
    const all = [...texts];
    expect(all).toHaveLength(50);
    expect([...texts]).toEqual(all);
    expect(sha256(all.join('\n'))).toBe('ebd283f9396d4456');
  });

  it('have 100 to 200 words, few of which make up much of them', () => {
    const words = [...generatedTexts(300)].map((text) => text.split(' '));
    expect(words.every(({ length }) => length >= 100 && length <= 200)).toBe(true);
    const counts = new Map<string, number>();
    for (const word of words.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
    const sorted = [...counts.values()].sort((a, b) => b - a);
    const share = sorted.slice(0, 100).reduce((sum, count) => sum + count, 0) / words.flat().length;
    expect(share).toBeGreaterThan(0.25);
    expect(share).toBeLessThan(0.5);
  });
});

describe('questions', () => {
  it('are eight words: common ones occur in texts, rare ones seldom', () => {
    const vocabulary = new Set([...generatedTexts(500)].flatMap((text) => text.split(' ')));
    const known = (kind: string): number => {
      const words = questions(kind, 200).flatMap((question) => question.split(' '));
      expect(words).toHaveLength(1600);
      return words.filter((word) => vocabulary.has(word)).length / words.length;
    };
    expect(known('common')).toBeGreaterThan(0.7);
    expect(known('rare')).toBeLessThan(0.4);
    expect(questions('rare', 5)).toEqual(questions('rare', 200).slice(0, 5));
  });
});

describe('vectors', () => {
  it.each([
    ['clustered', 'f5acc87f1374a131'],
    ['spread', '57a62549973e5d4f'],
  ])('%s ones are of length 1, and these bytes', (kind, expected) => {
    const rows = unitVectors(kind, 20, 24, 404);
    for (let row = 0; row < 20; row++) expect(Math.hypot(...rows.slice(24 * row, 24 * (row + 1)))).toBeCloseTo(1, 5);
    expect(sha256(new Uint8Array(rows.buffer))).toBe(expected);
  });
});
