import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orAbandon, prepareOutputs } from '../../src/cli/output-files.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = temporaryFolder();
let made = 0;

function folder(): string {
  const path = join(root, String(made++));
  mkdirSync(path);
  return path;
}

it('a result removes what a killed process left of the same file, once its own is complete', async () => {
  const at = folder();
  const { pid } = spawnSync(process.execPath, ['--version']);
  const left = `.report.json.${pid}-3.tmp`;
  writeFileSync(join(at, left), 'half');
  const outputs = await prepareOutputs([at], []);
  const failing = outputs.commit([{ path: join(at, 'report.json'), text: 'x' }], () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(readdirSync(at)).toEqual([left]);
  await outputs.commit([{ path: join(at, 'report.json'), text: 'whole' }]);
  expect(readdirSync(at)).toEqual(['report.json']);
});

describe('prepareOutputs', () => {
  it('makes the folders that are needed and leaves them empty', async () => {
    const at = folder();
    await prepareOutputs([join(at, 'a/b')], [join(at, 'c/d.json')]);
    expect(readdirSync(join(at, 'a/b'))).toEqual([]);
    expect(readdirSync(join(at, 'c'))).toEqual([]);
  });

  it('refuses a file in place of a folder, before any work, and takes back the folders it made', async () => {
    const at = folder();
    writeFileSync(join(at, 'file'), 'kept');
    await expect(prepareOutputs([join(at, 'new/deep'), join(at, 'file')], [])).rejects.toThrow(
      `${join(at, 'file')}: cannot be written: it is a file, not a folder`,
    );
    await expect(prepareOutputs([join(at, 'file/below')], [])).rejects.toThrow('a part of the path is a file');
    expect(readdirSync(at)).toEqual(['file']);
    expect(readFileSync(join(at, 'file'), 'utf8')).toBe('kept');
  });

  it.skipIf(!existsSync('/proc/self'))('refuses a place where no folder can be made, at once', async () => {
    await expect(prepareOutputs(['/proc/none/deep'], [])).rejects.toThrow(
      '/proc/none: cannot be written: no such file',
    );
  });

  it('refuses to write what is read, by whatever name or link; a device is no file to lose', async () => {
    const at = folder();
    writeFileSync(join(at, 'read'), 'kept');
    symlinkSync('read', join(at, 'link'));
    const [read, link] = [join(at, 'read'), join(at, 'link')];
    for (const file of [read, link]) {
      for (const input of [read, link]) {
        await expect(prepareOutputs([], [file], [input])).rejects.toThrow(`${file}: is read by this very command`);
      }
    }
    await prepareOutputs([], [join(at, 'other'), '/dev/null'], [read, join(at, 'none'), '/dev/null']);
    await prepareOutputs([], [join(at, 'none')], [join(at, 'none')]);
    expect(readFileSync(read, 'utf8')).toBe('kept');
  });

  it('refuses a folder in place of a file', async () => {
    const at = folder();
    await expect(prepareOutputs([], [at])).rejects.toThrow('it is a folder, not a file');
  });

  it('takes back, when abandoned, only the folders that it made', async () => {
    const at = folder();
    mkdirSync(join(at, 'old'));
    const outputs = await prepareOutputs([join(at, 'old/a/b')], [join(at, 'x/y.csv')]);
    await outputs.abandon();
    expect(readdirSync(at)).toEqual(['old']);
    expect(readdirSync(join(at, 'old'))).toEqual([]);
  });
});

describe('commit', () => {
  it('writes all files and leaves nothing else', async () => {
    const at = folder();
    writeFileSync(join(at, 'a'), 'old');
    const outputs = await prepareOutputs([at], []);
    await outputs.commit([
      { path: join(at, 'a'), text: 'new' },
      { path: join(at, 'b'), text: 'é' },
    ]);
    expect(readdirSync(at).sort()).toEqual(['a', 'b']);
    expect(readFileSync(join(at, 'a'), 'utf8')).toBe('new');
    expect(readFileSync(join(at, 'b'), 'utf8')).toBe('é');
  });

  it.skipIf(process.platform === 'win32')('follows a link, also to a file that does not exist yet', async () => {
    const at = folder();
    mkdirSync(join(at, 'real'));
    symlinkSync('real', join(at, 'folder'));
    symlinkSync('folder/new', join(at, 'link'));
    symlinkSync('link', join(at, 'link-to-link'));
    for (const text of ['one', 'two']) {
      await (await prepareOutputs([], [join(at, 'link-to-link')])).commit([{ path: join(at, 'link-to-link'), text }]);
      expect(readFileSync(join(at, 'real/new'), 'utf8')).toBe(text);
    }
    expect(lstatSync(join(at, 'link-to-link')).isSymbolicLink()).toBe(true);
    symlinkSync('none/new', join(at, 'lost'));
    await expect(prepareOutputs([], [join(at, 'lost')])).rejects.toThrow('lost: cannot be written: no such file');
    symlinkSync('loop', join(at, 'loop'));
    await expect(prepareOutputs([], [join(at, 'loop')])).rejects.toThrow('too many symbolic links');
  });

  it.skipIf(process.platform === 'win32')('refuses two outputs in one file, whatever they are called', async () => {
    const at = folder();
    mkdirSync(join(at, 'real'));
    symlinkSync('real', join(at, 'folder'));
    symlinkSync('real/x', join(at, 'link'));
    const paths = ['real/x', 'folder/x', 'link'].map((name) => join(at, name));
    for (const [one, other] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const files = [
        { path: paths[one]!, text: 'one' },
        { path: paths[other]!, text: 'two' },
      ];
      const outputs = await prepareOutputs(
        [],
        files.map(({ path }) => path),
      );
      await expect(outputs.commit(files)).rejects.toThrow('two different outputs would go to this file');
      expect(readdirSync(join(at, 'real'))).toEqual([]);
    }
  });

  it('changes nothing where one of the files cannot be written', async () => {
    const at = folder();
    writeFileSync(join(at, 'a'), 'old');
    mkdirSync(join(at, 'b'));
    const outputs = await prepareOutputs([at], []);
    const files = [
      { path: join(at, 'a'), text: 'new' },
      { path: join(at, 'b'), text: 'new' },
    ];
    await expect(outputs.commit(files)).rejects.toThrow(`${join(at, 'b')}: cannot be written: it is a folder`);
    expect(readdirSync(at).sort()).toEqual(['a', 'b']);
    expect(readFileSync(join(at, 'a'), 'utf8')).toBe('old');
  });

  it('writes text that comes in pieces, and changes nothing where a late piece fails', async () => {
    const at = folder();
    async function* pieces(fails: boolean): AsyncGenerator<string> {
      yield 'one é\n';
      yield 'two\n';
      if (fails) throw new Error('no third');
    }
    const path = join(at, 'a');
    await (await prepareOutputs([], [path])).commit([{ path, text: pieces(false) }]);
    expect(readFileSync(path, 'utf8')).toBe('one é\ntwo\n');
    const again = await prepareOutputs([], [path]);
    await expect(again.commit([{ path, text: pieces(true) }])).rejects.toThrow('no third');
    expect(readFileSync(path, 'utf8')).toBe('one é\ntwo\n');
    expect(readdirSync(at)).toEqual(['a']);
  });

  it('changes nothing where what must come first fails', async () => {
    const at = folder();
    const outputs = await prepareOutputs([join(at, 'out')], []);
    const files = [{ path: join(at, 'out/a'), text: 'new' }];
    await expect(outputs.commit(files, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(existsSync(join(at, 'out'))).toBe(false);
  });

  it.skipIf(!existsSync('/dev/full'))('reports a full disk and leaves the other files as they were', async () => {
    const at = folder();
    writeFileSync(join(at, 'a'), 'old');
    const outputs = await prepareOutputs([at], ['/dev/full']);
    const files = [
      { path: join(at, 'a'), text: 'new' },
      { path: '/dev/full', text: 'x' },
    ];
    await expect(outputs.commit(files)).rejects.toThrow('/dev/full: cannot be written: no space left on the device');
    expect(readFileSync(join(at, 'a'), 'utf8')).toBe('old');
    expect(readdirSync(at)).toEqual(['a']);
    expect(lstatSync('/dev/full').isCharacterDevice()).toBe(true);
  });

  it('refuses two different texts for one file; the same text twice is one', async () => {
    const at = folder();
    const outputs = await prepareOutputs([at], []);
    const path = join(at, 'a');
    await expect(
      outputs.commit([
        { path, text: '1' },
        { path, text: '2' },
      ]),
    ).rejects.toThrow('two different outputs');
    expect(readdirSync(at)).toEqual([]);
    await outputs.commit([
      { path, text: '1' },
      { path, text: '1' },
    ]);
    expect(readdirSync(at)).toEqual(['a']);
  });

  it('writes through a link, which stays one', async () => {
    const at = folder();
    writeFileSync(join(at, 'real'), 'old');
    symlinkSync(join(at, 'real'), join(at, 'link'));
    const outputs = await prepareOutputs([], [join(at, 'link')]);
    await outputs.commit([{ path: join(at, 'link'), text: 'new' }]);
    expect(lstatSync(join(at, 'link')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(at, 'real'), 'utf8')).toBe('new');
  });
});

describe('orAbandon', () => {
  it('gives up what was prepared, ends the progress line and lets the error go on', async () => {
    const at = folder();
    const outputs = await prepareOutputs([join(at, 'made')], []);
    let ended = 0;
    const progress = { end: async () => void ended++ };
    const failing = orAbandon(outputs, progress, async () => {
      throw new Error('no luck');
    });
    await expect(failing).rejects.toThrow('no luck');
    expect([existsSync(join(at, 'made')), ended]).toEqual([false, 1]);
  });

  it('leaves everything to work that succeeds', async () => {
    const at = folder();
    const outputs = await prepareOutputs([join(at, 'made')], []);
    expect(await orAbandon(outputs, undefined, async () => 7)).toBe(7);
    expect(existsSync(join(at, 'made'))).toBe(true);
  });
});
