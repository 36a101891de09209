import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { LabError } from '../../src/core/errors.ts';
import { compareText } from '../../src/core/order.ts';
import {
  type FileChoice,
  type FileTree,
  type Listing,
  listFiles,
  openFolder,
  readRegularFile,
} from '../../src/ingest/list-files.ts';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder of files by path and text; an empty text is fine. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'list-'));
  made.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const signal = new AbortController().signal;

async function list(folder: string, choice: FileChoice = {}): Promise<Listing> {
  return await listFiles(await openFolder(folder), choice, signal);
}

const paths = async (folder: string, choice?: FileChoice): Promise<string[]> =>
  (await list(folder, choice)).files.map(({ path }) => path);

describe('listFiles', () => {
  it('finds files in all folders, sorted by their bytes', async () => {
    const folder = folderOf({ 'b.md': '', 'B.md': '', 'a/z.md': '', 'a.md': '', 'é.md': '', '😀.md': '', 'Ａ.md': '' });
    expect(await paths(folder)).toEqual(['B.md', 'a.md', 'a/z.md', 'b.md', 'é.md', 'Ａ.md', '😀.md']);
  });

  it('leaves out hidden files, node_modules and .git', async () => {
    const folder = folderOf({
      'a.md': '',
      '.b.md': '',
      '.c/d.md': '',
      'node_modules/e/README.md': '',
      'x/node_modules/f.md': '',
      '.git/g.md': '',
    });
    expect(await paths(folder)).toEqual(['a.md']);
    expect(await paths(folder, { include: ['.c/**'] })).toEqual(['.c/d.md']);
    expect(await paths(folder, { include: ['node_modules/**'] })).toEqual(['node_modules/e/README.md']);
    expect(await paths(folder, { include: ['.git/**', '**/.git/*'] })).toEqual([]);
  });

  it('does not depend on the order of folders', async () => {
    const names = ['a.md', 'b', 'c.md', 'b/x.md', 'b/y', 'b/y/z.md', 'Z.md', 'ä.md'];
    const expected = ['Z.md', 'a.md', 'b/x.md', 'b/y/z.md', 'c.md', 'ä.md'];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(names, { minLength: names.length }), async (shuffled) => {
        const tree: FileTree = {
          root: '',
          entries: async (at) =>
            shuffled
              .filter((path) => dirname(path) === (at || '.'))
              .map((path) => {
                const kind = path.endsWith('.md') ? 'file' : 'folder';
                return { name: path.slice(path.lastIndexOf('/') + 1), location: path, kind };
              }),
          read: async () => new Uint8Array(0),
          follow: async () => ({ problem: 'none here' }),
        };
        expect((await listFiles(tree, {}, signal)).files.map(({ path }) => path)).toEqual(expected);
      }),
    );
  });

  it('stops when it is aborted', async () => {
    const aborted = AbortSignal.abort(new Error('stop'));
    await expect(listFiles(await openFolder(folderOf({ 'a.md': '' })), {}, aborted)).rejects.toThrow('stop');
  });

  it('gives one name to composed and decomposed letters', async () => {
    expect(await paths(folderOf({ 'cafe\u0301.md': '' }))).toEqual(['caf\u00e9.md']);
  });
});

