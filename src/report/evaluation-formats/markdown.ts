// An evaluation as Markdown tables, for pull requests and wikis.
import { evaluationView } from '../evaluation-sections.ts';
import { writeMarkdown } from '../formats/markdown.ts';
import type { EvaluationFormat } from './evaluation-format.ts';

export const markdown: EvaluationFormat = {
  name: 'markdown',
  summary: 'the tables of the terminal format as Markdown',
  extension: 'md',
  render: ({ evaluation }) => writeMarkdown('rag-lab evaluation', evaluationView(evaluation), evaluation.tool.version),
};
