// What commander finds wrong with a command line, said in this project's style.
import type { Command, CommanderError } from 'commander';
import { LabError } from '../core/errors.ts';

/** @param command the command that was being read */
export function usageError(error: CommanderError, command: Command): LabError {
  const quoted = /'(.*)'/s.exec(error.message)?.[1] ?? '';
  const path = commandPath(command);
  const help = `${path} --help`;
  // Messages begin with the program's name anyway.
  const where = command.parent ? path.slice(path.indexOf(' ') + 1) : path;
  const problem = (text: string): LabError => new LabError('option.conflict', { problem: text }, help);
  switch (error.code) {
    case 'commander.unknownOption': {
      const known = command.createHelp().visibleOptions(command);
      const name = quoted.startsWith('--') ? quoted.replace(/=.*$/s, '') : quoted;
      const names = known.flatMap((option) => option.long ?? []);
      // Commander calls a switch that is given a value an unknown option.
      if (name !== quoted && names.includes(name))
        return problem(`${name}: takes no value, got ${JSON.stringify(quoted)}`);
      return new LabError('spec.unknown-name', { kind: 'option', name, known: names }, help);
    }
    case 'commander.unknownCommand':
      return unknownCommand(quoted, command, help);
    case 'commander.help': {
      // `help nonsense`, or nothing but `--`.
      const name = command.args.at(-1);
      return name === undefined
        ? problem(command.parent ? `${where}: a command is missing` : 'a command is missing')
        : unknownCommand(name, command, help);
    }
    case 'commander.optionMissingArgument':
      return problem(`${quoted.split(' ')[0]}: a value is missing; accepted: ${quoted}`);
    case 'commander.missingArgument':
      return problem(`${where}: <${quoted}> is missing`);
    case 'commander.excessArguments': {
      const accepted = command.registeredArguments.map((argument) => `<${argument.name()}>`);
      const extra = command.args.slice(accepted.length).join(' ');
      const takes = accepted.length === 0 ? 'options only' : `${accepted.join(' ')} and options`;
      return problem(`${where}: unexpected ${JSON.stringify(extra)}; it takes ${takes}`);
    }
    default:
      return problem(`${where}: ${error.message.replace(/^error: /, '')}`);
  }
}

function unknownCommand(name: string, command: Command, help: string): LabError {
  const known = command.commands.map((sub) => sub.name());
  return new LabError('spec.unknown-name', { kind: 'command', name, known }, help);
}

function commandPath(command: Command): string {
  const names: string[] = [];
  for (let at: Command | null = command; at; at = at.parent) names.unshift(at.name());
  return names.join(' ');
}