describe('globs', () => {
  const files = { 'a.md': '', 'b.txt': '', 'people/leave.md': '', 'people/pay.txt': '', 'drafts/old/x.md': '' };

  it('without a slash mean names at any depth', async () => {
    expect(await paths(folderOf(files), { include: ['*.md'] })).toEqual(['a.md', 'drafts/old/x.md', 'people/leave.md']);
    expect(await paths(folderOf(files), { exclude: ['*.md'] })).toEqual(['b.txt', 'people/pay.txt']);
  });

  it('with a slash are anchored to the folder', async () => {
    expect(await paths(folderOf(files), { include: ['people/*.md'] })).toEqual(['people/leave.md']);
    expect(await paths(folderOf(files), { include: ['/*.md'] })).toEqual(['a.md']);
    expect(await paths(folderOf(files), { include: ['./people/**'] })).toEqual(['people/leave.md', 'people/pay.txt']);
  });

  it('that match a folder mean what is in it', async () => {
    expect(await paths(folderOf(files), { include: ['people'] })).toEqual(['people/leave.md', 'people/pay.txt']);
    expect(await paths(folderOf(files), { include: ['drafts/'] })).toEqual(['drafts/old/x.md']);
    expect(await paths(folderOf(files), { exclude: ['old', 'people'] })).toEqual(['a.md', 'b.txt']);
  });

  it('exclude before they include', async () => {
    expect(await paths(folderOf(files), { include: ['*.md'], exclude: ['drafts/**'] })).toEqual([
      'a.md',
      'people/leave.md',
    ]);
  });

  it('do not bring in what is hidden below what they mean', async () => {
    const folder = folderOf({ 'docs/a.md': '', 'docs/.b.md': '', 'docs/node_modules/c.md': '' });
    expect(await paths(folder, { include: ['docs/**'] })).toEqual(['docs/a.md']);
    expect(await paths(folder, { include: ['**/*.md'] })).toEqual(['docs/a.md']);
  });

  it('that are none are said', async () => {
    for (const glob of ['', ' ', '!a.md', 'a\0b']) {
      await expect(list(folderOf(files), { include: [glob] })).rejects.toThrow(LabError);
      await expect(list(folderOf(files), { exclude: [glob] })).rejects.toThrow(/exclude .*accepted: a glob/);
    }
  });
});

