// The groups of rows that may be among a query's best, found without computing every inner product exactly.
//
// A quarter of the memory is read (rows of 8 bits), every product is bounded from below and above, rows that cannot be
// among the best are dropped, and what remains is scored by `dot` as everything is. So the best are the same, bit for bit,
// as if `dot` had scored all rows; the bounds only decide what is not looked at.
import { kthLargest } from '../core/best-of.ts';
import { dot } from './dot.ts';
import { encode, queryLimit, ROW_LIMIT } from './int8-codes.ts';
import { compileInt8Dots, GROUP, linkInt8Dots, STEP, TILE } from './int8-dots.ts';
import { createMemory, type SharedMemory, type WasmModule } from './wasm.ts';

export interface TopGroupsRequest {
  readonly query: Float32Array;
  readonly depth: number;
  /** By group: 0 where it may not be found; absent means that all may. */
  readonly allowed?: Uint8Array | undefined;
}

/** Every group that is among the `depth` best (of equals too), with its exact score; and some that are not. */
export interface FoundGroups {
  /** Ascending. */
  readonly groups: Uint32Array;
  /** The best of each group's rows; of a group that is not among the best, no more than that. */
  readonly scores: Float64Array;
}

export interface TopGroups {
  /** One answer a request; undefined for a query with values that are not finite. */
  find(requests: readonly TopGroupsRequest[]): readonly (FoundGroups | undefined)[];
}

/** Rows are read in blocks that stay in a core's cache while all queries of a batch pass over them. */
const BLOCK_BYTES = 1 << 18;
/** Queries that pass over a block together. */
const BATCH = 64;
/** A query gathers so many times the groups it wants before it looks which rows are still needed; and so many at least. */
const GATHERED_SHARE = 3;
const LEAST_GATHERED = 256;
/** Smaller scales lose too much in single precision, whose numbers grow coarse near zero. */
const LEAST_SCALE = 2 ** -90;

/** One query on its way through the rows. */
interface Search extends TopGroupsRequest {
  readonly codes: Int16Array;
  readonly scale: number;
  /** What a row's loss, and its coded length, weigh in the bound of its score. */
  readonly perLost: number;
  readonly perLength: number;
  /** At least `depth` groups are known to score so much. */
  threshold: number;
  /** A row whose scaled product is below cannot reach the threshold. */
  cut: number;
  /** Rows gathered so far, and the bounds of their scores. */
  size: number;
  rows: Uint32Array;
  lower: Float64Array;
  upper: Float64Array;
}

interface CodedRows {
  readonly scales: Float64Array;
  readonly lengths: Float64Array;
  readonly lost: Float64Array;
  /** The largest of them all. */
  readonly mostLength: number;
  readonly mostLost: number;
  /** The smallest but for zeros. */
  readonly leastScale: number;
}

let compiled: WasmModule | undefined;

/**
 * Group g owns members[starts[g]..starts[g + 1]], which are rows of the matrix; a row may belong to many groups or none.
 * @returns undefined where rows cannot be bounded (values that are not finite), or there is no room for their codes
 */
