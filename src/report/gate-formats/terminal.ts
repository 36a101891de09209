// The gate's result for people at a terminal or in a log.
import { drawView } from '../formats/terminal.ts';
import { gateView } from '../gate-sections.ts';
import type { GateFormat } from './gate-format.ts';

export const terminal: GateFormat = {
  name: 'terminal',
  summary: 'tables for people, fitted to the width of the terminal',
  extension: 'txt',
  render: (result, style) => drawView(gateView(result), style),
};
