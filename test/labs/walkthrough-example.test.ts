import { describe, expect, it } from 'vitest';
import { computeExample, describeExample, type ExampleRow, exampleLab } from '../../src/labs/walkthrough-example.ts';
import { contextOf } from '../retrieval/small-world.ts';

const shown = (rows: readonly ExampleRow[]): string[] =>
  rows.map(({ label, wording, ranks }) => `${label} ${wording}: ${ranks.join(' ')}`);

describe('the 60-chunk example', () => {
  it('is rebuilt exactly: sizes, IDF and every rank', async () => {
    const example = await computeExample(contextOf());
    expect(example.chunks).toBe(60);
    expect(example.averageLength.toFixed(1)).toBe('54.1');
    expect(example.distinctTerms).toBe(53);
    expect(example.terms.map(({ term, chunks, idf }) => `${term} ${chunks} ${idf.toFixed(2)}`)).toEqual([
      'leave 48 0.23',
      'annual 1 3.71',
      'stipend 1 3.71',
    ]);
    expect(shown(example.rows)).toEqual([
      'bm25 same: 1 1 1 1 1 1',
      'bm25 paraphrase: 42 26 40 38 31 55',
      'bm25+synonyms same: 1 1 1 1 1 1',
      'bm25+synonyms paraphrase: 17 9 1 38 10 1',
      'rrf(both) same: 1 1 1 1 1 1',
      'rrf(both) paraphrase: 29 10 12 38 18 20',
    ]);
    expect(shown(example.skipRows)[1]).toBe('rrf(both) paraphrase: 17 9 1 38 10 1');
  });

  it('knows which ranks are only places among zeros', async () => {
    const { rows } = await computeExample(contextOf());
    expect(rows[1]!.signal).toEqual([false, false, false, true, false, false]);
  });

  it('changes with the seed, and not with the lab seed', async () => {
    const seven = await computeExample(contextOf(), 7);
    const eight = await computeExample(contextOf(), 8);
    expect(shown(eight.rows)).not.toEqual(shown(seven.rows));
    expect(describeExample(eight)).toContain('random.Random(8)');
    expect(describeExample(eight)).not.toContain('the ranks of the reference');
    expect(await exampleLab.run(contextOf())).toBe(describeExample(seven));
  });

  it('shows a chunk with its question in both wordings, and names no article', async () => {
    const text = (await exampleLab.run(contextOf())).replace(/\s+/g, ' ');
    expect(text).toMatch(/Chunk \d+ of 60, .* Annual leave requests must be submitted at least 3 weeks in advance\. /);
    expect(text).toContain('in the same words: How far in advance must annual leave requests be submitted?');
    expect(text).toContain('in other words: How early do I have to ask for vacation days?');
    expect(text).toContain('bm25+synonyms (bm25-synonyms here)');
    expect(text).not.toMatch(/\barticle\b/);
  });

  it('says that skip does not help where the other list matches the wrong chunks', async () => {
    const text = (await exampleLab.run(contextOf())).replace(/\s+/g, ' ');
    expect(text).toMatch(/In the handbook of `rag-lab run` BM25 does match chunks .* so skip does not help/);
  });

  it('prints the table, both variants of fusion and the reason, in 80 columns', async () => {
    const text = await exampleLab.run(contextOf());
    expect(text).toContain('60 chunks, average length 54.1 terms, 53 distinct terms');
    expect(text).toMatch(/^bm25 +paraphrase +0\/6 +0\/6 +0\/6 +42\* 26\* 40\* 38 31\* 55\*$/m);
    expect(text).toMatch(/^bm25\+synonyms +paraphrase +2\/6 +2\/6 +2\/6 +17 9 1 38 10 1$/m);
    expect(text).toMatch(/^rrf\(both\) +paraphrase +0\/6 +0\/6 +0\/6 +29 10 12 38 18 20$/m);
    expect(text).toMatch(/^skip +paraphrase +2\/6 +2\/6 +2\/6 +17 9 1 38 10 1$/m);
    expect(text).toContain('no signal');
    expect(text).toMatch(/^bm25 +paraphrase +42\* 26\* 40\* 38 31\* 55\*$/m);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});