export function openTopGroups(
  matrix: Float32Array,
  dims: number,
  starts: Uint32Array,
  members: Uint32Array,
): TopGroups | undefined {
  const rows = matrix.length / dims;
  if (dims < 1 || !Number.isInteger(rows))
    throw new RangeError(`a matrix of ${matrix.length} values does not fit ${dims} columns`);
  const elements = Math.ceil(dims / STEP) * STEP;
  const tiles = Math.ceil(rows / TILE);
  const blockTiles = Math.max(1, Math.floor(BLOCK_BYTES / (TILE * elements)));
  const queriesAt = tiles * TILE * elements;
  // Four bytes each: scales of rows, products of a block, four cuts, the list of what reaches them.
  const scalesAt = queriesAt + BATCH * elements * Int16Array.BYTES_PER_ELEMENT;
  const outAt = scalesAt + 4 * TILE * tiles;
  const cutsAt = outAt + 4 * blockTiles * TILE * GROUP;
  const listAt = cutsAt + 4 * GROUP;
  const memory = memoryOf(listAt + 4 * blockTiles * TILE);
  const coded = memory && codeRows(matrix, dims, elements, new Int8Array(memory.buffer, 0, queriesAt));
  if (!coded) return undefined;
  compiled ??= compileInt8Dots();
  const dots = linkInt8Dots(compiled, memory);
  const queryCodes = new Int16Array(memory.buffer, queriesAt, BATCH * elements);
  new Float32Array(memory.buffer, scalesAt, TILE * tiles).set(coded.scales);
  const products = new Int32Array(memory.buffer, outAt, blockTiles * TILE * GROUP);
  const cuts = new Float32Array(memory.buffer, cutsAt, GROUP);
  const list = new Uint32Array(memory.buffer, listAt, blockTiles * TILE);

  const owners = ownersOf(rows, starts, members);
  const groups = Math.max(0, starts.length - 1);
  // For the query at hand: the groups met, in order; by group whether it is among them, and its best score.
  const met = new Uint32Array(groups);
  const isMet = new Uint8Array(groups);
  const best = new Float64Array(groups);
  const selected = new Float64Array(groups);

  /** Puts the groups that own the gathered rows into `met`, the best of their rows' scores into `best`; says how many. */
  function bestOfGroups({ rows: gathered, size, allowed }: Search, scores: Float64Array): number {
    let found = 0;
    for (let i = 0; i < size; i++) {
      const row = gathered[i]!;
      for (let at = owners.starts[row]!, end = owners.starts[row + 1]!; at < end; at++) {
        const group = owners.members[at]!;
        if (allowed && !allowed[group]) continue;
        if (isMet[group] === 0) {
          isMet[group] = 1;
          best[group] = scores[i]!;
          met[found++] = group;
        } else if (scores[i]! > best[group]!) best[group] = scores[i]!;
      }
    }
    for (let i = 0; i < found; i++) isMet[met[i]!] = 0;
    return found;
  }

  function openSearch({ query, depth, allowed }: TopGroupsRequest): Search | undefined {
    if (query.length !== dims) throw new RangeError(`a query of ${query.length} values does not fit ${dims} columns`);
    const codes = new Int16Array(elements);
    const found = encode(query, 0, dims, queryLimit(elements), codes);
    if (!found) return undefined;
    const capacity = Math.max(LEAST_GATHERED, GATHERED_SHARE * Math.min(depth, groups));
    return {
      query,
      depth,
      allowed,
      codes,
      scale: found.scale,
      perLost: found.length,
      perLength: found.lost,
      threshold: -Infinity,
      cut: -Infinity,
      size: 0,
      rows: new Uint32Array(capacity),
      lower: new Float64Array(capacity),
      upper: new Float64Array(capacity),
    };
  }

  /** One query as it is; several interleaved, with zeros for those that are missing. */
  function layQueries(searches: readonly Search[], at: number): void {
    if (searches.length === 1) {
      queryCodes.set(searches[0]!.codes, at);
      return;
    }
    queryCodes.fill(0, at, at + GROUP * elements);
    searches.forEach(({ codes }, lane) => {
      for (let i = 0; i < elements; i++) queryCodes[at + (i >> 3) * STEP * GROUP + lane * STEP + (i & 7)] = codes[i]!;
    });
  }

  /** Takes a row where it may be among the best, given its integer product. */
  function gather(search: Search, row: number, product: number): void {
    const score = product * coded!.scales[row]! * search.scale;
    const bound = search.perLost * coded!.lost[row]! + search.perLength * coded!.lengths[row]!;
    if (score + bound < search.threshold || !mayBeFound(row, search.allowed)) return;
    if (search.size === search.rows.length) prune(search);
    search.rows[search.size] = row;
    search.lower[search.size] = score - bound;
    search.upper[search.size++] = score + bound;
  }

  function mayBeFound(row: number, allowed: Uint8Array | undefined): boolean {
    for (let at = owners.starts[row]!, end = owners.starts[row + 1]!; at < end; at++)
      if (!allowed || allowed[owners.members[at]!]) return true;
    return false;
  }

  /** Raises the threshold to the lower bound of the depth-th best group so far, and drops the rows below it. */
  function prune(search: Search): void {
    const { rows: gathered, lower, upper, depth } = search;
    const found = bestOfGroups(search, lower);
    if (depth === 0) search.threshold = Infinity;
    else if (found >= depth) {
      for (let i = 0; i < found; i++) selected[i] = best[met[i]!]!;
      search.threshold = kthLargest(selected, depth, found);
    }
    search.cut = cutOf(search);
    let kept = 0;
    for (let i = 0; i < search.size; i++) {
      if (upper[i]! < search.threshold) continue;
      gathered[kept] = gathered[i]!;
      lower[kept] = lower[i]!;
      upper[kept++] = upper[i]!;
    }
    search.size = kept;
    // Otherwise a handful of rows more would have it pruned again.
    if (2 * kept > gathered.length) grow(search);
  }

  /** In units of products times a row's scale, which single precision computes: within 2^-22 of the largest there is. */
  function cutOf({ threshold, scale, perLost, perLength }: Search): number {
    const { mostLost, mostLength, leastScale } = coded!;
    if (scale === 0 || leastScale < LEAST_SCALE) return -Infinity;
    const largest = (perLost + perLength) * mostLength;
    return (threshold - perLost * mostLost - perLength * mostLength - largest * 2 ** -20) / scale;
  }

  function finish(search: Search): FoundGroups {
    prune(search);
    const { query, rows: gathered, size } = search;
    const scores = new Float64Array(size);
    for (let i = 0; i < size; i++) scores[i] = dot(query, 0, matrix, gathered[i]! * dims, dims);
    const found = met.slice(0, bestOfGroups(search, scores)).sort();
    return { groups: found, scores: Float64Array.from(found, (group) => best[group]!) };
  }

  function pass(searches: readonly Search[]): void {
    const quads = Array.from({ length: Math.ceil(searches.length / GROUP) }, (_, quad) =>
      searches.slice(quad * GROUP, (quad + 1) * GROUP),
    );
    quads.forEach((quad, at) => {
      layQueries(quad, at * GROUP * elements);
    });
    for (let tile = 0; tile < tiles; tile += blockTiles) {
      const height = Math.min(blockTiles, tiles - tile);
      const [from, to] = [tile * TILE, Math.min(rows, (tile + height) * TILE)];
      quads.forEach((quad, at) => {
        const place = queriesAt + at * GROUP * elements * Int16Array.BYTES_PER_ELEMENT;
        const scales = scalesAt + 4 * from;
        if (quad.length === 1) {
          const [search] = quad as [Search];
          cuts.fill(search.cut);
          dots.one(height, elements, from * elements, place, outAt);
          const count = dots.siftTiles(height, outAt, scales, cutsAt, listAt);
          for (let i = 0; i < count; i++) {
            for (let row = TILE * list[i]!, end = Math.min(row + TILE, to - from); row < end; row++)
              gather(search, from + row, products[row]!);
          }
          return;
        }
        quad.forEach(({ cut }, lane) => {
          cuts[lane] = cut;
        });
        cuts.fill(Infinity, quad.length);
        dots.four(height, elements, from * elements, place, outAt);
        const count = dots.siftRows(to - from, outAt, scales, cutsAt, listAt);
        for (let i = 0; i < count; i++) {
          const row = list[i]!;
          for (let lane = 0; lane < quad.length; lane++) gather(quad[lane]!, from + row, products[GROUP * row + lane]!);
        }
      });
    }
  }

  return {
    find(requests) {
      const answers: (FoundGroups | undefined)[] = [];
      for (let first = 0; first < requests.length; first += BATCH) {
        const searches = requests.slice(first, first + BATCH).map(openSearch);
        pass(searches.filter((search) => search !== undefined));
        for (const search of searches) answers.push(search && finish(search));
      }
      return answers;
    },
  };
}

