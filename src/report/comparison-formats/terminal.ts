// A comparison for people at a terminal.
import { comparisonView } from '../comparison-sections.ts';
import { drawView } from '../formats/terminal.ts';
import type { ComparisonFormat } from './comparison-format.ts';

export const terminal: ComparisonFormat = {
  name: 'terminal',
  summary: 'tables for people, fitted to the width of the terminal',
  extension: 'txt',
  render: (comparison, style) => drawView(comparisonView(comparison), style),
};
