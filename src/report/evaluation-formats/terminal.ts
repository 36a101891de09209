// An evaluation for people at a terminal.
import { evaluationView } from '../evaluation-sections.ts';
import { drawView } from '../formats/terminal.ts';
import type { EvaluationFormat } from './evaluation-format.ts';

export const terminal: EvaluationFormat = {
  name: 'terminal',
  summary: 'tables for people, fitted to the width of the terminal',
  extension: 'txt',
  render: ({ evaluation, style }) => drawView(evaluationView(evaluation), style),
};
