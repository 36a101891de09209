// dense.*: exact search of 100,000 vectors of 384 single-precision numbers by inner product, top 100, recall 1.
//   dense.search.KIND.batch   queries a CPU second, 64 at a time; KIND is clustered or spread, see vectors.mjs
//   dense.search.KIND.single  one at a time
//   dense.open.KIND           CPU seconds until the first question can be asked
// rag-lab is measured as a system of an experiment: text in, Ranking out, by an encoder that has its vectors ready.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rankScores } from '../../../dist/core/order.js';
import { dense as retriever } from '../../../dist/retrieval/dense.js';
import { dot } from '../../../dist/vector/dot.js';
import { rate, timed } from '../measure.mjs';
import { load, runPython } from '../peers.mjs';
import { unitVectors } from '../vectors.mjs';

const [ROWS, DIMS, DEPTH, QUERIES, BATCH] = [100_000, 384, 100, 1024, 64];
const TARGETS = { batch: 300, single: 100 };
const KINDS = ['clustered', 'spread'];

const vectorsOf = (kind) => ({
  rows: unitVectors(kind, ROWS, DIMS, 404),
  queries: unitVectors(kind, QUERIES, DIMS, 405),
});

/** All products in plain JavaScript, then the best by a heap: the oracle, and a peer. */
function naive({ rows, queries }, query) {
  const scores = new Float64Array(ROWS);
  for (let row = 0; row < ROWS; row++) scores[row] = dot(queries, query * DIMS, rows, row * DIMS, DIMS);
  return rankScores('q', scores, DEPTH, -1);
}

async function openDense({ rows, queries }) {
  const encoder = {
    dims: DIMS,
    fingerprint: 'bench',
    pieces: (text) => [text],
    reach: (text) => text.length,
    async encode(texts, role) {
      if (role === 'passage') return rows;
      const found = new Float32Array(texts.length * DIMS);
      texts.forEach((text, at) => {
        const query = Number(text) % QUERIES;
        found.set(queries.subarray(query * DIMS, (query + 1) * DIMS), at * DIMS);
      });
      return found;
    },
  };
  const chunks = Array.from({ length: ROWS }, (_, ord) => ({ ord, id: String(ord), text: String(ord) }));
  const context = { encoder: async () => encoder };
  const params = Object.fromEntries(Object.entries(retriever.params).map(([name, param]) => [name, param.default]));
  return retriever.open({ chunks }, { ...params, pool: 'chunk' }, context, []);
}

const requestsFor = (from, count) =>
  Array.from({ length: count }, (_, at) => ({ topic: { id: 'q', text: String(from + at), labels: {} }, depth: DEPTH }));

function ownJob(kind) {
  return {
    system: 'rag-lab',
    covers: [`dense.search.${kind}`, `dense.open.${kind}`],
    async measure() {
      const vectors = vectorsOf(kind);
      // Questions are remembered by their text; other texts with the same vectors are asked each time.
      let asked = 0;
      const { seconds, value: searcher } = await timed(async () => {
        const opened = await openDense(vectors);
        await opened.search(requestsFor(asked, BATCH));
        return opened;
      });
      for (const query of [0, 1, 2, 3]) {
        const [alone] = await searcher.search(requestsFor(query, 1));
        const expected = naive(vectors, query);
        const same = alone.chunks.every(
          (row, at) => row === expected.chunks[at] && alone.scores[at] === expected.scores[at],
        );
        if (!same) throw new Error(`question ${query} is not answered exactly`);
      }
      const pass = (size) => async (count) => {
        for (let done = 0; done < count; done += size) {
          await searcher.search(requestsFor(asked, Math.min(size, count - done)));
          asked += size;
        }
      };
      const row = (way, value) => ({
        name: `dense.search.${kind}.${way}`,
        value,
        unit: 'queries/CPU-s',
        target: TARGETS[way],
      });
      return [
        { name: `dense.open.${kind}`, value: seconds, unit: 'CPU s' },
        row('batch', await rate(QUERIES, pass(BATCH))),
        row('single', await rate(QUERIES, pass(1))),
      ];
    },
  };
}

function plainJob(kind) {
  return {
    system: 'plain-js',
    covers: [`dense.search.${kind}`],
    async measure() {
      const vectors = vectorsOf(kind);
      const value = await rate(QUERIES, async (count) => {
        for (let query = 0; query < count; query++) naive(vectors, query);
      });
      return ['batch', 'single'].map((way) => ({ name: `dense.search.${kind}.${way}`, value, unit: 'queries/CPU-s' }));
    },
  };
}

/** usearch without its index: every product, by native code, in single precision. */
function usearchJob(kind) {
  return {
    system: 'usearch',
    covers: [`dense.search.${kind}`],
    needs: 'usearch',
    async measure() {
      const { exactSearch, MetricKind } = await load('usearch');
      const { rows, queries } = vectorsOf(kind);
      const pass = (size) => async (count) => {
        for (let at = 0; at < count; at += size) {
          const batch = queries.subarray(at * DIMS, Math.min(at + size, count) * DIMS);
          exactSearch(rows, batch, DIMS, DEPTH, MetricKind.IP, 1);
        }
      };
      return [
        { name: `dense.search.${kind}.batch`, value: await rate(QUERIES, pass(BATCH)), unit: 'queries/CPU-s' },
        { name: `dense.search.${kind}.single`, value: await rate(QUERIES, pass(1)), unit: 'queries/CPU-s' },
      ];
    },
  };
}

function pythonJob(kind, system, needs) {
  return {
    system,
    covers: [`dense.search.${kind}`],
    needs,
    async measure() {
      const folder = mkdtempSync(join(tmpdir(), 'rag-lab-bench-'));
      try {
        const { rows, queries } = vectorsOf(kind);
        writeFileSync(join(folder, 'rows'), rows);
        writeFileSync(join(folder, 'queries'), queries);
        const rates = await runPython('dense_peer.py', [system, folder, String(DIMS), String(DEPTH)]);
        return Object.entries(rates).map(([way, value]) => ({
          name: `dense.search.${kind}.${way}`,
          value,
          unit: 'queries/CPU-s',
        }));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

export const dense = {
  name: 'dense',
  jobs: KINDS.flatMap((kind) => [
    ownJob(kind),
    plainJob(kind),
    usearchJob(kind),
    pythonJob(kind, 'numpy', 'python:numpy'),
    pythonJob(kind, 'faiss', 'python:faiss'),
  ]),
};
