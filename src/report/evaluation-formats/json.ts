// An evaluation whole, every double with all its digits.
import { exactJson } from '../formats/json.ts';
import type { EvaluationFormat } from './evaluation-format.ts';

export const json: EvaluationFormat = {
  name: 'json',
  summary: 'the whole evaluation in full precision; the same input gives the same bytes',
  extension: 'json',
  render: ({ evaluation }) => exactJson(evaluation),
};
