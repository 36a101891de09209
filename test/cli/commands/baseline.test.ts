import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { labIn } from '../in-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { folder, lab } = labIn(temporaryFolder());
const SMALL = ['--pages', '20', '--facts', '4'];
const NAME = 'rag-lab.baseline.json';

function project() {
  const at = folder();
  return {
    at,
    run: (...argv: string[]) => lab(argv, { cwd: at }),
    read: () => readFileSync(join(at, NAME), 'utf8'),
  };
}

describe('rag-lab baseline', () => {
  it('write makes a file of the report and its command, that run gives again to the byte', async () => {
    const { run, read } = project();
    const { code, out, err } = await run('baseline', 'write', ...SMALL, '--systems', 'bm25');
    expect([code, err]).toEqual([0, `rag-lab: wrote ${NAME}\n`]);
    expect(out).toMatch(/^A new baseline: rag-lab\.baseline\.json\n/);
    const report = await run('run', ...SMALL, '--systems', 'bm25', '--json');
    const command = 'rag-lab run --pages 20 --facts 4 --systems bm25';
    expect(read()).toBe(report.out.replace('{\n', `{\n  "command": "${command}",\n`));
    expect((await run(...JSON.parse(read()).command.split(' ').slice(1), '--json')).out).toBe(report.out);
  });

  it('write replaces nothing, but shows the difference; update replaces once it is shown', async () => {
    const { run, read } = project();
    await run('baseline', 'write', ...SMALL, '--systems', 'lex=bm25');
    const before = read();
    expect(await run('baseline', 'write', ...SMALL, '--systems', 'lex=bm25')).toMatchObject({
      code: 0,
      err: `rag-lab: ${NAME} is as it was\n`,
    });
    const other = [...SMALL, '--systems', 'lex=tfidf'];
    const refused = await run('baseline', 'write', ...other);
    expect([refused.code, refused.out]).toEqual([2, expect.stringMatching(/^Scores that change: /)]);
    expect(refused.err).toContain(`${NAME} is there already\ntry: rag-lab baseline update`);
    expect(read()).toBe(before);
    const updated = await run('baseline', 'update', ...other);
    expect([updated.code, updated.out]).toEqual([0, refused.out]);
    expect(updated.out).toMatch(/system lex +bm25 +tfidf/);
    expect(JSON.parse(read()).systems).toEqual([{ label: 'lex', spec: 'tfidf' }]);
  });

  it('update refuses other data unless forced, and needs something to update', async () => {
    const { run, read, at } = project();
    const absent = await run('baseline', 'update', ...SMALL, '--systems', 'bm25');
    expect([absent.code, absent.err]).toEqual([
      3,
      `rag-lab: no baseline: ${NAME} does not exist\ntry: rag-lab baseline write\n`,
    ]);
    await run('baseline', 'write', ...SMALL, '--systems', 'bm25');
    const before = read();
    const argv = ['baseline', 'update', ...SMALL, '--systems', 'bm25', '--seed', '7'];
    const refused = await run(...argv);
    expect([refused.code, refused.out]).toEqual([3, expect.stringMatching(/^Not comparable with the baseline\n/)]);
    expect(refused.out).not.toContain('Scores that change');
    expect(refused.err).toMatch(
      /cannot be compared: the corpus text differs: .*\ntry: rag-lab baseline update --force/,
    );
    expect(read()).toBe(before);
    const forced = await run(...argv, '--force');
    expect([forced.code, forced.out]).toEqual([0, expect.stringContaining('Scores that change')]);
    expect(JSON.parse(read()).seed).toBe(7);
    writeFileSync(join(at, NAME), '{"schema":');
    expect((await run('baseline', 'update', ...SMALL)).code).toBe(2);
    expect((await run('baseline', 'write', ...SMALL, '--systems', 'nonsense')).code).toBe(2);
  });

  it('takes a stored report, and the place from the config file', async () => {
    const { run, at } = project();
    await run('run', ...SMALL, '--systems', 'bm25', '--quiet', '--format', 'json=r.json');
    writeFileSync(join(at, 'rag-lab.config.yaml'), 'baseline: kept/base.json\n');
    expect((await run('baseline', 'write', '--report', 'r.json')).code).toBe(0);
    expect(readFileSync(join(at, 'kept/base.json'), 'utf8')).toBe(readFileSync(join(at, 'r.json'), 'utf8'));
    expect((await run('baseline', 'update', '--report', 'r.json', '--seed', '1')).code).toBe(2);
    expect((await run('baseline', 'update', '--report', 'none.json')).code).toBe(2);
  });

  it('show prints the command and the tables, or the report; without a file it cannot', async () => {
    const { run, read, at } = project();
    expect((await run('baseline', 'show')).code).toBe(3);
    await run('baseline', 'write', ...SMALL, '--systems', 'bm25');
    const { code, out } = await run('baseline', 'show');
    expect([code, out.split('\n')[0]]).toEqual([
      0,
      `${NAME}, made by: rag-lab run --pages 20 --facts 4 --systems bm25`,
    ]);
    expect(out).toMatch(/\nRESULT seed=404 /);
    expect(JSON.parse((await run('baseline', 'show', '--json')).out).schema).toBe('rag-lab/report@1');
    expect((await run('baseline', 'show', '--format', 'csv=t.csv')).code).toBe(0);
    expect(existsSync(join(at, 't.csv'))).toBe(true);
    expect(read()).toContain('"command"');
  });

  it('is a report to everything that reads one', async () => {
    const { run } = project();
    await run('baseline', 'write', ...SMALL, '--systems', 'bm25,tfidf');
    expect((await run('render', NAME)).code).toBe(0);
    expect((await run('compare', NAME)).code).toBe(0);
  });

  it('needs to be told what to do', async () => {
    const { run } = project();
    expect((await run('baseline')).code).toBe(2);
    expect((await run('baseline', 'wirte')).err).toContain('did you mean "write"?');
  });
});
