// A comparison whole, every topic's values included, with one spelling a value.
import { stableJson } from '../formats/json.ts';
import type { ComparisonFormat } from './comparison-format.ts';

export const json: ComparisonFormat = {
  name: 'json',
  summary: 'the whole comparison, with the values of every topic; the same input gives the same bytes',
  extension: 'json',
  render: (comparison) => stableJson(comparison),
};
