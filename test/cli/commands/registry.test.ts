import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { commands } from '../../../src/cli/commands/registry.ts';
import { fakeTerminal } from '../fake-terminal.ts';

describe('the commands', () => {
  it.each(commands)('$name is what is loaded under that name', async ({ name, load }) => {
    const program = new Command();
    (await load()).register(program, { terminal: fakeTerminal([]), end: () => {} });
    expect(program.commands.map((command) => command.name())).toEqual([name]);
  });
});
