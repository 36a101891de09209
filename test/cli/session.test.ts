import { describe, expect, it } from 'vitest';
import { stopIfInterrupted, writeResult } from '../../src/cli/session.ts';
import { fakeTerminal } from './fake-terminal.ts';

describe('writeResult', () => {
  it('writes to standard output, and names it where it is full', async () => {
    const terminal = fakeTerminal([]);
    await writeResult(terminal, 'x');
    expect(terminal.stdout()).toBe('x');
    const full = { write: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })) };
    await expect(writeResult(fakeTerminal([], { out: full }), 'x')).rejects.toThrow(
      'standard output: cannot be written: no space left on the device',
    );
  });
});

describe('stopIfInterrupted', () => {
  it('lets pending signals in before it looks', async () => {
    const controller = new AbortController();
    const terminal = fakeTerminal([], { interrupt: controller.signal });
    await stopIfInterrupted(terminal);
    setImmediate(() => controller.abort());
    await expect(stopIfInterrupted(terminal)).rejects.toThrow('aborted');
  });
});
