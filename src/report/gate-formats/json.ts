// The gate's result whole, with one spelling a value.
import { stableJson } from '../formats/json.ts';
import type { GateFormat } from './gate-format.ts';

export const json: GateFormat = {
  name: 'json',
  summary: 'the whole result, every question that flipped included',
  extension: 'json',
  render: (result) => stableJson(result),
};
