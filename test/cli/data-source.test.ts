import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { labIn } from './in-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

const { folder, lab } = labIn(temporaryFolder());

const QUESTION = {
  id: 'hay',
  text: 'When is the hay cut?',
  evidence: [{ document: 'farm/hay.md', quote: 'Hay is cut in June.' }],
};
const SHORT = ['--systems', 'bm25', '--json'];

/** A folder with documents and questions in it. */
function project() {
  const at = folder();
  mkdirSync(join(at, 'docs/farm'), { recursive: true });
  writeFileSync(join(at, 'docs/farm/hay.md'), '# Hay\n\nHay is cut in June. It is kept in the barn.\n');
  writeFileSync(join(at, 'docs/milk.txt'), 'Milk is fetched at six.\n');
  writeFileSync(join(at, 'docs/table.csv'), 'key,name,body\nc1,Cows,Cows are fed twice a day.\n');
  writeFileSync(join(at, 'own.jsonl'), `${JSON.stringify(QUESTION)}\n`);
  return at;
}

describe('documents and questions of one’s own', () => {
  const columns = ['--columns', 'id=key,title=name', '--columns', 'text=body'];

  it('are read, asked and reported, without a seed', async () => {
    const cwd = project();
    const argv = ['run', '--corpus', 'docs', '--questions', 'own.jsonl', ...columns, ...SHORT];
    const { code, out, err } = await lab(argv, { cwd });
    expect([code, err]).toEqual([0, '']);
    const report = JSON.parse(out);
    expect(report).toMatchObject({ seed: null, corpus: { name: 'docs', documents: 3 }, questions: { total: 1 } });
    expect(report.questionResults[0]).toMatchObject({ evidence: ['farm/hay.md#0'], ranks: { bm25: 1 } });
    expect(report.result).toBe('RESULT seed=none chunks=3 questions=1 bm25:all:R@3=1.0000');
  });

  it('can be chosen among, and searched in part', async () => {
    const cwd = project();
    const argv = ['run', '--corpus', 'docs', '--questions', 'own.jsonl', ...SHORT];
    const part = await lab([...argv, '--include', '**/*.md', '--include', '*.txt', '--exclude', 'milk*'], { cwd });
    expect(JSON.parse(part.out).corpus.documents).toBe(1);
    const filtered = await lab([...argv, '--exclude', '*.csv', '--filter', 'folder = farm'], { cwd });
    expect(JSON.parse(filtered.out).filter).toMatchObject({ chunks: 1 });
    const lost = await lab([...argv, '--exclude', '*.csv', '--filter', 'not folder = farm'], { cwd });
    expect(JSON.parse(lost.out).misses[0].diagnosis).toBe('filtered');
  });

  it('are meant from the config file where that names them, and from here where they are typed', async () => {
    const cwd = project();
    mkdirSync(join(cwd, 'sub'));
    const config = 'corpus: docs\nquestions: own.jsonl\nexclude: ["*.csv"]\nsystems: [bm25]\n';
    writeFileSync(join(cwd, 'rag-lab.config.yaml'), config);
    const there = await lab(['run', '--json'], { cwd: join(cwd, 'sub') });
    expect(JSON.parse(there.out).corpus.documents).toBe(2);
    writeFileSync(join(cwd, 'sub/mine.yaml'), `- ${JSON.stringify({ ...QUESTION, id: 'mine' })}\n`);
    const typed = await lab(['run', '--json', '--questions', 'mine.yaml'], { cwd: join(cwd, 'sub') });
    expect(JSON.parse(typed.out).questionResults[0].id).toBe('mine');
  });

  it('give way, all of them, to a handbook that is typed', async () => {
    const cwd = project();
    writeFileSync(join(cwd, 'rag-lab.config.yaml'), 'corpus: docs\nquestions: own.jsonl\nexclude: ["*.csv"]\n');
    const { code, out } = await lab(['run', '--seed', '7', '--pages', '10', '--facts', '2', ...SHORT], { cwd });
    expect([code, JSON.parse(out).seed]).toEqual([0, 7]);
  });

  it('may be questions about the handbook', async () => {
    const cwd = folder();
    await lab(['generate', '--seed', '7', '--pages', '20', '--facts', '3', '--out', 'book'], { cwd });
    const [first] = readFileSync(join(cwd, 'book/questions.jsonl'), 'utf8').split('\n');
    writeFileSync(join(cwd, 'one.jsonl'), `${first}\n`);
    const argv = ['run', '--seed', '7', '--pages', '20', '--facts', '3', '--questions', 'one.jsonl', ...SHORT];
    const { code, out } = await lab(argv, { cwd });
    expect([code, JSON.parse(out).questions.total]).toEqual([0, 1]);
  });

  it('give the same figures whether the handbook is generated or read back', async () => {
    const cwd = folder();
    // Seed 0 is also what intervals of a corpus without a seed are drawn with.
    const size = ['--seed', '0', '--pages', '20', '--facts', '3'];
    await lab(['generate', ...size, '--out', 'book'], { cwd });
    const made = JSON.parse((await lab(['run', ...size, ...SHORT], { cwd })).out);
    const argv = ['run', '--corpus', 'book/corpus.jsonl', '--questions', 'book/questions.jsonl', ...SHORT];
    const { code, out, err } = await lab(argv, { cwd });
    expect([code, err]).toEqual([0, '']);
    const read = JSON.parse(out);
    expect(read.questionResults).toEqual(made.questionResults);
    expect(read.scores).toEqual(made.scores);
  });

  it('never count the questions among the documents, wherever they lie and whatever they are called', async () => {
    for (const name of ['ask [1] {x}!.jsonl', 'farm/asked.jsonl', '(a|b)+.jsonl']) {
      const cwd = project();
      writeFileSync(join(cwd, 'docs', name), `${JSON.stringify(QUESTION)}\n`);
      const argv = [
        'run',
        '--corpus',
        'docs',
        '--exclude',
        '*.csv',
        '--questions',
        join('docs', name),
        '--cutoff',
        '1',
        ...SHORT,
      ];
      const { code, out, err } = await lab(argv, { cwd });
      expect([name, code, err]).toEqual([name, 0, '']);
      expect(JSON.parse(out).corpus.documents).toBe(2);
    }
  });

  it('may be bare topics with judgments of documents', async () => {
    const cwd = project();
    writeFileSync(join(cwd, 'topics.tsv'), 't1\twhen is hay cut\n');
    writeFileSync(join(cwd, 'judged.qrels'), 't1 0 farm/hay.md 1\n');
    const argv = [
      'run',
      '--corpus',
      'docs',
      '--exclude',
      '*.csv',
      '--questions',
      'topics.tsv',
      '--qrels',
      'judged.qrels',
    ];
    expect(JSON.parse((await lab([...argv, ...SHORT], { cwd })).out).scores[0].measures['R@3'].value).toBe(1);
  });

  it('may come with synonyms', async () => {
    const cwd = project();
    writeFileSync(join(cwd, 'paraphrase.jsonl'), JSON.stringify({ ...QUESTION, text: 'mow' }));
    writeFileSync(join(cwd, 'synonyms.txt'), 'mow, cut\n');
    const argv = ['run', '--corpus', 'docs', '--exclude', '*.csv', '--questions', 'paraphrase.jsonl', '--json'];
    const signal = async (...more: string[]) =>
      JSON.parse((await lab([...argv, '--systems', 'bm25-synonyms', ...more], { cwd })).out).questionResults[0].signal;
    expect(await signal()).toEqual({ 'bm25-synonyms': false });
    expect(await signal('--synonyms', 'synonyms.txt')).toEqual({ 'bm25-synonyms': true });
  });

  it('are refused where they contradict each other, with what would do', async () => {
    const cwd = project();
    const faultOf = async (...argv: string[]) => {
      const { code, out, err } = await lab(['run', ...argv], { cwd });
      expect([code, out]).toEqual([2, '']);
      return err;
    };
    expect(await faultOf('--corpus', 'docs')).toMatch(
      /--questions is missing\ntry: rag-lab questions new --corpus docs/,
    );
    expect(await faultOf('--corpus', './docs/farm')).toMatch(/--corpus docs\/farm drafts some; .* beir:docs\/farm$/m);
    expect(await faultOf('--corpus', 'docs', '--questions', 'own.jsonl', '--seed', '7')).toContain(
      '--corpus and --seed name two different sets of documents',
    );
    expect(await faultOf('--qrels', 'x')).toContain('there is no --questions');
    expect(await faultOf('--include', '*')).toContain('--include: applies to --corpus only');
    expect(await faultOf('--corpus', 'docs', '--questions', 'own.jsonl', '--columns', 'name=x')).toContain(
      'accepted: id=NAME, title=NAME and text=NAME, each once',
    );
    expect(await faultOf('--corpus', 'absent', '--questions', 'own.jsonl')).toContain('absent');
    writeFileSync(
      join(cwd, 'bad.jsonl'),
      '{"id":"a","text":"x","evidence":[{"document":"farm/hay.md","quote":"no such"}]}\n',
    );
    expect(await faultOf('--corpus', 'docs', '--exclude', '*.csv', '--questions', 'bad.jsonl')).toMatch(
      /^rag-lab: bad\.jsonl:1: /,
    );
    expect(await faultOf('--dedupe', 'all')).toContain('--dedupe all: not valid; accepted: exact or near');
    expect(await faultOf('--filter', 'team =')).toContain('team =');
  });
});
