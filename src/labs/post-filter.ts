// A filter applied to what an index scan has found already, simulated: exact neighbours among seeded vectors stand in for the
// scan of an approximate index.
import type { Rng } from '../core/rng.ts';
import { scoreRows } from '../vector/max-sim.ts';
import { unitVector } from '../vector/unit-vector.ts';

export interface FilterWorld {
  readonly rows: number;
  /** By query: all rows, nearest first. */
  readonly orders: readonly Uint32Array[];
}

/** Rows and queries spread evenly over all directions. */
export function drawWorld(
  rng: Rng,
  sizes: { readonly rows: number; readonly queries: number; readonly dims: number },
): FilterWorld {
  const { rows, queries, dims } = sizes;
  const draw = (stream: Rng): Float32Array => unitVector(Array.from({ length: dims }, () => bell(stream)));
  const matrix = new Float32Array(rows * dims);
  const rowStream = rng.stream('rows');
  for (let row = 0; row < rows; row++) matrix.set(draw(rowStream), row * dims);
  const queryStream = rng.stream('queries');
  const orders = Array.from({ length: queries }, () => {
    const scores = scoreRows(draw(queryStream), matrix, dims);
    return Uint32Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]! || a - b);
  });
  return { rows, orders };
}

/** Nearly normal: without that, vectors would gather in the corners of a cube. */
function bell(rng: Rng): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += rng.float();
  return sum;
}

/** Which rows pass a filter: `share` of them, drawn without a look at their vectors. */
export function drawFilter(rng: Rng, rows: number, share: number): Uint8Array {
  const allowed = new Uint8Array(rows);
  const passing = rng.shuffle(Array.from({ length: rows }, (_, row) => row)).slice(0, Math.round(rows * share));
  for (const row of passing) allowed[row] = 1;
  return allowed;
}

export interface FilteredScan {
  /** Rows that came back, at most `asked`, as the mean over queries. */
  readonly returned: number;
  /** Of the nearest `asked` rows that pass, the share that came back. */
  readonly recall: number;
  /** Rows looked at. */
  readonly scanned: number;
}

/**
 * @param scan rows that the index yields before the filter; `until` goes on until so many pass, at most to the limit
 */
export function scanThenFilter(
  { orders }: FilterWorld,
  allowed: Uint8Array,
  asked: number,
  scan: { readonly rows: number } | { readonly until: number; readonly limit: number },
): FilteredScan {
  let returned = 0;
  let recall = 0;
  let scanned = 0;
  for (const order of orders) {
    let passed = 0;
    let seen = 0;
    const more = (): boolean => ('rows' in scan ? seen < scan.rows : passed < scan.until && seen < scan.limit);
    while (seen < order.length && more()) passed += allowed[order[seen++]!]!;
    const back = Math.min(asked, passed);
    // The scan is exact, so what it returns are the nearest of what passes.
    const best = Math.min(
      asked,
      allowed.reduce((sum, one) => sum + one, 0),
    );
    returned += back;
    recall += best === 0 ? 1 : back / best;
    scanned += seen;
  }
  return { returned: returned / orders.length, recall: recall / orders.length, scanned: scanned / orders.length };
}
