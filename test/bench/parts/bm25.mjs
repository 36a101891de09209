// bm25.*: indexing and searching, query string in, top 100 out, of test collections (where they are) and of generated chunks of
// about 150 words; memory; growth from 10,000 to 1,000,000 chunks.
//   bm25.index.SOURCE         CPU seconds, the making of the texts taken off
//   bm25.query.SOURCE[.KIND]  queries a CPU second, the same ones again in each pass; KIND is rare or common, see corpus.mjs
//   bm25.fresh.SOURCE.KIND    the same for questions asked for the first time, where rag-lab still prepares terms
//   bm25.memory.SOURCE        bytes a posting, all that index and searcher hold after the questions
//   bm25.held.SOURCE          the same in megabytes, of engines that lie in Node's memory
//   bm25.peak.SOURCE          megabytes resident at most, questions included
//   bm25.growth.WHAT          exponent of growth between the least and the largest generated corpus: 1 is linear
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedTexts, questions, SIZES } from '../corpus.mjs';
import { within } from '../limits.mjs';
import { liveBytes, peakMegabytes, rate, timed } from '../measure.mjs';
import { runPython } from '../peers.mjs';
import { OURS } from '../ratios.mjs';
import { growth, LARGEST, LEAST } from './bm25-growth.mjs';

const DEPTH = 100;
const MOST_QUERIES = 5000;
/** Questions of each kind that no pass has asked. */
const FRESH = 1000;

/** Test collections lie beside the repository, if at all, or where the environment says. */
const shared = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));
const beir = process.env.RAG_LAB_BEIR;

/** @param folder in BEIR's layout; undefined where nothing says where it is */
function collection(name, folder, missing) {
  const file = (path) => join(folder, path);
  const lines = (path) => readFileSync(file(path), 'utf8').split('\n').filter(Boolean);
  const records = (path) => lines(path).map((line) => JSON.parse(line));
  /** Files of questions may hold those of training too. */
  const judged = () => new Set(lines('qrels/test.tsv').map((line) => line.split('\t')[0]));
  return {
    name,
    size: 0,
    skip: () => (folder !== undefined && existsSync(file('corpus.jsonl')) ? undefined : missing),
    texts() {
      const texts = records('corpus.jsonl').map(({ title, text }) => `${title} ${text}`.trim().replaceAll('\n', ' '));
      return { count: texts.length, [Symbol.iterator]: () => texts[Symbol.iterator]() };
    },
    asked() {
      const topics = judged();
      const texts = records('queries.jsonl').flatMap(({ _id, text }) => (topics.has(_id) ? [text] : []));
      return [{ kind: '', texts, fresh: [] }];
    },
  };
}

const generated = Object.entries(SIZES).map(([label, size]) => ({
  name: `generated-${label}`,
  size,
  skip: () => undefined,
  texts: () => generatedTexts(size),
  asked: () =>
    ['rare', 'common'].map((kind) => {
      const all = questions(kind, MOST_QUERIES + FRESH);
      return { kind: `.${kind}`, texts: all.slice(0, MOST_QUERIES), fresh: all.slice(MOST_QUERIES) };
    }),
}));
/** Growth is derived from these. */
const ENDS = [LEAST, LARGEST].map((label) => `generated-${label}`);

const sources = [
  ...['cranfield', 'vaswani'].map((name) => collection(name, join(shared, name), `${name} is not in ../shared/data`)),
  collection('scifact', beir && join(beir, 'scifact'), 'RAG_LAB_BEIR names no folder that holds scifact'),
  ...generated,
];

const PEERS = [
  { system: 'minisearch', needs: 'minisearch' },
  { system: 'orama', needs: '@orama/orama' },
  { system: 'flexsearch', needs: 'flexsearch' },
  { system: 'lunr', needs: 'lunr' },
  { system: 'wink', needs: 'wink-bm25-text-search' },
  { system: 'sqlite-fts5', needs: 'better-sqlite3|node:sqlite' },
];

/** At least what a plain prototype reached, and bm25s on common words. */
const TARGETS = {
  'bm25.query.generated-100k.rare': 7000,
  'bm25.query.generated-100k.common': 4560,
  'bm25.query.generated-1m.rare': 1230,
  'bm25.query.generated-1m.common': 620,
  'bm25.index.generated-1m': 48,
};
const MEMORY_TARGET = 12;
/** Ratios to bm25s in one run: indexing in half of its time, and no slower on common words. */
const RATIO_TARGETS = [
  ['bm25.index.', '', { 'bm25s-numba': 2 }],
  ['bm25.query.generated-', '.common', { 'bm25s-numba': 1 }],
];

