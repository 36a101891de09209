// A query against every row of a flat matrix, and the best row of each group: what max pooling of sentences scores.
import { dot } from './dot.ts';

/** Inner products of one query row with all rows of a row-major matrix. */
export function scoreRows(query: Float32Array, matrix: Float32Array, dims: number): Float64Array {
  const rows = matrix.length / dims;
  if (!Number.isInteger(rows) || query.length !== dims)
    throw new RangeError(
      `a matrix of ${matrix.length} values and a query of ${query.length} do not fit ${dims} columns`,
    );
  const scores = new Float64Array(rows);
  for (let row = 0; row < rows; row++) scores[row] = dot(query, 0, matrix, row * dims, dims);
  return scores;
}

/**
 * The best score of each group and the row that has it (the first of equals); an empty group scores -Infinity, row -1.
 * Group g owns members[starts[g]..starts[g + 1]], which are row numbers: a row may belong to many groups.
 */
export function maxByGroup(
  scores: Float64Array,
  starts: Uint32Array,
  members: Uint32Array,
): { readonly best: Float64Array; readonly rows: Int32Array } {
  const groups = Math.max(0, starts.length - 1);
  const best = new Float64Array(groups).fill(-Infinity);
  const rows = new Int32Array(groups).fill(-1);
  for (let group = 0; group < groups; group++) {
    for (let at = starts[group]!; at < starts[group + 1]!; at++) {
      const row = members[at]!;
      if (scores[row]! > best[group]!) {
        best[group] = scores[row]!;
        rows[group] = row;
      }
    }
  }
  return { best, rows };
}
