// trec_eval's own lines, for scripts that read them.
import type { EvaluationFormat } from './evaluation-format.ts';

export const trecEval: EvaluationFormat = {
  name: 'trec_eval',
  summary: "trec_eval's lines: measure, topic or all, value with four decimals, in its names and order",
  extension: 'eval',
  render: ({ trecEval: lines }) => lines(),
};