function aimed(row) {
  const versus = RATIO_TARGETS.find(([start, end]) => row.name.startsWith(start) && row.name.endsWith(end))?.[2];
  return { ...row, ...(row.name in TARGETS && { target: TARGETS[row.name] }), ...(versus && { versus }) };
}

/** The least of several passes where one is short. */
async function secondsToGoThrough(texts) {
  // The first texts pay for the vocabulary and for compiling: to take that off indexing would be too much.
  let warmed = 0;
  for (const _ of texts) if (++warmed === 2000) break;
  let seconds = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < (texts.count > 50_000 ? 1 : 3); pass++) {
    const { seconds: taken } = await timed(() => {
      let units = 0;
      for (const text of texts) units += text.length;
      return units;
    });
    seconds = Math.min(seconds, taken);
  }
  return seconds;
}

/** @param module gives { open }: texts in, a function out that asks one query and returns how many entries it found. */
function job(source, system, module, extra) {
  const named = (what) => `bm25.${what}.${source.name}`;
  const own = system === OURS;
  const names = ['index', 'query', 'held', 'peak', ...(own ? ['memory', 'fresh'] : [])].map(named);
  async function* measure({ prefix, patience }) {
    const { open } = await import(module);
    const texts = source.texts();
    const making = await secondsToGoThrough(texts);
    const before = liveBytes();
    const limited = within(texts, own ? Number.POSITIVE_INFINITY : patience, making);
    const { seconds, value: opened } = await timed(() => open(limited));
    yield { name: named('index'), value: seconds - making, unit: 'CPU s' };
    if (prefix.startsWith('bm25.index')) return;
    for (const { kind, texts: asked, fresh } of source.asked()) {
      const name = named('query') + kind;
      if (!name.startsWith(prefix) && prefix.startsWith('bm25.query.')) continue;
      const ask = async (queries, count) => {
        let found = 0;
        for (let at = 0; at < count; at++) found += await opened.ask(queries[at], DEPTH);
        if (found === 0) throw new Error(`${system} finds nothing`);
      };
      yield { name, value: await rate(asked.length, (count) => ask(asked, count)), unit: 'queries/CPU-s' };
      if (!own || fresh.length === 0) continue;
      const { seconds: taken } = await timed(() => ask(fresh, fresh.length));
      yield { name: named('fresh') + kind, value: fresh.length / taken, unit: 'queries/CPU-s' };
    }
    const held = liveBytes() - before;
    if (own) {
      const target = source.size >= 100_000 && { target: MEMORY_TARGET };
      yield { name: named('memory'), value: held / opened.postings, unit: 'bytes', ...target };
    }
    if (opened.native !== true) yield { name: named('held'), value: held / 1e6, unit: 'MB' };
    yield { name: named('peak'), value: peakMegabytes(), unit: 'MB' };
  }
  return {
    system,
    covers: ENDS.includes(source.name) ? [...names, 'bm25.growth'] : names,
    skip: source.skip,
    ...extra,
    async *measure(options) {
      for await (const row of measure(options)) yield own ? aimed(row) : row;
    },
  };
}

function bm25sJob(source) {
  const named = (what) => `bm25.${what}.${source.name}`;
  const names = ['index', 'query', 'peak'].map(named);
  return {
    system: 'bm25s-numba',
    covers: ENDS.includes(source.name) ? [...names, 'bm25.growth'] : names,
    needs: 'python:bm25s+numba+Stemmer',
    skip: source.skip,
    async measure({ patience }) {
      const asked = source.asked().map(({ kind, texts }) => ({ kind, texts }));
      const input = (function* () {
        yield JSON.stringify(asked);
        yield* source.texts();
      })();
      const found = await runPython('bm25s_peer.py', [String(DEPTH)], { input, patience });
      return [
        { name: named('index'), value: found.index, unit: 'CPU s' },
        ...Object.entries(found.rates).map(([kind, value]) => ({
          name: named('query') + kind,
          value,
          unit: 'queries/CPU-s',
        })),
        { name: named('peak'), value: found.megabytes, unit: 'MB' },
      ];
    },
  };
}

const adapter = (system) => new URL(`../peers/${system}.mjs`, import.meta.url).href;

export const bm25 = {
  name: 'bm25',
  jobs: sources.flatMap((source) => [
    job(source, OURS, adapter(OURS), {}),
    bm25sJob(source),
    ...PEERS.map(({ system, needs }) => job(source, system, adapter(system), { needs })),
  ]),
  derive: growth,
};
