import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { labIn } from '../in-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { folder, lab, run } = labIn(temporaryFolder());

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

  it('refuses to put the runs of two systems into one file, which nobody could read', async () => {
    const { code, out, err } = await lab(['run', '--systems', 'bm25,tfidf', '--format', 'trec']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('--format trec: a run file holds one system, and 2 are asked for\ntry: --out DIR');
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
      'report.html',
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
    const err = 'rag-lab: wrote json to r.json\n';
    expect(await run(['--format', 'json=r.json'], { cwd: at })).toEqual({ code: 0, out: '', err });
    expect(existsSync(join(at, 'r.json'))).toBe(true);
  });

  it('says in one line on stderr what it wrote, and not with --quiet or --json', async () => {
    const at = folder();
    const argv = ['--out', 'o', '--format', 'csv=x.csv'];
    expect((await run(argv, { cwd: at })).err).toBe(
      'rag-lab: wrote report.json, timings.json, tables.csv, misses.csv, report.md, report.html, handbook.qrels and 1 run file to o; csv to x.csv\n',
    );
    expect((await run([...argv, '--quiet'], { cwd: at })).err).toBe('');
    expect((await run([...argv, '--json'], { cwd: at })).err).toBe('');
    expect((await run(['--format', 'markdown'], { cwd: at })).err).toBe('');
  });

  it('opens the page that was asked for, that of --out, or a temporary one, and says where it is when it cannot', async () => {
    const at = folder();
    const elsewhere = folder();
    const opened: string[] = [];
    const open = async (path: string): Promise<undefined> => {
      opened.push(path);
    };
    const { err } = await run(['--open', '--format', 'html=page.html', '--out', 'o'], { cwd: at, open });
    expect(err).toContain(`rag-lab: opened ${join(at, 'page.html')}\n`);
    await run(['--open', '--out', 'o', '--quiet'], { cwd: at, open });
    await run(['--open'], { cwd: at, env: { TMPDIR: elsewhere }, open });
    expect(opened.slice(0, 2)).toEqual([join(at, 'page.html'), join(at, 'o', 'report.html')]);
    expect(readFileSync(opened[2]!, 'utf8')).toContain('class="passage"');
    expect(dirname(dirname(opened[2]!))).toBe(elsewhere);
    const failed = await run(['--open', '--out', 'o'], { cwd: at, open: async () => 'no desktop' });
    expect(failed.code).toBe(0);
    expect(failed.err).toContain(`cannot open a browser (no desktop): open ${join(at, 'o', 'report.html')} yourself`);
  });

  it('removes the runs that an earlier result left in --out, and nothing else, and only after a success', async () => {
    const at = folder();
    const names = (): string[] => readdirSync(join(at, 'o')).filter((name) => /run|mine/.test(name));
    await run(['--out', 'o', '--systems', 'lex=bm25(k1=0.9)'], { cwd: at });
    for (const name of ['mine.run', '3-mine.txt', '3-mine.run.bak']) writeFileSync(join(at, 'o', name), '');
    const own = ['3-mine.run.bak', '3-mine.txt', 'mine.run'];
    const full = { write: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })) };
    expect((await run(['--out', 'o'], { cwd: at, out: full })).code).toBe(2);
    expect(names().sort()).toEqual(['1-bm25.run', '2-lex.run', ...own]);
    await run(['--out', 'o'], { cwd: at });
    expect(names().sort()).toEqual(['1-bm25.run', ...own]);
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

  it('is named with the line of every value that means nothing, after the faults of what was typed', async () => {
    const at = folder();
    const text = 'depth: 2\nmeasures: nDGC@3\nsystems:\n  - bm25\n  - bm52,tfidf(x=1)\nchunker: sentense\n';
    writeFileSync(join(at, 'rag-lab.config.yaml'), text);
    const { code, err } = await lab(['run', '--dataset', 'handbok:1'], { cwd: at });
    expect(code).toBe(2);
    const lines = err.split('\n').filter((line) => line.startsWith('rag-lab: '));
    expect(
      lines.map((line) => /^rag-lab: (?:\S+\.yaml:(\d))?.*?(?:"(\w+)"|--depth)/.exec(line)?.slice(1).join(' ')),
    ).toEqual([' handbok', '1 ', '2 nDGC', '5 bm52', '5 x', '6 sentense']);
    const typed = await lab(['run', '--systems', 'bm52', '--depth', '5', '--measures', 'RR', '--chunker', 'whole'], {
      cwd: at,
    });
    expect(typed.err).toMatch(/^rag-lab: unknown system "bm52"/);
  });

  it('is refused as a whole where a key is unknown', async () => {
    const at = folder();
    writeFileSync(join(at, 'rag-lab.config.yaml'), 'sytems: bm25\n');
    const { code, out, err } = await run([], { cwd: at });
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('unknown key "sytems"; did you mean "systems"?');
  });
});
