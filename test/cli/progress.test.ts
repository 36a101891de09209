import { describe, expect, it } from 'vitest';
import { createProgress, progressText } from '../../src/cli/progress.ts';
import { fakeTerminal } from './fake-terminal.ts';

const CLEAR = '\r\u001b[2K';

describe('createProgress', () => {
  it('draws one line on a terminal, over itself, and leaves nothing behind', async () => {
    let now = 0;
    const terminal = fakeTerminal([], { errIsTTY: true, columns: 80, now: () => now });
    const progress = createProgress(terminal, { quiet: false });
    progress.report({ kind: 'stage-began', stage: 'encode', total: 100 });
    now = 2000;
    progress.report({ kind: 'stage-advanced', stage: 'encode', done: 20, total: 100 });
    progress.report({ kind: 'stage-ended', stage: 'encode' });
    await progress.end();
    expect(terminal.stderr()).toBe(`${CLEAR}encode 0/100${CLEAR}encode 20/100, 8 s left${CLEAR}`);
    expect(terminal.stdout()).toBe('');
  });

  it('guesses the rest of a stage by that stage alone, others within it or not', async () => {
    let now = 0;
    const terminal = fakeTerminal([], { errIsTTY: true, columns: 80, now: () => now });
    const progress = createProgress(terminal, { quiet: false });
    progress.report({ kind: 'stage-began', stage: 'lessons', total: 4 });
    now = 9000;
    progress.report({ kind: 'stage-began', stage: 'encode', total: 2 });
    now = 10_000;
    progress.report({ kind: 'stage-advanced', stage: 'encode', done: 1, total: 2 });
    progress.report({ kind: 'stage-ended', stage: 'encode' });
    now = 10_200;
    progress.report({ kind: 'stage-advanced', stage: 'lessons', done: 1, total: 4 });
    await progress.end();
    expect(terminal.stderr()).toBe(
      ['lessons 0/4', 'encode 0/2', 'encode 1/2, 1 s left', '', 'lessons 1/4, 31 s left', '']
        .map((line) => CLEAR + line)
        .join(''),
    );
  });

  it('never draws over the edge, where a terminal would wrap and leave a rest behind', async () => {
    const terminal = fakeTerminal([], { errIsTTY: true, columns: 20 });
    const progress = createProgress(terminal, { quiet: false });
    progress.report({ kind: 'stage-began', stage: `read ${'x'.repeat(50)}` });
    await progress.end();
    expect(terminal.stderr()).toBe(`${CLEAR}read ${'x'.repeat(14)}${CLEAR}`);
  });

  it('does not redraw more often than anyone can read, but shows the last step', async () => {
    const terminal = fakeTerminal([], { errIsTTY: true, now: () => 0 });
    const progress = createProgress(terminal, { quiet: false });
    progress.report({ kind: 'stage-began', stage: 's', total: 3 });
    for (const done of [1, 2, 3]) progress.report({ kind: 'stage-advanced', stage: 's', done, total: 3 });
    await progress.end();
    expect(terminal.stderr()).toBe(`${CLEAR}s 0/3${CLEAR}s 3/3${CLEAR}`);
  });

  it.each([
    ['NO_COLOR', { NO_COLOR: '1' }, false],
    ['FORCE_COLOR=0', { FORCE_COLOR: '0' }, false],
    ['--plain', {}, true],
  ])('with %s writes plain lines, few of them, and no control sequence', async (_what, env, plain) => {
    let now = 0;
    const terminal = fakeTerminal([], { errIsTTY: true, env, now: () => now });
    const progress = createProgress(terminal, { quiet: false, plain });
    for (const pace of [100, 2000]) {
      progress.report({ kind: 'stage-began', stage: 'encode', total: 4 });
      for (const done of [1, 2, 3, 4]) {
        now += pace;
        progress.report({ kind: 'stage-advanced', stage: 'encode', done, total: 4 });
      }
      progress.report({ kind: 'stage-ended', stage: 'encode' });
    }
    progress.report({ kind: 'warning', message: 'x' });
    await progress.end();
    expect(terminal.stderr()).toBe('encode 3/4, 2 s left\nrag-lab: warning: x\n');
  });

  it.each([
    ['in a pipe', { errIsTTY: false }, false],
    ['with --quiet', { errIsTTY: true }, true],
    ['in CI', { errIsTTY: true, env: { CI: '1' } }, false],
    ['on a dumb terminal', { errIsTTY: true, env: { TERM: 'dumb' } }, false],
  ])('draws nothing %s, but warns all the same, once', async (_where, more, quiet) => {
    const terminal = fakeTerminal([], more);
    const progress = createProgress(terminal, { quiet });
    progress.report({ kind: 'stage-began', stage: 's' });
    progress.report({ kind: 'warning', message: 'cache\u001b is gone' });
    progress.report({ kind: 'warning', message: 'cache\u001b is gone' });
    progress.report({ kind: 'stage-ended', stage: 's' });
    await progress.end();
    expect(terminal.stderr()).toBe('rag-lab: warning: cache\\x1b is gone\n');
  });

  it('goes on where stderr cannot be written', async () => {
    const terminal = fakeTerminal([], { err: { write: () => Promise.reject(new Error('full')) } });
    const progress = createProgress(terminal, { quiet: false });
    progress.report({ kind: 'warning', message: 'x' });
    await expect(progress.end()).resolves.toBeUndefined();
  });
});

describe('progressText', () => {
  it('guesses the rest only once there is something to go by', () => {
    expect(progressText('s', 1, 10, 100)).toBe('s 1/10');
    expect(progressText('s', 1, 100, 1000)).toBe('s 1/100, 1 min 39 s left');
    expect(progressText('s', 10, 10, 1000)).toBe('s 10/10');
  });
});
