import { describe, expect, it } from 'vitest';
import { describeWritten, sayWritten } from '../../src/cli/say-written.ts';
import type { Target } from '../../src/cli/targets.ts';
import type { ReportFormat } from '../../src/core/contracts.ts';
import { fakeTerminal } from './fake-terminal.ts';

const target = (name: string, file: string | undefined): Target => ({
  format: { name, summary: '', extension: name, render: () => '' } satisfies ReportFormat,
  file,
});

describe('what was written', () => {
  it('names files by where they lie from here, or by their whole path elsewhere', () => {
    const files = ['/w/o/report.json', '/w/o/1-a.run', '/w/o/2-b.run', '/w/o/handbook.qrels'];
    expect(describeWritten('/w', { folder: '/w/o', files, targets: [target('json', '/else/r.json')] })).toBe(
      'wrote report.json, handbook.qrels and 2 run files to o; json to /else/r.json',
    );
    expect(describeWritten('/w', { folder: '/w', files, targets: [] })).toMatch(/ to \.$/);
  });

  it('is nothing where all went to standard output', async () => {
    const terminal = fakeTerminal([]);
    await sayWritten(terminal, { targets: [target('json', undefined)] });
    expect(terminal.stderr()).toBe('');
  });

  it('is one line without control characters, and no fault where stderr is closed', async () => {
    const terminal = fakeTerminal([], { cwd: '/w' });
    const written = { targets: [target('csv', '/w/a\u001b\nb.csv')] };
    await sayWritten(terminal, written);
    expect(terminal.stderr()).toMatch(/^rag-lab: wrote csv to a[^\n\u001b]+b\.csv\n$/);
    const closed = fakeTerminal([], { err: { write: () => Promise.reject(new Error('closed')) } });
    await expect(sayWritten(closed, written)).resolves.toBeUndefined();
  });
});
