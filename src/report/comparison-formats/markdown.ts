// A comparison as Markdown tables, for pull requests and wikis.
import { comparisonView } from '../comparison-sections.ts';
import { writeMarkdown } from '../formats/markdown.ts';
import type { ComparisonFormat } from './comparison-format.ts';

export const markdown: ComparisonFormat = {
  name: 'markdown',
  summary: 'the tables of the terminal format as Markdown',
  extension: 'md',
  render: (comparison) => writeMarkdown('rag-lab comparison', comparisonView(comparison), comparison.tool.version),
};
