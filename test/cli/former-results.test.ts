import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { removeAbandoned, removeStale, stalePages, staleRuns } from '../../src/cli/former-results.ts';
import { fakeTerminal } from './fake-terminal.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = temporaryFolder();
let made = 0;

function folder(files: Readonly<Record<string, string>>): string {
  const at = join(root, String(made++));
  mkdirSync(join(at, 'pages'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(at, name), text);
  return at;
}

const REPORT = { 'report.json': '{"schema": "rag-lab/report@1"}' };

describe('stale runs', () => {
  it('are files of our naming beside a report of ours, but for those that are written again', async () => {
    const at = folder({ ...REPORT, '1-a.run': '', '2-b.run': '', '10-long-name.run': '', 'a.run': '', '3-.runs': '' });
    mkdirSync(join(at, '4-folder.run'));
    symlinkSync(join(at, 'a.run'), join(at, '5-link.run'));
    expect(await staleRuns(at, [join(at, '1-a.run'), join(at, 'report.json')])).toEqual([
      join(at, '10-long-name.run'),
      join(at, '2-b.run'),
    ]);
  });

  it('are spared where a file system may take them for a new one', async () => {
    const at = folder({ ...REPORT, '1-BM25.run': '' });
    expect(await staleRuns(at, [join(at, '1-bm25.run')])).toEqual([]);
  });

  it.each([
    {},
    { 'report.json': '{}' },
    { 'report.json': '{' },
    { 'report.json': 'null' },
    { 'report.json': '{"schema":1}' },
  ])('are none where the folder holds no report of ours: %j', async (files) => {
    expect(await staleRuns(folder({ ...files, '1-a.run': '' }), [])).toEqual([]);
  });

  it('are none in a folder that is not there yet', async () => {
    expect(await staleRuns(join(root, 'none'), [])).toEqual([]);
  });
});

describe('abandoned files', () => {
  /** Of a process that has ended. */
  const gone = spawnSync(process.execPath, ['--version']).pid;

  it('are those beside a file that is written, of a process that is gone', async () => {
    const names = [`.report.json.${gone}-2.tmp`, `.1-a.run.${gone}-31.tmp`];
    const others = [
      `.report.json.${process.pid}-2.tmp`,
      `.other.json.${gone}-2.tmp`,
      `report.json.${gone}-2.tmp`,
      `.report.json.${gone}-2.tmp.txt`,
      `.report.json.${gone}-.tmp`,
      '.report.json.0-1.tmp',
      '.report.json.99999999999-1.tmp',
      '.report.json.-1-1.tmp',
    ];
    const at = folder(Object.fromEntries([...names, ...others].map((name) => [name, ''])));
    mkdirSync(join(at, `.report.json.${gone}-7.tmp`));
    symlinkSync(join(at, others[0]!), join(at, `.report.json.${gone}-8.tmp`));
    const kept = [...others, `.report.json.${gone}-7.tmp`, `.report.json.${gone}-8.tmp`, 'pages'];
    await removeAbandoned([join(at, 'report.json'), join(at, '1-a.run')]);
    expect(readdirSync(at).sort()).toEqual(kept.sort());
    await removeAbandoned([join(at, 'none/report.json')]);
    await removeAbandoned([]);
  });
});

describe('stale pages', () => {
  const pages = { 'pages/001-a.md': '', 'pages/002-b.md': '', 'pages/notes.md': '', 'pages/3-x.txt': '' };

  it('are pages of our naming in a folder that holds a handbook of ours', async () => {
    const at = folder({ ...pages, 'corpus.jsonl': '', 'handbook.qrels': '' });
    expect(await stalePages(at, [join(at, 'pages/001-a.md')])).toEqual([join(at, 'pages/002-b.md')]);
  });

  it('are none where a part of the handbook is missing', async () => {
    expect(await stalePages(folder({ ...pages, 'corpus.jsonl': '' }), [])).toEqual([]);
    expect(await stalePages(folder({ ...pages, 'handbook.qrels': '' }), [])).toEqual([]);
  });
});

describe('removing', () => {
  it('takes away what is named and nothing else, and does not mind what is gone already', async () => {
    const at = folder({ '1-a.run': '', 'mine.run': '' });
    const terminal = fakeTerminal([]);
    await removeStale(terminal, [join(at, '1-a.run'), join(at, '2-gone.run')]);
    expect(readdirSync(at).sort()).toEqual(['mine.run', 'pages']);
    expect(terminal.stderr()).toBe('');
  });

  it('warns of what cannot be removed', async () => {
    const at = folder({});
    const terminal = fakeTerminal([]);
    await removeStale(terminal, [join(at, 'pages')]);
    expect(existsSync(join(at, 'pages'))).toBe(true);
    expect(terminal.stderr()).toMatch(/^rag-lab: warning: \S+pages: of an earlier result, cannot be removed: .+\n$/);
  });
});
