// Many topics' values made one: mean, sum or geometric mean.
import type { MeasureDef } from '../core/contracts.ts';

/** trec_eval's floor for geometric means: a single zero must not erase all else. */
const GEOMETRIC_FLOOR = 0.00001;

/** Summed in the order given, as trec_eval does: the last bits of a mean depend on it. 0 where there are no values. */
export function aggregate({ aggregate }: Pick<MeasureDef, 'aggregate'>, values: ArrayLike<number>): number {
  const n = values.length;
  if (n === 0) return 0;
  let sum = 0;
  if (aggregate === 'geometric') {
    for (let i = 0; i < n; i++) sum += Math.log(Math.max(values[i]!, GEOMETRIC_FLOOR));
    return Math.exp(sum / n);
  }
  for (let i = 0; i < n; i++) sum += values[i]!;
  return aggregate === 'sum' ? sum : sum / n;
}
