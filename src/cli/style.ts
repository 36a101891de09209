// Colour and width for the terminal at hand: NO_COLOR, FORCE_COLOR, CI, TERM=dumb, --plain and pipes are honoured.
import { Chalk, type ColorSupportLevel } from 'chalk';
import type { RenderStyle } from '../core/contracts.ts';
import type { Terminal } from './terminal.ts';

/** How wide a terminal is taken to be that does not say. */
const DEFAULT_COLUMNS = 80;

export interface StyleSwitches {
  readonly plain: boolean;
  readonly wide: boolean;
}

/**
 * Whether output may hold colour. What says no wins over what says yes: --plain, then NO_COLOR, then FORCE_COLOR,
 * then CI and TERM=dumb, then whether it is a terminal at all.
 */
export function colourLevel(terminal: Terminal, isTTY: boolean, plain: boolean): ColorSupportLevel {
  const { NO_COLOR, FORCE_COLOR, CI, TERM } = terminal.env;
  if (plain || NO_COLOR) return 0;
  if (FORCE_COLOR !== undefined) {
    if (FORCE_COLOR === '0' || FORCE_COLOR === 'false') return 0;
    return FORCE_COLOR === '2' ? 2 : FORCE_COLOR === '3' ? 3 : 1;
  }
  return !isTTY || isCI(CI) || TERM === 'dumb' ? 0 : 1;
}

export function isCI(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

/** The style of what goes to stdout. */
export function terminalStyle(terminal: Terminal, switches: StyleSwitches): RenderStyle {
  const chalk = new Chalk({ level: colourLevel(terminal, terminal.outIsTTY, switches.plain) });
  const fits = terminal.outIsTTY && !switches.wide;
  return {
    width: fits ? terminal.columns || DEFAULT_COLUMNS : Number.POSITIVE_INFINITY,
    paint: (role, text) =>
      role === 'heading'
        ? chalk.bold(text)
        : role === 'good'
          ? chalk.green(text)
          : role === 'bad'
            ? chalk.red(text)
            : chalk.dim(text),
  };
}

/** The style of what goes to a file: no colour, no limit. */
export const FILE_STYLE: RenderStyle = { width: Number.POSITIVE_INFINITY, paint: (_role, text) => text };
