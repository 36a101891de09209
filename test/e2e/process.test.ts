// What only a real process shows: exit codes, closed pipes, signals, full disks, and that nothing around it matters.
import { type ChildProcess, execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { BIN, runBuilt, runShell } from './built.ts';

const root = temporaryFolder();
let made = 0;

function folder(): string {
  const path = join(root, String(made++));
  mkdirSync(path);
  return path;
}

const QUICK = ['run', '--systems', 'bm25', '--pages', '20', '--facts', '4'];
/** With the dense model, but few sentences to encode. */
const SMALL = ['run', '--pages', '12', '--facts', '3'];

describe('the same input', () => {
  it('gives the same bytes with a cold and a warm cache, in any folder, locale and time zone', async () => {
    const [cold, warm] = [folder(), folder()];
    const cache = { RAG_LAB_CACHE: join(root, 'cache') };
    const first = await runBuilt([...SMALL, '--out', 'o'], { cwd: cold, env: { ...cache, TZ: 'UTC', LC_ALL: 'C' } });
    const second = await runBuilt([...SMALL, '--out', 'o'], {
      cwd: warm,
      env: { ...cache, TZ: 'Asia/Kolkata', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' },
    });
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(first.err).toMatch(/^rag-lab: wrote report\.json, .+ and 4 run files to o\n$/);
    expect(second.err).toBe(first.err);
    expect(second.out.equals(first.out)).toBe(true);
    const names = readdirSync(join(cold, 'o'));
    expect(readdirSync(join(warm, 'o'))).toEqual(names);
    for (const name of names.filter((each) => each !== 'timings.json')) {
      expect(readFileSync(join(warm, 'o', name)).equals(readFileSync(join(cold, 'o', name))), name).toBe(true);
    }
    const report = readFileSync(join(cold, 'o/report.json'), 'utf8');
    for (const trace of [root, cold, 'Kolkata']) expect(report).not.toContain(trace);
  });

  it('gives the same result, and a warning, where the cache is damaged or cannot be kept', async () => {
    const good = folder();
    const at = folder();
    const run = (cache: string) => runBuilt(SMALL, { cwd: at, env: { RAG_LAB_CACHE: cache } });
    const first = await run(good);
    const [name] = readdirSync(good);
    const damaged = folder();
    copyFileSync(join(good, name!), join(damaged, name!));
    truncateSync(join(damaged, name!), 5000);
    const file = join(at, 'file');
    writeFileSync(file, '');
    for (const cache of [damaged, file]) {
      const { code, out, err } = await run(cache);
      expect(code).toBe(0);
      expect(out.equals(first.out)).toBe(true);
      expect(err).toMatch(/^rag-lab: warning: .+\n/);
    }
    // The damaged file was rebuilt.
    expect(await run(damaged)).toMatchObject({ code: 0, err: '' });
  });
});

describe('pipes', () => {
  it('hold the whole result and not one escape sequence', async () => {
    const at = folder();
    const argv = QUICK.join(' ');
    const { code, err } = await runShell(
      `$LAB ${argv} --json > file.json && $LAB ${argv} --json | cat > piped.json && $LAB ${argv} | cat > piped.txt`,
      { cwd: at },
    );
    expect([code, err]).toEqual([0, '']);
    const whole = readFileSync(join(at, 'file.json'));
    expect(readFileSync(join(at, 'piped.json')).equals(whole)).toBe(true);
    expect(JSON.parse(whole.toString()).schema).toBe('rag-lab/report@1');
    for (const name of ['file.json', 'piped.txt']) expect(readFileSync(join(at, name)).includes(0x1b)).toBe(false);
  });

  it('may be closed by the reader: no error', async () => {
    const at = folder();
    const { out, err } = await runShell(
      `$LAB ${QUICK.join(' ')} --json --out o | head -c 1; echo " \${PIPESTATUS[0]}"`,
      {
        cwd: at,
      },
    );
    expect(out.toString()).toBe('{ 0\n');
    expect(err).toBe('');
    expect(existsSync(join(at, 'o/report.json'))).toBe(true);
  });

  it('keep the exit code of a failure, and standard output empty', async () => {
    const { code, out, err } = await runShell('set -o pipefail; $LAB run --json --systems bm52 | cat');
    expect([code, out.length]).toEqual([2, 0]);
    expect(err).toContain('did you mean "bm25"?');
  });

  it('may be closed on standard error too', async () => {
    const { out } = await runShell(`$LAB run --systems bm52 2>&1 >/dev/null | true; echo "\${PIPESTATUS[0]}"`);
    expect(out.toString()).toBe('2\n');
  });
});

describe('a full disk', () => {
  it.skipIf(!existsSync('/dev/full'))(
    'behind standard output is one line and exit code 2; no file changes',
    async () => {
      const at = folder();
      await runBuilt([...QUICK, '--out', 'o'], { cwd: at });
      const before = readFileSync(join(at, 'o/report.json'));
      const { code, err } = await runShell(`$LAB ${QUICK.join(' ')} --seed 5 --out o > /dev/full`, { cwd: at });
      expect(code).toBe(2);
      expect(err).toBe('rag-lab: standard output: cannot be written: no space left on the device\n');
      expect(readFileSync(join(at, 'o/report.json')).equals(before)).toBe(true);
    },
  );

  it.skipIf(!existsSync('/dev/full'))('behind a result file is one line and exit code 2', async () => {
    const { code, out, err } = await runBuilt([...QUICK, '--format', 'json=/dev/full']);
    expect([code, out.length]).toEqual([2, 0]);
    expect(err).toBe('rag-lab: /dev/full: cannot be written: no space left on the device\n');
  });

  it('under the result folder leaves what was there, and nothing besides', async () => {
    const at = folder();
    await runBuilt([...QUICK, '--out', 'o'], { cwd: at });
    const before = readdirSync(join(at, 'o')).map((name) => [name, readFileSync(join(at, 'o', name), 'utf8')]);
    // A limit on the size of files stands for the end of the disk: some files fit, report.json does not.
    const { code, out, err } = await runShell(
      `trap '' XFSZ; ulimit -f 8; $LAB ${QUICK.join(' ')} --seed 5 --out o | cat`,
      {
        cwd: at,
      },
    );
    expect(out.length).toBe(0);
    expect(err).toMatch(/^rag-lab: .+: cannot be written: the file would be too large\n$/);
    expect(code).toBe(0); // of cat
    expect(readdirSync(join(at, 'o')).map((name) => [name, readFileSync(join(at, 'o', name), 'utf8')])).toEqual(before);
  });
});

describe('Ctrl-C', () => {
  it('ends the run with exit code 130, nothing on standard output and nothing written', async () => {
    const at = folder();
    const env = { RAG_LAB_CACHE: join(at, 'cache') };
    const { code, out, err } = await runBuilt(
      ['run', '--seed', '9', '--out', 'o', '--json'],
      { cwd: at, env },
      (child) => {
        setTimeout(() => child.kill('SIGINT'), 2500);
      },
    );
    expect([code, out.length]).toEqual([130, 0]);
    expect(err).toBe('rag-lab: interrupted\n');
    expect(readdirSync(at).filter((name) => name !== 'cache')).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('Ctrl-C while waiting for a pipe', () => {
  /** More than a pipe holds. */
  const large = [
    'run',
    '--json',
    '--pages',
    '20',
    '--out',
    'o',
    '--systems',
    `${Array.from({ length: 20 }, (_, n) => `random(seed=${n + 1})`)}`,
  ];
  /** Reads nothing until the process has ended; calls back once it stands before the full pipe. */
  const stall = (child: ChildProcess, at: string, stuck: () => void): void => {
    child.stdout!.pause();
    child.on('exit', () => child.stdout!.resume());
    const look = setInterval(() => {
      if (!existsSync(join(at, 'o')) || !readdirSync(join(at, 'o')).some((name) => name.startsWith('.handbook')))
        return;
      clearInterval(look);
      setTimeout(stuck, 500);
    }, 50);
  };

  it('to be filled ends the command', async () => {
    const at = folder();
    execFileSync('mkfifo', [join(at, 'pipe')]);
    for (const signals of ['kill -INT $p', 'kill -INT $p; sleep 0.1; kill -TERM $p']) {
      const line = `$LAB render pipe & p=$!; sleep 1; ${signals}; wait $p; echo $?`;
      expect((await runShell(line, { cwd: at })).out.toString()).toBe('130\n');
    }
  });

  it('to be read ends the run and leaves nothing behind', async () => {
    const at = folder();
    const ended = await runBuilt(large, { cwd: at }, (child) => stall(child, at, () => child.kill('SIGINT')));
    expect(ended).toMatchObject({ code: 130, err: 'rag-lab: interrupted\n' });
    expect(readdirSync(at)).toEqual([]);
  });

  it('twice ends it at once, and leaves nothing behind either', async () => {
    const at = folder();
    let asked = 0;
    const ended = await runBuilt(large, { cwd: at }, (child) => {
      stall(child, at, () => {
        child.kill('SIGINT');
        setTimeout(() => {
          asked = performance.now();
          child.kill('SIGTERM');
        }, 100);
      });
      child.on('exit', () => {
        asked = performance.now() - asked;
      });
    });
    expect(ended.code).toBe(130);
    expect(asked).toBeLessThan(1000);
    expect(readdirSync(at)).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('a current folder that is gone', () => {
  it('is one line and exit code 2', async () => {
    const { out, err } = await runShell('mkdir gone; cd gone; rmdir ../gone; $LAB list systems; echo $?', {
      cwd: folder(),
    });
    expect(out.toString()).toBe('2\n');
    expect(err).toBe('rag-lab: the current folder: cannot be read: it does not exist any more\n');
  });
});

describe('a config file that never finishes loading', () => {
  it('is one line and exit code 2', async () => {
    const at = folder();
    writeFileSync(join(at, 'c.mjs'), 'await new Promise(() => {}); export default {};');
    const { code, err } = await runBuilt(['run', '--config', 'c.mjs'], { cwd: at });
    expect([code, err]).toEqual([2, expect.stringMatching(/c\.mjs: cannot be loaded: .+ never happens\n$/)]);
  });
});

describe('the installed command', () => {
  it('runs through a symbolic link, as npm installs it', async () => {
    const link = join(folder(), 'rag-lab');
    symlinkSync(BIN, link);
    const { code, out } = await runShell(`${link} --version`);
    expect(code).toBe(0);
    expect(out.toString()).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
