// The parts of the benchmark, in the order they run. A new part is a file under parts/ and a line here.
//
// A part is { name, jobs, derive? }. A job is { system, covers, needs?, skip?, measure }: it runs in a process of its own, whose memory is
// its own, and gives rows { name, value, unit, target?, versus? }, all at once or, as an async generator, one by one. `target` is what the
// value should reach, `versus` the ratio to a peer, by its name. `covers` lists the names (or beginnings of names) of its rows, so that
// --only can leave it out; `needs` the package of the peer, without which it counts as skipped; `skip()` tells another reason.
// `derive(rows)` computes further rows, of any system, from those measured. Peers run under the limits of limits.mjs.
import { bm25 } from './parts/bm25.mjs';
import { dense } from './parts/dense.mjs';
import { evaluate } from './parts/evaluate.mjs';
import { indexCache } from './parts/index-cache.mjs';
import { run } from './parts/run.mjs';

export const parts = [run, evaluate, dense, bm25, indexCache];

export function wanted(names, prefix) {
  return names.some((name) => name.startsWith(prefix) || prefix.startsWith(name));
}
