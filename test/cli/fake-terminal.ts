// A terminal in memory: what was typed goes in, what would have been shown comes out.
import type { Terminal } from '../../src/cli/terminal.ts';

export interface FakeTerminal extends Terminal {
  readonly stdout: () => string;
  readonly stderr: () => string;
}

export function fakeTerminal(argv: readonly string[], more: Partial<Terminal> = {}): FakeTerminal {
  let out = '';
  let err = '';
  let clock = 0;
  return {
    argv,
    cwd: '/nowhere',
    env: {},
    out: {
      async write(text) {
        out += text;
      },
    },
    err: {
      async write(text) {
        err += text;
      },
    },
    outIsTTY: false,
    errIsTTY: false,
    columns: undefined,
    interrupt: new AbortController().signal,
    now: () => ++clock,
    ...more,
    stdout: () => out,
    stderr: () => err,
  };
}
