import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { baselineText, locateBaseline, readBaseline, readReport } from '../../src/cli/baseline-file.ts';
import { stableJson } from '../../src/report/formats/json.ts';
import { oneSystem, reportOf } from '../experiment/gate-reports.ts';
import { temporaryFolder } from './temporary-folder.ts';

const at = temporaryFolder();
const report = reportOf(oneSystem(3, 2));
const place = (name: string) => ({ path: join(at, name), shown: name, asked: true });
const write = (name: string, text: string): string => {
  writeFileSync(join(at, name), text);
  return name;
};

describe('locateBaseline', () => {
  it('takes what is typed, then the config file, then the nearest one upward', async () => {
    const deep = join(at, 'a/b');
    mkdirSync(deep, { recursive: true });
    const config = { path: join(at, 'a/rag-lab.config.yaml'), values: {}, lineOf: () => undefined };
    expect(await locateBaseline(deep, 'x.json', config)).toEqual({
      path: join(deep, 'x.json'),
      shown: 'x.json',
      asked: true,
    });
    const named = { ...config, values: { baseline: join(at, 'a/y.json') } };
    expect(await locateBaseline(deep, undefined, named)).toMatchObject({ path: join(at, 'a/y.json'), asked: true });
    expect(await locateBaseline(deep, undefined, config)).toMatchObject({
      path: join(at, 'a/rag-lab.baseline.json'),
      asked: false,
    });
    expect(await locateBaseline(deep, undefined, undefined)).toMatchObject({
      path: join(deep, 'rag-lab.baseline.json'),
    });
    write('rag-lab.baseline.json', '{}');
    expect(await locateBaseline(deep, undefined, undefined)).toMatchObject({
      path: join(at, 'rag-lab.baseline.json'),
      asked: false,
    });
  });
});

describe('readBaseline', () => {
  it('reads what baselineText writes, and a plain report', async () => {
    const text = baselineText(report, 'rag-lab run');
    expect(text.startsWith('{\n  "command": "rag-lab run",\n  "corpus"')).toBe(true);
    expect(await readBaseline(place(write('b.json', text)))).toEqual({ report, command: 'rag-lab run', text });
    const plain = stableJson(report);
    expect(await readBaseline(place(write('p.json', plain)))).toEqual({ report, command: null, text: plain });
    expect(baselineText(report, null)).toBe(plain);
  });

  it('is undefined where there is no file, and throws where there is no report in it', async () => {
    expect(await readBaseline(place('none.json'))).toBeUndefined();
    await expect(readBaseline(place(write('empty.json', '')))).rejects.toThrow('empty.json: not JSON');
    await expect(readBaseline(place(write('list.json', '[]')))).rejects.toThrow('list.json: not a report');
    const numbered = stableJson({ ...report, command: 5 });
    await expect(readBaseline(place(write('n.json', numbered)))).rejects.toThrow('report.command is not valid');
    mkdirSync(join(at, 'folder.json'));
    await expect(readBaseline(place('folder.json'))).rejects.toThrow('folder.json: cannot be read');
  });
});

describe('readReport', () => {
  it('refuses systems, questions and rows that are there twice', async () => {
    const twice = <T>(list: readonly T[]): T[] => [...list, list[0]!];
    for (const [what, over] of [
      ['system "bm25"', { systems: twice(report.systems) }],
      ['question "q1"', { questionResults: twice(report.questionResults) }],
      ['score "bm25/all/all"', { scores: twice(report.scores) }],
    ] as const) {
      const name = write('twice.json', stableJson({ ...report, ...over }));
      await expect(readReport(at, name)).rejects.toThrow(`twice.json: ${what} is there twice`);
    }
    await expect(readReport(at, 'none.json')).rejects.toThrow('none.json: cannot be read');
  });
});