describe('.gitignore', () => {
  it('is obeyed: names, folders, anchors, negation, comments', async () => {
    const folder = folderOf({
      '.gitignore': '\ufeff# comment\r\n*.log\r\nbuild/\r\n/top.md\r\n!keep.log\r\ndocs/*.txt\r\n\r\n\\#odd.md\r\n',
      'a.log': '',
      'keep.log': '',
      'x/b.log': '',
      'build/c.md': '',
      'x/build/d.md': '',
      'build.md': '',
      'top.md': '',
      'x/top.md': '',
      'docs/e.txt': '',
      'docs/f/g.txt': '',
      '#odd.md': '',
    });
    expect(await paths(folder)).toEqual(['build.md', 'docs/f/g.txt', 'keep.log', 'x/top.md']);
  });

  it('of inner folders goes before that of outer ones, for that folder only', async () => {
    const folder = folderOf({
      '.gitignore': '*.txt\ntmp/\n',
      'a.txt': '',
      'sub/.gitignore': '!*.txt\n/own.md\n!tmp/\nb/c.md\n*.bak\n',
      'sub/a.txt': '',
      'sub/own.md': '',
      'sub/deep/own.md': '',
      'sub/tmp/x.md': '',
      'sub/b/c.md': '',
      'sub/d/b/c.md': '',
      'sub/d/e.bak': '',
      'other/tmp/y.md': '',
      'other/own.md': '',
      'other/f.bak': '',
    });
    expect(await paths(folder)).toEqual([
      'other/f.bak',
      'other/own.md',
      'sub/a.txt',
      'sub/d/b/c.md',
      'sub/deep/own.md',
      'sub/tmp/x.md',
    ]);
  });

  it('cannot bring back what is in a folder that is left out', async () => {
    const folder = folderOf({
      '.gitignore': 'out/\n!out/a.md\n',
      'out/a.md': '',
      'out/.gitignore': '!*\n',
      'b.md': '',
    });
    expect(await paths(folder)).toEqual(['b.md']);
  });

  it('takes the names of folders as they are', async () => {
    const folder = folderOf({
      'a[1]*/.gitignore': 'x.md\n',
      'a[1]*/x.md': '',
      'a1b/x.md': '',
      '#c d!/.gitignore': '\\!y.md\n',
      '#c d!/!y.md': '',
    });
    expect(await paths(folder)).toEqual(['a1b/x.md']);
  });

  it('of folders above the corpus does not count', async () => {
    const folder = folderOf({ '.gitignore': 'build/\n', 'build/a.md': '' });
    expect(await paths(join(folder, 'build'))).toEqual(['a.md']);
  });

  it('with a pattern made to take for ever is not applied, and that is said', async () => {
    const folder = folderOf({ '.gitignore': `x.md\n${'*a'.repeat(60)}b\n`, [`${'a'.repeat(200)}.md`]: '', 'x.md': '' });
    const { files, refused } = await list(folder);
    expect(files).toHaveLength(1);
    expect(refused).toEqual([{ path: '.gitignore', problem: expect.stringMatching(/^line 2 is not applied/) }]);
  });

  const hasGit = (() => {
    try {
      execFileSync('git', ['--version']);
      return true;
    } catch {
      return false;
    }
  })();

  it.skipIf(!hasGit)('means what it means to git', async () => {
    const name = fc.constantFrom('a', 'b', 'c.md', 'd.md');
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
    const part = fc.constantFrom('a', 'b', 'c.md', '*', '**', '*.md', '?', '[ab]');
    const pattern = fc
      .tuple(
        fc.constantFrom('', '!'),
        fc.constantFrom('', '/'),
        fc.array(part, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', '/'),
      )
      .map(([not, start, parts, end]) => `${not}${start}${parts.join('/')}${end}`);
    const rules = fc.array(pattern, { maxLength: 4 }).map((lines) => lines.join('\n'));
    await fc.assert(
      fc.asyncProperty(fc.array(path, { minLength: 3, maxLength: 12 }), rules, rules, rules, async (all, ...texts) => {
        const folder = folderOf({});
        for (const [n, at] of ['', 'a', 'a/b'].entries()) {
          mkdirSync(join(folder, at), { recursive: true });
          writeFileSync(join(folder, at, '.gitignore'), texts[n]!);
        }
        for (const file of all) {
          try {
            mkdirSync(dirname(join(folder, file)), { recursive: true });
            writeFileSync(join(folder, file), '');
          } catch {
            // A file where another path needs a folder, or the other way round.
          }
        }
        execFileSync('git', ['init', '-q'], { cwd: folder });
        const listed = execFileSync(
          'git',
          ['-c', 'core.excludesFile=/dev/null', 'ls-files', '-z', '-o', '--exclude-standard'],
          { cwd: folder },
        );
        const expected = listed
          .toString('utf8')
          .split('\0')
          .filter((file) => file !== '' && !file.endsWith('.gitignore'))
          .sort(compareText);
        expect(await paths(folder)).toEqual(expected);
        rmSync(folder, { recursive: true });
      }),
      { numRuns: 40 },
    );
  });
});

describe('links', () => {
  it('that lead outside are refused and named, whatever way they take', async () => {
    const outside = folderOf({ 'secret.md': 'secret', 'in/deep.md': 'secret' });
    const folder = folderOf({ 'a.md': '' });
    symlinkSync(join(outside, 'secret.md'), join(folder, 'file.md'));
    symlinkSync(join(outside, 'in'), join(folder, 'folder'));
    symlinkSync('..', join(folder, 'up'));
    symlinkSync('file.md', join(folder, 'again.md'));
    // A name that begins like the folder's own.
    mkdirSync(`${folder}-2`);
    made.push(`${folder}-2`);
    writeFileSync(`${folder}-2/b.md`, 'secret');
    symlinkSync(`${folder}-2/b.md`, join(folder, 'twin.md'));
    const { files, refused } = await list(folder);
    expect(files.map(({ path }) => path)).toEqual(['a.md']);
    expect(refused.map(({ path }) => path)).toEqual(['again.md', 'file.md', 'folder', 'twin.md', 'up']);
    for (const { problem } of refused) expect(problem).toMatch(/leads outside of the corpus/);
  });

  it('that lead inside show each file once, under its own name where it has one', async () => {
    const folder = folderOf({ 'a.md': '', 'x/b.md': '', '.hidden/c.md': '', '.hidden/d/e.md': '' });
    symlinkSync('a.md', join(folder, '0-same.md'));
    symlinkSync('x', join(folder, '0-folder'));
    symlinkSync('.hidden', join(folder, 'shown'));
    symlinkSync('../.hidden/d', join(folder, 'x', 'later'));
    expect(await paths(folder)).toEqual(['a.md', 'shown/c.md', 'shown/d/e.md', 'x/b.md']);
  });

  it('in circles end', async () => {
    const folder = folderOf({ 'x/a.md': '' });
    symlinkSync('..', join(folder, 'x', 'up'));
    symlinkSync('loop', join(folder, 'loop'));
    symlinkSync('.', join(folder, 'self'));
    symlinkSync('nothing', join(folder, 'broken.md'));
    const { files, refused } = await list(folder);
    expect(files.map(({ path }) => path)).toEqual(['x/a.md']);
    expect(refused).toEqual([
      { path: 'broken.md', problem: 'the link cannot be followed: it leads to nothing' },
      { path: 'loop', problem: 'the link cannot be followed: it leads in a circle' },
    ]);
  });

  it('obey globs and rules like files', async () => {
    const outside = folderOf({ 'secret.md': '' });
    const folder = folderOf({ 'a.md': '', '.gitignore': 'ignored.md\n', '.target/b.txt': '' });
    symlinkSync(join(outside, 'secret.md'), join(folder, 'ignored.md'));
    symlinkSync(join(outside, 'secret.md'), join(folder, '.hidden.md'));
    symlinkSync(join(outside, 'secret.md'), join(folder, 'excluded.md'));
    symlinkSync('.target/b.txt', join(folder, 'b.txt'));
    const { files, refused } = await list(folder, { include: ['*.md'], exclude: ['excluded.md'] });
    expect(files.map(({ path }) => path)).toEqual(['a.md']);
    expect(refused).toEqual([]);
  });

  it('as the folder itself are that folder', async () => {
    const folder = folderOf({ 'real/a.md': '' });
    symlinkSync('real', join(folder, 'link'));
    expect(await paths(join(folder, 'link'))).toEqual(['a.md']);
  });
});

describe('what cannot be read', () => {
  it('is said: pipes are refused, and never opened', async () => {
    const folder = folderOf({ 'a.md': '' });
    execFileSync('mkfifo', [join(folder, 'pipe.md')]);
    const { refused } = await list(folder);
    expect(refused).toEqual([{ path: 'pipe.md', problem: expect.stringMatching(/neither a file nor a folder/) }]);
    const tree = await openFolder(folder);
    await expect(tree.read(join(folder, 'pipe.md'))).rejects.toThrow(/no longer a regular file/);
  });

  it('is said: a file larger than any text', async () => {
    const folder = folderOf({ 'a.md': 'x' });
    truncateSync(join(folder, 'a.md'), 2 ** 40);
    await expect(readRegularFile(join(folder, 'a.md'))).rejects.toThrow('it is larger than 1024 MiB');
  });

  it.skipIf(process.platform !== 'linux')(
    'is read to its end all the same: a file that has more than it stated',
    async () => {
      const text = Buffer.from(await readRegularFile('/proc/self/status')).toString('utf8');
      expect(text).toMatch(/^Name:[\s\S]*nonvoluntary_ctxt_switches:\s+\d+\n$/);
    },
  );

  it('is said: a link that took the place of a file', async () => {
    const folder = folderOf({ 'a.md': '' });
    symlinkSync('a.md', join(folder, 'b.md'));
    const tree = await openFolder(folder);
    await expect(tree.read(join(folder, 'b.md'))).rejects.toMatchObject({ code: 'ELOOP' });
  });

  it.skipIf(process.platform !== 'linux')('is said: names that are not UTF-8', async () => {
    const folder = folderOf({ 'a.md': '' });
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from('.md')]), '');
    const { files, unreadable } = await list(folder);
    expect(files).toHaveLength(1);
    expect(unreadable).toEqual([{ path: 'caf\\xe9.md', problem: 'its name is not valid UTF-8' }]);
  });

  it.skipIf(process.getuid?.() === 0)('is said: a folder without permission', async () => {
    const folder = folderOf({ 'a.md': '', 'locked/b.md': '' });
    chmodSync(join(folder, 'locked'), 0);
    const { files, unreadable } = await list(folder);
    chmodSync(join(folder, 'locked'), 0o755);
    expect(files).toHaveLength(1);
    expect(unreadable).toEqual([{ path: 'locked', problem: 'permission denied' }]);
  });

  it('is said: a folder that the system refuses', async () => {
    const fault = Object.assign(new Error('EACCES'), { code: 'EACCES' });
    const tree: FileTree = {
      root: '',
      entries: async (at) => {
        if (at !== '') throw fault;
        return [
          { name: 'locked', location: 'locked', kind: 'folder' },
          { name: '.gitignore', location: '.gitignore', kind: 'file' },
          { name: 'a.md', location: 'a.md', kind: 'file' },
        ];
      },
      read: async () => {
        throw fault;
      },
      follow: async () => ({ problem: '' }),
    };
    const { files, unreadable } = await listFiles(tree, {}, signal);
    expect(files).toHaveLength(1);
    expect(unreadable).toEqual([
      { path: '.gitignore', problem: 'permission denied' },
      { path: 'locked', problem: 'permission denied' },
    ]);
  });
});
