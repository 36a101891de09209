import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { labIn } from '../in-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { folder, lab, run } = labIn(temporaryFolder());

describe('rag-lab render', () => {
  it('shows a stored report as the run itself did', async () => {
    const at = folder();
    const { out } = await run(['--format', 'terminal', '--format', 'json=r.json'], { cwd: at });
    expect(await lab(['render', 'r.json'], { cwd: at })).toEqual({ code: 0, out, err: '' });
    expect((await lab(['render', 'r.json', '--json'], { cwd: at })).out).toBe(readFileSync(join(at, 'r.json'), 'utf8'));
    expect((await lab(['render', 'r.json', '--format', 'csv=r.csv'], { cwd: at })).err).toBe(
      'rag-lab: wrote csv to r.csv\n',
    );
    expect(readFileSync(join(at, 'r.csv'), 'utf8')).toContain('scores,bm25');
  });

  it('refuses what is no report, naming the file', async () => {
    const at = folder();
    writeFileSync(join(at, 'r.json'), '{"schema": "other"}');
    const { code, out, err } = await lab(['render', 'r.json'], { cwd: at });
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('r.json: not a report');
  });
});
