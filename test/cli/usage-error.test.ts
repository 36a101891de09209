import { Command, CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { usageError } from '../../src/cli/usage-error.ts';
import type { LabError } from '../../src/core/errors.ts';

/** What commander throws for a command line, said our way. */
function said(argv: readonly string[]): LabError {
  const program = new Command('lab');
  const sub = program
    .command('sub')
    .argument('<file>')
    .option('--size <N>')
    .option('--deep')
    .action(() => {});
  let found: LabError | undefined;
  for (const command of [program, sub]) {
    command.configureOutput({ writeErr: () => {} }).showSuggestionAfterError(false);
    command.exitOverride((error) => {
      found ??= usageError(error, command);
      throw found;
    });
  }
  expect(() => program.parse(argv, { from: 'user' })).toThrow();
  return found!;
}

describe('usageError', () => {
  it.each([
    [['sbu'], 'unknown command "sbu"; did you mean "sub"?', 'lab --help'],
    [['help', 'sbu'], 'unknown command "sbu"; did you mean "sub"?', 'lab --help'],
    [['--'], 'a command is missing', 'lab --help'],
    [['sub', 'f', '--sise=3'], 'unknown option "--sise"; did you mean "--size"?', 'lab sub --help'],
    [['sub', 'f', "--it's"], 'unknown option "--it\'s"', 'lab sub --help'],
    [['sub', 'f', '--deep=3'], '--deep: takes no value, got "--deep=3"', 'lab sub --help'],
    [['sub', 'f', '--size'], '--size: a value is missing; accepted: --size <N>', 'lab sub --help'],
    [['sub'], 'sub: <file> is missing', 'lab sub --help'],
    [['sub', 'f', 'g', 'h'], 'sub: unexpected "g h"; it takes <file> and options', 'lab sub --help'],
  ])('%j: says what is wrong, what is accepted and where to look', (argv, message, remedy) => {
    const error = said(argv);
    expect(error.message).toContain(message);
    expect(error.remedy).toBe(remedy);
  });

  it('passes on what commander may say besides', () => {
    const error = usageError(new CommanderError(1, 'commander.other', 'error: strange'), new Command('lab'));
    expect(error.message).toBe('lab: strange');
  });
});