function memoryOf(bytes: number): SharedMemory | undefined {
  try {
    return createMemory(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Codes every row, in tiles as the kernel reads them. */
function codeRows(matrix: Float32Array, dims: number, elements: number, target: Int8Array): CodedRows | undefined {
  const rows = matrix.length / dims;
  const [scales, lengths, lost] = [new Float64Array(rows), new Float64Array(rows), new Float64Array(rows)];
  const codes = new Int16Array(elements);
  let mostLength = 0;
  let mostLost = 0;
  let leastScale = Infinity;
  for (let row = 0; row < rows; row++) {
    const coded = encode(matrix, row * dims, dims, ROW_LIMIT, codes);
    if (!coded) return undefined;
    layRow(codes, target, (row - (row % TILE)) * elements + (row % TILE) * STEP);
    scales[row] = coded.scale;
    lengths[row] = coded.codedLength;
    lost[row] = coded.lost;
    mostLength = Math.max(mostLength, coded.codedLength);
    mostLost = Math.max(mostLost, coded.lost);
    if (coded.scale > 0) leastScale = Math.min(leastScale, coded.scale);
  }
  return { scales, lengths, lost, mostLength, mostLost, leastScale };
}

/** Apart from the loop over rows, which runs once and is compiled too late to help. */
function layRow(codes: Int16Array, target: Int8Array, at: number): void {
  for (let step = 0; step < codes.length; step += STEP)
    for (let i = 0; i < STEP; i++) target[at + step * TILE + i] = codes[step + i]!;
}

/** The groups of each row: row r has members[starts[r]..starts[r + 1]]. */
function ownersOf(
  rows: number,
  starts: Uint32Array,
  members: Uint32Array,
): { readonly starts: Uint32Array; readonly members: Uint32Array } {
  const ownStarts = new Uint32Array(rows + 1);
  for (const row of members) ownStarts[row + 1] = ownStarts[row + 1]! + 1;
  for (let row = 0; row < rows; row++) ownStarts[row + 1] = ownStarts[row + 1]! + ownStarts[row]!;
  const next = ownStarts.slice(0, rows);
  const owners = new Uint32Array(members.length);
  for (let group = 0; group + 1 < starts.length; group++) {
    for (let at = starts[group]!; at < starts[group + 1]!; at++) {
      const row = members[at]!;
      owners[next[row]!] = group;
      next[row] = next[row]! + 1;
    }
  }
  return { starts: ownStarts, members: owners };
}

function grow(search: Search): void {
  const wider = <Values extends Uint32Array | Float64Array>(values: Values, empty: Values): Values => {
    empty.set(values);
    return empty;
  };
  const capacity = 2 * search.rows.length;
  search.rows = wider(search.rows, new Uint32Array(capacity));
  search.lower = wider(search.lower, new Float64Array(capacity));
  search.upper = wider(search.upper, new Float64Array(capacity));
}
