import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keptFiles, removeKept, replaceFile, withFile } from '../../src/encoders/cache-files.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';

const root = temporaryFolder();
let made = 0;

function folder(...names: readonly string[]): string {
  const at = join(root, String(made++));
  mkdirSync(at);
  for (const name of names) writeFileSync(join(at, name), 'half');
  return at;
}

const NAMING = /^\w+\.kept$/;
const UUID = '01234567-89ab-cdef-0123-456789abcdef';
/** Of a process that has ended, and of one that lives. */
const gone = spawnSync(process.execPath, ['--version']).pid;
const alive = process.ppid;

/** As this machine names itself, seen from what is there while something is written. */
function machine(): string {
  const at = folder();
  let seen = '';
  replaceFile(join(at, 'a.kept'), NAMING, () => {
    seen = readdirSync(at)[0]!;
    return [];
  });
  return new RegExp(`^a\\.kept\\.([0-9a-f]{8})\\.${process.pid}\\.[0-9a-f-]{36}\\.tmp$`).exec(seen)![1]!;
}
const here = machine();
const elsewhere = here === '00000000' ? '11111111' : '00000000';

const abandoned = [
  `a.kept.${here}.${gone}.${UUID}.tmp`,
  // Of whatever file of this cache.
  `other.kept.${here}.${gone}.${UUID}.tmp`,
  // Of a container that was started again and has the same number again.
  `a.kept.${here}.${process.pid}.${UUID}.tmp`,
];
const unknown = [
  `a.kept.${elsewhere}.${gone}.${UUID}.tmp`,
  `a.kept.${elsewhere}.${alive}.${UUID}.tmp`,
  `a.kept.${UUID}.tmp`,
];
const unfinished = `a.kept.${here}.${alive}.${UUID}.tmp`;
const foreign = [
  'a.kept.txt',
  'a.kept.tmp',
  'notes.txt',
  `notes.txt.${here}.${gone}.${UUID}.tmp`,
  `a.kept.${here}.${gone}.${UUID}.tmp.txt`,
  `a.kept.${here}.0.${UUID}.tmp`,
  `a.kept.${here}.99999999999.${UUID}.tmp`,
  `a.kept.${here}.-1.${UUID}.tmp`,
  `.${UUID}.tmp`,
];

describe('replaceFile', () => {
  it('makes folders, puts pieces together, replaces what was there and leaves nothing beside it', () => {
    const at = join(folder(), 'deep', 'er');
    const path = join(at, 'a.kept');
    const large = Buffer.alloc(9_000_000, 'ab');
    replaceFile(path, NAMING, () => [Buffer.from('old')]);
    replaceFile(path, NAMING, () => [Buffer.from('new'), new Uint8Array(), large]);
    expect(readFileSync(path).equals(Buffer.concat([Buffer.from('new'), large]))).toBe(true);
    expect(readdirSync(at)).toEqual(['a.kept']);
  });

  it('leaves what was there where a piece cannot be made or the file not renamed', () => {
    const at = folder('a.kept');
    const half = function* () {
      yield Buffer.from('new');
      throw new Error('no more');
    };
    expect(() => replaceFile(join(at, 'a.kept'), NAMING, half)).toThrow('no more');
    expect(readFileSync(join(at, 'a.kept'), 'utf8')).toBe('half');
    mkdirSync(join(at, 'b.kept'));
    expect(() => replaceFile(join(at, 'b.kept'), NAMING, () => [])).toThrow();
    expect(readdirSync(at)).toEqual(['a.kept', 'b.kept']);
  });

  it('first removes what dead processes of this machine left, and nothing else', () => {
    const kept = ['b.kept', unfinished, ...unknown, ...foreign];
    const at = folder(...abandoned, ...kept);
    mkdirSync(join(at, `b.kept.${here}.${gone}.${UUID}.tmp`));
    symlinkSync(join(at, 'notes.txt'), join(at, `c.kept.${here}.${gone}.${UUID}.tmp`));
    const others = [`b.kept.${here}.${gone}.${UUID}.tmp`, `c.kept.${here}.${gone}.${UUID}.tmp`];
    let seen: string[] = [];
    replaceFile(join(at, 'a.kept'), NAMING, () => {
      seen = readdirSync(at).filter((name) => abandoned.includes(name));
      return [];
    });
    expect(seen).toEqual([]);
    expect(readdirSync(at).sort()).toEqual(['a.kept', ...kept, ...others].sort());
  });
});

describe('keptFiles and removeKept', () => {
  it('tell apart what is kept, left and being written, by name, and remove all but the last', () => {
    const at = folder('b.kept', 'a.kept', ...abandoned, ...unknown, unfinished, ...foreign);
    mkdirSync(join(at, 'folder.kept'));
    symlinkSync(join(at, 'notes.txt'), join(at, 'link.kept'));
    const files = keptFiles(at, NAMING);
    const names = (state: string) => files.filter((file) => file.state === state).map(({ name }) => name);
    expect(names('kept')).toEqual(['a.kept', 'b.kept']);
    expect(names('leftover')).toEqual([...abandoned, ...unknown].sort());
    expect(names('unfinished')).toEqual([unfinished]);
    expect(files.map(({ name }) => name)).toEqual(files.map(({ name }) => name).sort());
    expect(files.every(({ bytes }) => bytes === 4)).toBe(true);
    removeKept(at, [...files, { name: 'gone.kept', bytes: 0, state: 'kept' }]);
    expect(readdirSync(at).sort()).toEqual([unfinished, ...foreign, 'folder.kept', 'link.kept'].sort());
  });

  it('fail where there is no folder', () => {
    expect(() => keptFiles(join(root, 'none'), NAMING)).toThrow('ENOENT');
  });
});

describe('withFile', () => {
  it('has nothing to open where nothing is, and opens no folder', () => {
    expect(withFile(join(root, 'none'), () => 1)).toBeUndefined();
    expect(() => withFile(root, () => 1)).toThrow('not a file');
    expect(withFile(join(folder('a'), 'a'), (_, size) => size)).toBe(4);
  });
});
