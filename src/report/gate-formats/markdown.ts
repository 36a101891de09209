// The gate's result as Markdown tables, for pull requests and wikis.
import { writeMarkdown } from '../formats/markdown.ts';
import { gateView } from '../gate-sections.ts';
import type { GateFormat } from './gate-format.ts';

export const markdown: GateFormat = {
  name: 'markdown',
  summary: 'the tables of the terminal format as Markdown',
  extension: 'md',
  render: (result) => writeMarkdown('rag-lab gate', gateView(result), result.tool.version),
};
