import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { labIn } from '../in-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { folder, lab, run } = labIn(temporaryFolder());

describe('rag-lab generate', () => {
  it('writes pages, corpus, questions and qrels, the same bytes each time', async () => {
    const at = folder();
    const argv = ['generate', '--seed', '7', '--pages', '20', '--facts', '4', '--out'];
    const { code, out } = await lab([...argv, 'a'], { cwd: at });
    expect(code).toBe(0);
    expect(out).toMatch(/^wrote 20 pages, \d+ questions, corpus\.jsonl and handbook\.qrels to a\n$/);
    await lab([...argv, 'b', '--quiet'], { cwd: at });
    expect(readdirSync(join(at, 'a')).sort()).toEqual(['corpus.jsonl', 'handbook.qrels', 'pages', 'questions.jsonl']);
    const pages = readdirSync(join(at, 'a/pages'));
    expect(pages).toHaveLength(20);
    for (const name of ['corpus.jsonl', 'handbook.qrels', 'questions.jsonl', `pages/${pages[0]}`]) {
      expect(readFileSync(join(at, 'a', name), 'utf8')).toBe(readFileSync(join(at, 'b', name), 'utf8'));
    }
  });

  it('counts one page in the singular', async () => {
    const { out } = await lab(['generate', '--pages', '1', '--facts', '1', '--out', 'a'], { cwd: folder() });
    expect(out).toMatch(/^wrote 1 page, 2 questions, /);
  });

  it('leaves no page of an earlier, larger handbook, and no file of others touched', async () => {
    const at = folder();
    const pages = (): string[] => readdirSync(join(at, 'a/pages')).sort();
    await lab(['generate', '--pages', '20', '--facts', '4', '--out', 'a'], { cwd: at });
    writeFileSync(join(at, 'a/pages/notes.md'), 'mine');
    const full = { write: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })) };
    const smaller = ['generate', '--pages', '10', '--facts', '4', '--out', 'a'];
    expect((await lab(smaller, { cwd: at, out: full })).code).toBe(2);
    expect(pages()).toHaveLength(21);
    await lab(smaller, { cwd: at });
    expect(pages()).toHaveLength(11);
    expect(pages()).toContain('notes.md');
  });

  it('anchors every question in the corpus by its quote, and judges the chunk that a run finds', async () => {
    const at = folder();
    await lab(['generate', '--seed', '7', '--pages', '20', '--facts', '4', '--out', '.'], { cwd: at });
    const corpus = JSON.parse(readFileSync(join(at, 'corpus.jsonl'), 'utf8'));
    expect(corpus._id).toBe('handbook');
    const lines = readFileSync(join(at, 'questions.jsonl'), 'utf8').trimEnd().split('\n');
    const questions = lines.map((line) => JSON.parse(line));
    for (const { evidence } of questions) {
      for (const { document, quote } of evidence) {
        expect(document).toBe('handbook');
        expect(corpus.text.replace(/\s+/g, ' ').split(quote)).toHaveLength(2);
      }
    }
    await run(['--seed', '7', '--out', 'run'], { cwd: at });
    expect(readFileSync(join(at, 'run/handbook.qrels'), 'utf8')).toBe(readFileSync(join(at, 'handbook.qrels'), 'utf8'));
  });
});
