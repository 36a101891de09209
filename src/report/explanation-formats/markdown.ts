// Explanations as Markdown, for notes and issues.
import { missesView } from '../explanation-misses-sections.ts';
import { explanationView } from '../explanation-sections.ts';
import { writeMarkdown } from '../formats/markdown.ts';
import type { ExplanationFormat } from './explanation-format.ts';

export const markdown: ExplanationFormat = {
  name: 'markdown',
  summary: 'the sections of the terminal format as Markdown',
  extension: 'md',
  render: ({ explanation, misses, version }) =>
    misses
      ? writeMarkdown('rag-lab explain --misses', missesView(explanation, misses.asked), version)
      : writeMarkdown('rag-lab explain', explanationView(explanation), version),
};
