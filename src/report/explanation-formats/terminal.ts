// Explanations for people at a terminal.
import { missesView } from '../explanation-misses-sections.ts';
import { explanationView } from '../explanation-sections.ts';
import { drawView } from '../formats/terminal.ts';
import type { ExplanationFormat } from './explanation-format.ts';

export const terminal: ExplanationFormat = {
  name: 'terminal',
  summary: 'for people, fitted to the width of the terminal',
  extension: 'txt',
  render: ({ explanation, misses, style }) =>
    drawView(misses ? missesView(explanation, misses.asked) : explanationView(explanation), style),
};
