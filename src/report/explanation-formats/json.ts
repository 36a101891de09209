// Explanations whole, with every digit: parts must sum to scores.
import { groupMisses } from '../explanation-misses.ts';
import { exactJson } from '../formats/json.ts';
import type { ExplanationFormat } from './explanation-format.ts';

export const json: ExplanationFormat = {
  name: 'json',
  summary: 'everything, with all digits',
  extension: 'json',
  render: ({ explanation, misses, version }) =>
    exactJson({
      schema: 'rag-lab/explanation@1',
      tool: { version },
      ...explanation,
      ...(misses && { asked: misses.asked, misses: groupMisses(explanation) }),
    }),
};
