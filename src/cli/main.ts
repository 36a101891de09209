// The command line: reads arguments, runs one command, turns whatever happens into text and an exit code.
import { Console } from 'node:console';
import { Command, CommanderError } from 'commander';
import { LabError } from '../core/errors.ts';
import { commands } from './commands/registry.ts';
import { packageVersion } from './package-version.ts';
import { describeError, EXIT } from './print-error.ts';
import { type Session, writeResult } from './session.ts';
import { processTerminal, type Terminal } from './terminal.ts';
import { usageError } from './usage-error.ts';

/** How long an interrupted command may take to put things in order. */
const GRACE_MS = 1500;
/** Node ends in silence, and with success or a code of its own, where nothing is left that could happen. */
const ENDED_EARLY =
  'the process ended before the work was done: a module of --plugin ended it, or waits for something that never comes';
/** How wide help is set where the terminal does not say. */
const HELP_COLUMNS = 80;

/** Runs one command line. @returns the exit code */
export async function main(terminal: Terminal): Promise<number> {
  try {
    let shown = '';
    let ended: number = EXIT.done;
    const session: Session = {
      terminal,
      end(code) {
        ended = code;
      },
    };
    const program = await buildProgram(session, (text) => {
      shown += text;
    });
    try {
      await (terminal.argv.length === 0
        ? program.parseAsync(['--help'], { from: 'user' })
        : program.parseAsync(terminal.argv, { from: 'user' }));
    } catch (error) {
      // Help and version end by an exception too.
      if (!(error instanceof CommanderError)) throw error;
    }
    if (shown !== '') await writeResult(terminal, shown);
    return ended;
  } catch (error) {
    const { text, code } = describeError(error, terminal.interrupt.aborted);
    // If stderr is gone too, the exit code still tells.
    await terminal.err.write(text).catch(() => {});
    return code;
  }
}

async function buildProgram(session: Session, show: (text: string) => void): Promise<Command> {
  const { terminal } = session;
  const program = new Command('rag-lab')
    .description('Measures retrieval for RAG: does the right evidence reach the model, and if not, why?')
    .version(packageVersion(), '--version', 'print the version')
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 the gate found a regression, 2 usage, input or system fault, 3 nothing evaluated or the gate' +
        ' cannot say, 70 a bug, 130 interrupted.',
    );
  // The command that is named, alone; help and what is misspelt need all of them.
  const named = commands.filter(({ name }) => name === terminal.argv[0]);
  for (const command of await Promise.all((named.length > 0 ? named : commands).map(({ load }) => load()))) {
    command.register(program, session);
  }
  configure(program, terminal, show);
  return program;
}

/** Commander neither writes nor exits by itself; its complaints become LabErrors. */
function configure(command: Command, terminal: Terminal, show: (text: string) => void): void {
  command
    .configureOutput({
      writeOut: show,
      writeErr: () => {},
      outputError: () => {},
      getOutHelpWidth: () => terminal.columns || HELP_COLUMNS,
      getOutHasColors: () => false,
    })
    .helpOption('-h, --help', 'show help')
    .showSuggestionAfterError(false)
    .exitOverride((error) => {
      // Help that was asked for ends without an exit code; help in place of a command does not.
      throw error.exitCode === 0 ? error : usageError(error, command);
    });
  for (const sub of command.commands) configure(sub, terminal, show);
}

/**
 * Runs a command line for a real process: sets the exit code and lets the process end by itself, so that everything
 * written arrives.
 */
export async function runProcess(host: NodeJS.Process): Promise<void> {
  const interrupt = new AbortController();
  let asked = 0;
  let grace: NodeJS.Timeout | undefined;
  // A plugin's console.log must not get between the lines of a report.
  const { console: ownConsole } = globalThis;
  globalThis.console = new Console(host.stderr, host.stderr);
  let isDone = false;
  const endedEarly = (): void => {
    if (isDone || interrupt.signal.aborted) return;
    const { text, code } = describeError(new LabError('option.conflict', { problem: ENDED_EARLY }), false);
    host.stderr.write(text);
    host.exitCode = code;
  };
  host.on('exit', endedEarly);
  const stop = (): void => {
    asked++;
    interrupt.abort();
    // Whoever asks twice will not wait.
    if (asked > 1) endInterrupted(host);
    // A command that waits for a pipe which nobody reads or fills never comes to look at the signal.
    grace = setTimeout(() => {
      host.stderr.write(describeError(undefined, true).text);
      endInterrupted(host);
    }, GRACE_MS);
  };
  host.on('SIGINT', stop);
  host.on('SIGTERM', stop);
  // What is thrown where no command can catch it (a stream, a worker) is still a bug with a stack, never a silent end.
  host.on('uncaughtException', (error) => {
    isDone = true;
    host.stderr.write(describeError(error, false).text, () => host.exit(EXIT.bug));
  });
  try {
    host.exitCode = await main(processTerminal(host, interrupt.signal));
    // What a stopped command still waits for would keep the process.
    if (interrupt.signal.aborted) host.exit();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== 'uv_cwd') throw error;
    const gone = new LabError('file.unreadable', { path: 'the current folder', problem: 'it does not exist any more' });
    const { text, code } = describeError(gone, false);
    host.stderr.write(text);
    host.exitCode = code;
  } finally {
    isDone = true;
    host.off('exit', endedEarly);
    globalThis.console = ownConsole;
    clearTimeout(grace);
    host.off('SIGINT', stop);
    host.off('SIGTERM', stop);
  }
}

/**
 * Ends a process in the middle of its work. Node's own exit waits for file operations, and one that stands before a pipe
 * never comes back: then the process ends as by the signal itself, which a shell calls 130 too.
 */
function endInterrupted(host: NodeJS.Process): void {
  if (!host.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))) host.exit(EXIT.interrupted);
  // What stands ready to tidy up at the end would not be asked.
  for (const listener of host.listeners('exit')) listener.call(host, EXIT.interrupted);
  host.removeAllListeners('SIGINT');
  host.kill(host.pid, 'SIGINT');
}
