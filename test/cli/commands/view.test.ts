import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { labIn } from '../in-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { folder, lab, run } = labIn(temporaryFolder());

describe('rag-lab view', () => {
  it('writes the page of a stored report where only the user may read it, prints the path and opens it', async () => {
    const at = folder();
    const { out: page } = await run(['--format', 'html', '--format', 'json=r.json'], { cwd: at });
    const opened: string[] = [];
    const open = async (path: string): Promise<undefined> => {
      opened.push(path);
    };
    const { code, out, err } = await lab(['view', 'r.json'], { cwd: at, env: { TMPDIR: at }, open });
    expect([code, err]).toEqual([0, `rag-lab: opened ${out.trim()}\n`]);
    expect(opened).toEqual([out.trim()]);
    expect(out.startsWith(join(at, 'rag-lab-'))).toBe(true);
    expect(statSync(dirname(out.trim())).mode & 0o077).toBe(0);
    const shown = readFileSync(out.trim(), 'utf8');
    // The same page as the run's, but for what a stored report does not hold.
    expect(page).toContain('class="passage"');
    expect(shown).not.toContain('class="passage"');
    expect(shown).toContain('The texts of chunks are not in a stored report');
    const data = /<script type="application\/json" id="report">(.*?)<\/script>/s;
    expect(data.exec(shown)![1]).toBe(data.exec(page)![1]);
  });

  it('prints the path alone with --no-open, and where no browser opens', async () => {
    const at = folder();
    await run(['--format', 'json=r.json'], { cwd: at });
    const never = async (): Promise<string> => {
      throw new Error('opened');
    };
    const shut = await lab(['view', 'r.json', '--no-open'], { cwd: at, env: { TMPDIR: at }, open: never });
    expect(shut).toMatchObject({ code: 0, err: '' });
    expect(statSync(shut.out.trim()).isFile()).toBe(true);
    const failed = await lab(['view', 'r.json'], { cwd: at, env: { TMPDIR: at } });
    expect(failed.code).toBe(0);
    expect(failed.err).toBe(
      `rag-lab: cannot open a browser (nothing opens files here): open ${failed.out.trim()} yourself\n`,
    );
  });

  it('refuses what is no report, naming the file', async () => {
    const at = folder();
    writeFileSync(join(at, 'r.json'), '{"schema": "other"}');
    const { code, out, err } = await lab(['view', 'r.json'], { cwd: at });
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('r.json: not a report');
    expect((await lab(['view', 'nowhere.json'], { cwd: at })).err).toContain('nowhere.json: cannot be read');
  });
});
