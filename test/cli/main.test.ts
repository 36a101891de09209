import { describe, expect, it } from 'vitest';
import { RUN_OPTIONS } from '../../src/cli/run-options.ts';
import { labIn } from './in-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

const { folder, lab, run } = labIn(temporaryFolder());

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
      'explain',
      'generate',
      'walkthrough',
      'evaluate',
      'compare',
      'fuse',
      'gate',
      'baseline',
      'questions',
      'render',
      'view',
      'dataset',
      'list',
      'cache',
      'init',
      'doctor',
      'help',
    ]);
  });
});

describe('bad input', () => {
  it.each([
    [['rnu'], 'unknown command "rnu"; did you mean "run"?'],
    [['help', 'rnu'], 'unknown command "rnu"; did you mean "run"?'],
    [['--'], 'rag-lab: a command is missing'],
    [['sweep'], 'unknown command "sweep"'],
    [['run', '--systms', 'bm25'], 'unknown option "--systms"; did you mean "--systems"?'],
    [['run', '--corpse', 'x'], 'unknown option "--corpse"'],
    [['run', '-x'], 'unknown option "-x"'],
    [['run', '--seed'], '--seed: a value is missing; accepted: --seed <N>'],
    [['run', 'extra'], 'run: unexpected "extra"; it takes options only'],
    [['render'], 'render: <report> is missing'],
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
    [['run', '--systems', 'lex='], 'cannot read "lex=": expected a system after the label'],
    [['run', '--systems', '__proto__=bm25'], 'expected another label'],
    [['run', '--measures', ','], '--measures: names no measure'],
    [['run', '--seed', ' '], '--seed " ": not valid'],
    [['run', '--out', '--json'], '--out: a value is missing before --json'],
    [['run', '--systems', '--seed=3'], '--systems: a value is missing before --seed=3'],
    [['run', '--dataset', 'handbook(pages=3):7', '--pages', '5'], 'name two different handbooks'],
    [['render', ''], '"": cannot be read'],
    [['render', 'nul\0'], 'cannot be read: the name holds a NUL character'],
    [['--'], 'a command is missing'],
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

describe('whatever is typed', () => {
  const hostile = [
    '',
    ' ',
    ',',
    '=',
    '-1',
    '1e999',
    '--',
    '__proto__',
    '../../x',
    '\0',
    '\u001b[2J\n',
    '\ud800',
    '('.repeat(3000),
    'x'.repeat(300_000),
  ];

  it.each(RUN_OPTIONS.filter(({ kind }) => kind !== 'switch'))(
    'for --$name is done, or refused in single lines',
    async ({ name }) => {
      const small = { pages: '2', facts: '1', systems: 'bm25' };
      const others = Object.entries(small).flatMap(([key, value]) => (key === name ? [] : [`--${key}`, value]));
      for (const value of hostile) {
        const { code, out, err } = await lab(['run', ...others, `--${name}=${value}`], { cwd: folder() });
        expect([0, 2], JSON.stringify(value.slice(0, 20))).toContain(code);
        if (code !== 2) continue;
        expect(out).toBe('');
        for (const line of err.trimEnd().split('\n')) {
          expect(line).toMatch(/^(rag-lab|try): /);
          expect(line.length).toBeLessThan(6000);
          expect(line).not.toMatch(/\p{Cc}/u);
        }
      }
    },
  );
});
