import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { fakeTerminal } from './fake-terminal.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = temporaryFolder();
let made = 0;

function folder(): string {
  const path = join(root, String(made++));
  mkdirSync(path);
  return path;
}

/** Small and lexical: what is under test here is the command line, not the systems. */
const QUICK = ['--systems', 'bm25', '--pages', '20', '--facts', '4'];

async function lab(argv: readonly string[], more: Partial<Terminal> = {}) {
  const terminal = fakeTerminal(argv, { cwd: root, ...more });
  const code = await main(terminal);
  return { code, out: terminal.stdout(), err: terminal.stderr() };
}

const run = (argv: readonly string[] = [], more: Partial<Terminal> = {}) => lab(['run', ...QUICK, ...argv], more);

describe('help and version', () => {
  it('show on standard output and are no error', async () => {
    for (const argv of [[], ['--help'], ['help'], ['-h']]) {
      const { code, out, err } = await lab(argv);
      expect([code, err]).toEqual([0, '']);
      expect(out).toContain('Usage: rag-lab');
    }
    expect((await lab(['run', '--help'])).out).toContain('--cutoff <K>');
    expect(await lab(['--version'])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });

  it('list exactly the commands that exist', async () => {
    const { out } = await lab(['--help']);
    expect([...out.matchAll(/^ {2}([a-z]+)\b/gm)].map(([, name]) => name)).toEqual([
      'run',
      'generate',
      'walkthrough',
      'render',
      'list',
      'cache',
      'help',
    ]);
  });
});

describe('bad input', () => {
  it.each([
    [['rnu'], 'unknown command "rnu"; did you mean "run"?'],
    [['evaluate'], 'unknown command "evaluate"'],
    [['run', '--systms', 'bm25'], 'unknown option "--systms"; did you mean "--systems"?'],
    [['run', '--corpus', 'x'], 'unknown option "--corpus"'],
    [['run', '-x'], 'unknown option "-x"'],
    [['run', '--seed'], '--seed: a value is missing; accepted: --seed <N>'],
    [['run', 'extra'], 'rag-lab run: "extra" is too much; accepted: options'],
    [['list'], 'rag-lab list: <what> is missing'],
    [['list', 'sytems'], 'unknown list "sytems"; did you mean "systems"?'],
    [['list', 'measures', 'nDGC'], 'unknown measure "nDGC"; did you mean "nDCG"?'],
    [['walkthrough', 'exampel'], 'unknown lesson "exampel"; did you mean "example"?'],
    [['cache', 'claer'], 'unknown cache action "claer"; did you mean "clear"?'],
    [['render', 'nowhere.json'], 'nowhere.json: cannot be read: no such file or folder'],
    [['generate'], '--out DIR is missing'],
    [['run', '--seed', '4o4'], '--seed 4o4: not valid; accepted: an integer from 0 to 2^53 - 1'],
    [['run', '--seed', '-1'], '--seed -1: not valid'],
    [['run', '--seed', '9007199254740992'], '--seed 9007199254740992: not valid'],
    [['run', '--seed', '1.5'], '--seed 1.5: not valid'],
    [['run', '--pages', '0'], '--pages 0: not valid; accepted: an integer from 1 to 1000000'],
    [['run', '--facts', '31'], '--facts 31: not valid; accepted: an integer from 1 to 30'],
    [['run', '--systems', 'bm52'], 'unknown system "bm52"; did you mean "bm25"?'],
    [['run', '--systems', 'bm25(k1=-1)'], 'bm25: k1=-1 is not valid; accepted: a number'],
    [['run', '--systems', 'bm25(k2=1)'], 'bm25 has no parameter "k2"; did you mean "k1"?'],
    [['run', '--systems', 'rrf'], 'rrf takes'],
    [['run', '--systems', 'bm25[tfidf]'], 'bm25 takes no inner systems, got 1'],
    [['run', '--systems', 'bm25('], 'cannot read "bm25("'],
    [['run', '--systems', ''], 'names no system'],
    [['run', '--systems', 'bm25,bm25'], 'two systems are called "bm25"'],
    [['run', '--measures', 'nDGC@10'], 'unknown measure "nDGC"; did you mean "nDCG"?'],
    [['run', '--measures', 'nDCG@0'], 'nDCG@0'],
    [['run', '--cutoff', '0'], '--cutoff 0: not valid'],
    [['run', '--depth', 'deep'], '--depth deep: not valid'],
    [['run', '--chunker', 'sentense'], 'unknown chunker "sentense"; did you mean "sentence"?'],
    [['run', '--chunker', 'fixed(size=50,overlap=50)'], '--chunker fixed'],
    [['run', '--dataset', 'handbok:1'], 'unknown dataset "handbok"; did you mean "handbook"?'],
    [['run', '--dataset', 'handbook:x'], 'handbook: x: not valid'],
    [['run', '--format', 'jsno'], 'unknown format "jsno"; did you mean "json"?'],
    [['run', '--format', 'json', '--format', 'csv'], 'json and csv would all go to standard output'],
    [['run', '--json', '--format', 'csv'], 'csv and json would all go to standard output'],
    [['run', '--out', ''], '--out "": not valid'],
    [['run', '--config', 'nowhere.yaml'], 'nowhere.yaml: cannot be read'],
  ])('%j: one clear line, exit code 2, nothing on standard output', async (argv, problem) => {
    const { code, out, err } = await lab(argv);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(problem);
    expect(err.split('\n').filter((line) => line !== '' && !line.startsWith('try: '))).toHaveLength(1);
    expect(err).not.toMatch(/\n {4}at /);
  });

  it('reports options, systems and measures together', async () => {
    const { code, err } = await lab([
      'run',
      '--seed',
      'x',
      '--systems',
      'bm52,rrf',
      '--measures',
      'Q@1',
      '--format',
      'z',
    ]);
    expect(code).toBe(2);
    for (const part of ['--seed x', '"bm52"', 'rrf takes', '"Q"', 'format "z"']) expect(err).toContain(part);
  });

  it('shows control characters of what was typed as escapes', async () => {
    const { err } = await lab(['run', '--systems', 'a\u001b[31m\nb']);
    expect(err).toContain('\\x1b[31m\\nb');
    expect(err).not.toContain('\u001b');
  });

  it('prints the stack of a bug, and says that it is one: exit code 70', async () => {
    const now = (): number => {
      throw new TypeError('no clock');
    };
    const { code, out, err } = await run([], { now });
    expect([code, out]).toEqual([70, '']);
    expect(err).toContain('this is a bug');
    expect(err).toContain('TypeError: no clock\n    at ');
  });
});

describe('rag-lab run', () => {
  it('ends with the RESULT line and says nothing on stderr', async () => {
    const { code, out, err } = await run();
    expect([code, err]).toEqual([0, '']);
    expect(out.trimEnd().split('\n').at(-1)).toMatch(
      /^RESULT seed=404 chunks=\d+ questions=\d+ bm25:same:R@3=\d+\/\d+ bm25:paraphrase:R@3=\d+\/\d+$/,
    );
  });

  it('gives, with --json, the report and nothing else', async () => {
    const { out } = await run(['--json']);
    const report = JSON.parse(out);
    expect(report.schema).toBe('rag-lab/report@1');
    expect(report.systems).toEqual([{ label: 'bm25', spec: 'bm25' }]);
    expect(await run(['--format', 'json'])).toMatchObject({ out });
  });

  it('takes the handbook by --dataset as by --seed', async () => {
    const bySeed = await run(['--json', '--seed', '7']);
    expect(JSON.parse(bySeed.out).seed).toBe(7);
    expect((await run(['--json', '--dataset', 'handbook:7'])).out).toBe(bySeed.out);
    expect((await lab(['run', '--systems', 'bm25', '--json', '--dataset', 'handbook(pages=20,facts=4):7'])).out).toBe(
      bySeed.out,
    );
  });

  it('writes every file of --out, and repeats itself to the byte but for timings', async () => {
    const at = folder();
    await run(['--out', 'a', '--systems', 'lex=bm25(k1=0.9)'], { cwd: at });
    await run(['--out', join(at, 'b'), '--systems', 'lex=bm25( k1 = 0.9 )']);
    const names = readdirSync(join(at, 'a')).sort();
    expect(names).toEqual([
      '1-bm25.run',
      '2-lex.run',
      'handbook.qrels',
      'misses.csv',
      'report.json',
      'report.md',
      'tables.csv',
      'timings.json',
    ]);
    for (const name of names.filter((each) => each !== 'timings.json')) {
      expect(readFileSync(join(at, 'a', name), 'utf8'), name).toBe(readFileSync(join(at, 'b', name), 'utf8'));
    }
    expect(JSON.parse(readFileSync(join(at, 'a/timings.json'), 'utf8')).timings.length).toBeGreaterThan(3);
    expect(readFileSync(join(at, 'a/2-lex.run'), 'utf8')).toMatch(/ bm25\(k1=0\.9\)\n/);
  });

  it('writes formats to files without control characters, and one to standard output', async () => {
    const at = folder();
    const { out } = await run(['--format', 'csv=t/x.csv', '--format', 'markdown', '--format', 'terminal=x.txt'], {
      cwd: at,
      env: { FORCE_COLOR: '1' },
    });
    expect(out).toMatch(/^# /);
    expect(readFileSync(join(at, 't/x.csv'), 'utf8')).toContain('scores,bm25');
    expect(readFileSync(join(at, 'x.txt'), 'utf8')).not.toContain('\u001b');
  });

  it('leaves standard output empty where every format goes to a file', async () => {
    const at = folder();
    expect(await run(['--format', 'json=r.json'], { cwd: at })).toEqual({ code: 0, out: '', err: '' });
    expect(existsSync(join(at, 'r.json'))).toBe(true);
  });

  it('colours a terminal only where it may', async () => {
    const tty = { outIsTTY: true, columns: 100 };
    expect((await run([], tty)).out).toContain('\u001b[');
    for (const more of [{}, { ...tty, env: { NO_COLOR: '1' } }, { ...tty, env: { CI: 'true' } }]) {
      expect((await run([], more)).out).not.toContain('\u001b');
    }
    expect((await run(['--plain'], tty)).out).not.toContain('\u001b');
  });

  it('fits tables to a terminal, and not with --wide', async () => {
    const widest = (text: string): number =>
      Math.max(
        ...text
          .split('\n')
          .slice(0, -2)
          .map((line) => line.length),
      );
    const tty = { outIsTTY: true, columns: 90, env: { NO_COLOR: '1' } };
    expect(widest((await run([], tty)).out)).toBeLessThanOrEqual(90);
    expect(widest((await run(['--wide'], tty)).out)).toBeGreaterThan(90);
  });

  it('draws progress on a terminal only, and not with --quiet', async () => {
    expect((await run(['--quiet'], { errIsTTY: true })).err).toBe('');
    expect((await run([], { errIsTTY: false })).err).toBe('');
  });

  it('measures the headline at another cutoff', async () => {
    const { out } = await run(['--cutoff', '7', '--measures', 'RR']);
    expect(out).toMatch(/bm25:same:R@7=\d+\/\d+ bm25:paraphrase:R@7=\d+\/\d+\n$/);
  });

  it('stops when interrupted, with exit code 130 and nothing written', async () => {
    const at = folder();
    const controller = new AbortController();
    controller.abort();
    const { code, out, err } = await run(['--out', 'o'], { cwd: at, interrupt: controller.signal });
    expect([code, out, err]).toEqual([130, '', 'rag-lab: interrupted\n']);
    expect(readdirSync(at)).toEqual([]);
  });

  it('refuses an --out that is a file, before any work, and leaves the file alone', async () => {
    const at = folder();
    writeFileSync(join(at, 'taken'), 'mine');
    const { code, out, err } = await run(['--out', 'taken'], { cwd: at });
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe(`rag-lab: ${join(at, 'taken')}: cannot be written: it is a file, not a folder\n`);
    expect(readFileSync(join(at, 'taken'), 'utf8')).toBe('mine');
  });

  it('leaves the files of an earlier run as they were when standard output cannot take the result', async () => {
    const at = folder();
    await run(['--out', 'o'], { cwd: at });
    const before = readFileSync(join(at, 'o/report.json'), 'utf8');
    const full = { write: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })) };
    const { code, err } = await run(['--out', 'o', '--seed', '5'], { cwd: at, out: full });
    expect(code).toBe(2);
    expect(err).toBe('rag-lab: standard output: cannot be written: no space left on the device\n');
    expect(readFileSync(join(at, 'o/report.json'), 'utf8')).toBe(before);
    expect(readdirSync(join(at, 'o')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('a config file', () => {
  it('gives what is not typed, and yields to what is', async () => {
    const at = folder();
    mkdirSync(join(at, 'below'));
    writeFileSync(
      join(at, 'rag-lab.config.yaml'),
      'seed: 7\nsystems: [bm25, "lex=bm25(k1=0.9,b=0.4)"]\npages: 20\nfacts: 4\nformat: json\nout: results\n',
    );
    const { code, out } = await lab(['run'], { cwd: join(at, 'below') });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ seed: 7, systems: [{ label: 'bm25' }, { label: 'lex' }] });
    expect(existsSync(join(at, 'results/report.json'))).toBe(true);
    const typed = await lab(['run', '--seed', '8', '--systems', 'bm25', '--format', 'terminal'], { cwd: at });
    expect(typed.out).toContain('RESULT seed=8 ');
    expect((await lab(['run', '--dataset', 'handbook:9', '--json'], { cwd: at })).out).toContain('"seed": 9');
  });

  it('is refused as a whole where a key is unknown', async () => {
    const at = folder();
    writeFileSync(join(at, 'rag-lab.config.yaml'), 'sytems: bm25\n');
    const { code, out, err } = await run([], { cwd: at });
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('unknown key "sytems"; did you mean "systems"?');
  });
});

describe('rag-lab render', () => {
  it('shows a stored report as the run itself did', async () => {
    const at = folder();
    const { out } = await run(['--format', 'terminal', '--format', 'json=r.json'], { cwd: at });
    expect(await lab(['render', 'r.json'], { cwd: at })).toEqual({ code: 0, out, err: '' });
    expect((await lab(['render', 'r.json', '--json'], { cwd: at })).out).toBe(readFileSync(join(at, 'r.json'), 'utf8'));
    await lab(['render', 'r.json', '--format', 'csv=r.csv'], { cwd: at });
    expect(readFileSync(join(at, 'r.csv'), 'utf8')).toContain('scores,bm25');
  });

  it('refuses what is no report, naming the file', async () => {
    const at = folder();
    writeFileSync(join(at, 'r.json'), '{"schema": "other"}');
    const { code, out, err } = await lab(['render', 'r.json'], { cwd: at });
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('r.json: not a report');
  });
});

describe('rag-lab list', () => {
  it.each(['systems', 'measures', 'chunkers', 'datasets', 'formats'])('lists %s', async (what) => {
    const { code, out, err } = await lab(['list', what]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^\S.* {2}\S/);
  });

  it('shows parameters with defaults and ranges, aliases with what they stand for', async () => {
    const { out } = await lab(['list', 'systems']);
    expect(out).toMatch(/k1=1\.2 +a number .+/);
    expect(out).toMatch(/hybrid +stands for rrf\[bm25,dense\]/);
  });

  it('shows a measure with its formula and source, by any of its names', async () => {
    const { out } = await lab(['list', 'measures', 'nDCG']);
    expect(out).toMatch(/formula {2}\S/);
    expect(out).toMatch(/source {3}\S/);
    expect((await lab(['list', 'measures', 'MRR'])).out).toMatch(/^RR/);
  });
});

describe('rag-lab walkthrough', () => {
  it('lists the lessons without a name', async () => {
    expect((await lab(['walkthrough'])).out).toMatch(/^example +\S/m);
  });
});

describe('rag-lab cache', () => {
  it('shows where the cache is, and that it is empty', async () => {
    const at = folder();
    const env = { RAG_LAB_CACHE: join(at, 'none') };
    expect(await lab(['cache'], { env })).toEqual({
      code: 0,
      out: `${join(at, 'none')}\n0 files, 0 vectors, 0 bytes\n`,
      err: '',
    });
  });
});

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
