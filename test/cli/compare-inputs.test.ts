import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { nameFiles, openInput } from '../../src/cli/compare-inputs.ts';
import type { LabError } from '../../src/core/errors.ts';
import { json } from '../../src/report/formats/json.ts';
import { sampleReport } from '../report/sample-report.ts';
import { temporaryFolder } from './temporary-folder.ts';

const labels = (...files: readonly string[]): string[] => nameFiles(files, []).map(({ label }) => label);

describe('what the systems are called', () => {
  it('is the file without folder and extension', () => {
    expect(labels('runs/bm25.run', 'dense.run.gz', 'x.tar.run', 'plain', '.run', '-')).toEqual([
      'bm25',
      'dense',
      'x.tar',
      'plain',
      '.run',
      'stdin',
    ]);
  });

  it('is made unique by the folder, then by a number', () => {
    expect(labels('a/report.json', 'b/report.json')).toEqual(['a/report', 'b/report']);
    expect(labels('a/r.json', 'a/r.json', 'r.json', './r.json')).toEqual(['a/r', 'a/r-2', 'r', 'r-2']);
    expect(labels('x.run', 'x=y.run')).toEqual(['x-2', 'x']);
  });

  it('is what stands before "=", once', () => {
    expect(nameFiles(['new = a/b.run'.replaceAll(' ', ''), './c=d.run'], [])).toEqual([
      { label: 'new', file: 'a/b.run' },
      { label: 'c=d', file: './c=d.run' },
    ]);
    const faults: LabError[] = [];
    nameFiles(['x=a.run', 'x=b.run'], faults);
    expect(faults.map(({ message }) => message)).toEqual(['two systems are called "x"; labels must be unique']);
  });
});

describe('what a file is', () => {
  const folder = temporaryFolder();
  const kindOf = async (name: string, content: string | Buffer): Promise<string> => {
    writeFileSync(join(folder, name), content);
    return (await openInput(folder, { label: 'x', file: name })).kind;
  };
  const style = { width: 80, paint: (_: string, text: string) => text };

  it('is told from its content, not from its name', async () => {
    const report = json.render({ report: sampleReport, style });
    expect(await kindOf('a.run', report)).toBe('report');
    expect(await kindOf('bom.json', `\ufeff\n${report}`)).toBe('report');
    expect(await kindOf('b.json', 'q1 Q0 d1 1 0.5 tag\n')).toBe('run');
    expect(await kindOf('c.json', '{"q1": {"d1": 0.5}}')).toBe('run');
    expect(await kindOf('d.run.gz', gzipSync('q1 Q0 d1 1 0.5 tag\n'))).toBe('run');
    expect(await kindOf('empty.run', '')).toBe('run');
  });

  it('is refused in words where it is a report that cannot be read', async () => {
    await expect(kindOf('e.json', '{"schema": "rag-lab/report@9"}')).rejects.toThrow(/e.json: not a report/);
    await expect(openInput(folder, { label: 'x', file: 'none.run' })).rejects.toThrow(
      'none.run: cannot be read: no such file or folder',
    );
    await expect(openInput(folder, { label: 'x', file: '.' })).rejects.toThrow('it is a folder, not a file');
  });
});
