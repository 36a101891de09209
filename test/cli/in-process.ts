// Whole command lines in this process, against a terminal in memory.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../src/cli/main.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { fakeTerminal } from './fake-terminal.ts';

/** Small and lexical: what is under test is the command line, not the systems. */
const QUICK = ['--systems', 'bm25', '--pages', '20', '--facts', '4'];

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Lab {
  /** Runs a command line in the root folder, or in `more.cwd`. */
  lab(argv: readonly string[], more?: Partial<Terminal>): Promise<Ended>;
  /** `rag-lab run` on a small handbook with one system. */
  run(argv?: readonly string[], more?: Partial<Terminal>): Promise<Ended>;
  /** A new empty folder. */
  folder(): string;
}

export function labIn(root: string): Lab {
  let made = 0;
  const lab: Lab['lab'] = async (argv, more = {}) => {
    const terminal = fakeTerminal(argv, { cwd: root, ...more });
    const code = await main(terminal);
    return { code, out: terminal.stdout(), err: terminal.stderr() };
  };
  return {
    lab,
    run: (argv = [], more = {}) => lab(['run', ...QUICK, ...argv], more),
    folder() {
      const path = join(root, String(made++));
      mkdirSync(path);
      return path;
    },
  };
}
