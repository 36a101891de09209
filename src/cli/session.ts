// What every command is given, and how it writes its result.
import type { Command } from 'commander';
import { LabError } from '../core/errors.ts';
import { systemFault } from '../core/system-fault.ts';
import type { Terminal } from './terminal.ts';

export interface Session {
  readonly terminal: Terminal;
  /** Says the exit code of a command that did its work: 0 unless told otherwise. */
  end(code: number): void;
}

/** A command adds itself to the program; whatever it needs beyond its options it imports when it runs. */
export interface CommandDef {
  register(program: Command, session: Session): void;
}

/** Writes a result to standard output; a full disk behind it is a fault, a closed pipe is not. */
export async function writeResult(terminal: Terminal, text: string): Promise<void> {
  try {
    await terminal.out.write(text);
  } catch (error) {
    throw new LabError('file.unwritable', { path: 'standard output', problem: systemFault(error) });
  }
}

/** Lets the host see signals, then stops if the user pressed Ctrl-C. */
export async function stopIfInterrupted(terminal: Terminal): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  terminal.interrupt.throwIfAborted();
}
