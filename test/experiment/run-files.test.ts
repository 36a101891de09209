import { describe, expect, it } from 'vitest';
import { buildCollection } from '../../src/core/collection.ts';
import { parseSystem, printValue } from '../../src/core/spec.ts';
import { parseRun } from '../../src/eval/trec.ts';
import { formatRunFiles, slug } from '../../src/experiment/run-files.ts';
import { lines, tinyDataset } from './tiny.ts';

const collection = buildCollection('tiny', tinyDataset.documents, lines, { skip: 0 });

describe('formatRunFiles', () => {
  it('numbers the files, names them by label, tags them by spec, and reads back in the same order', () => {
    const ranking = { topicId: 't', chunks: Uint32Array.of(2, 0, 1), scores: Float64Array.of(1, 1, 0), signal: 2 };
    const system = { label: 'my lex/1', spec: 'words(bonus=1)' };
    const [file] = formatRunFiles(collection, [{ system, rankings: [ranking] }], 3);
    expect(file!.name).toBe('1-my-lex-1.run');
    const read = parseRun(file!.text, file!.name);
    expect(read.tag).toBe('words(bonus=1)');
    expect(read.rankings.get('t')!.ids).toEqual(['doc#2', 'doc#0']);
  });

  it('tags a system with spaces in a parameter by its canonical string, which has none', () => {
    const ranking = { topicId: 't', chunks: Uint32Array.of(0), scores: Float64Array.of(1), signal: 1 };
    const spec = `command(run=${printValue('python my.py -k 3')})`;
    const [file] = formatRunFiles(collection, [{ system: { label: 'mine', spec }, rankings: [ranking] }], 3);
    const { tag } = parseRun(file!.text, file!.name);
    expect(tag).toBe(spec);
    expect(parseSystem(tag!).args.get('run')).toBe('python my.py -k 3');
  });
});

describe('slug', () => {
  it('keeps letters, digits and underscores, never a path', () => {
    expect(slug('rrf[bm25,dense](k=60)')).toBe('rrf-bm25-dense-k-60');
    expect(slug('../..//x')).toBe('x');
    expect(slug('***')).toBe('system');
    expect(slug('x'.repeat(200))).toHaveLength(60);
  });
});
