// bm25.*: indexing and searching, query string in, top 100 out, of test collections (where ../shared/data has them) and of
// generated chunks of about 150 words; memory; growth from 10,000 to 1,000,000 chunks.
//   bm25.index.SOURCE         CPU seconds, the making of the texts taken off
//   bm25.query.SOURCE[.KIND]  queries a CPU second; KIND is rare or common, see corpus.mjs
//   bm25.memory.SOURCE        bytes a posting, all that the index holds
//   bm25.peak.SOURCE          megabytes resident at most
//   bm25.growth.WHAT          exponent of growth between the least and the largest generated corpus: 1 is linear
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generatedTexts, questions, SIZES } from '../corpus.mjs';
import { liveBytes, peakMegabytes, rate, timed } from '../measure.mjs';
import { runPython } from '../peers.mjs';

const DEPTH = 100;
const MOST_QUERIES = 5000;

/** Test collections lie beside the repository, if at all. */
const data = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));

function collection(name) {
  const file = (path) => `${data}${name}/${path}`;
  const records = (path) =>
    readFileSync(file(path), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  return {
    name,
    size: 0,
    skip: () => (existsSync(file('corpus.jsonl')) ? undefined : `${name} is not in ../shared/data`),
    texts() {
      const texts = records('corpus.jsonl').map(({ title, text }) => `${title} ${text}`.trim().replaceAll('\n', ' '));
      return { count: texts.length, [Symbol.iterator]: () => texts[Symbol.iterator]() };
    },
    asked: () => [['', records('queries.jsonl').map(({ text }) => text)]],
  };
}

const generated = Object.entries(SIZES).map(([label, size]) => ({
  name: `generated-${label}`,
  size,
  skip: () => undefined,
  texts: () => generatedTexts(size),
  asked: () => ['rare', 'common'].map((kind) => [`.${kind}`, questions(kind, MOST_QUERIES)]),
}));

const sources = [collection('cranfield'), collection('vaswani'), ...generated];

/** Beyond these many chunks a system takes minutes or more memory than there is. */
const PEERS = [
  { system: 'minisearch', needs: 'minisearch', largest: 100_000 },
  { system: 'orama', needs: '@orama/orama', largest: 10_000 },
  { system: 'flexsearch', needs: 'flexsearch', largest: 100_000 },
  { system: 'lunr', needs: 'lunr', largest: 10_000 },
  { system: 'wink', needs: 'wink-bm25-text-search', largest: 10_000 },
  { system: 'sqlite-fts5', needs: 'better-sqlite3|node:sqlite', largest: 1_000_000 },
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

/** The least of several passes where one is short. */
async function secondsToGoThrough(texts) {
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
  const names = ['index', 'query', 'memory', 'peak'].map((what) => `bm25.${what}.${source.name}`);
  return {
    system,
    covers: system === 'rag-lab' && source.size > 0 ? [...names, 'bm25.growth'] : names,
    skip: source.skip,
    ...extra,
    async measure({ prefix }) {
      const { open } = await import(module);
      const texts = source.texts();
      const making = await secondsToGoThrough(texts);
      const before = liveBytes();
      const { seconds, value: opened } = await timed(() => open(texts));
      const bytes = liveBytes() - before;
      const rows = [{ name: `bm25.index.${source.name}`, value: seconds - making, unit: 'CPU s' }];
      if (opened.postings > 0)
        rows.push({
          name: `bm25.memory.${source.name}`,
          value: bytes / opened.postings,
          unit: 'bytes',
          ...(source.size >= 100_000 && { target: MEMORY_TARGET }),
        });
      rows.push({ name: `bm25.peak.${source.name}`, value: peakMegabytes(), unit: 'MB' });
      for (const [kind, texts] of source.asked()) {
        const name = `bm25.query.${source.name}${kind}`;
        if (!name.startsWith(prefix) && prefix.startsWith('bm25.query.')) continue;
        const ask = async (count) => {
          let found = 0;
          for (let at = 0; at < count; at++) found += await opened.ask(texts[at], DEPTH);
          if (found === 0) throw new Error(`${system} finds nothing`);
        };
        rows.push({ name, value: await rate(texts.length, ask), unit: 'queries/CPU-s' });
      }
      const targets = system === 'rag-lab' ? TARGETS : {};
      return rows.map((row) => (row.name in targets ? { ...row, target: targets[row.name] } : row));
    },
  };
}

function bm25sJob(source) {
  return {
    system: 'bm25s-numba',
    covers: ['index', 'query', 'peak'].map((what) => `bm25.${what}.${source.name}`),
    needs: 'python:bm25s+numba+Stemmer',
    skip: source.skip,
    async measure() {
      const asked = source.asked().map(([kind, texts]) => ({ kind, texts }));
      const lines = (function* () {
        yield JSON.stringify(asked);
        yield* source.texts();
      })();
      const found = await runPython('bm25s_peer.py', [String(DEPTH)], lines);
      return [
        { name: `bm25.index.${source.name}`, value: found.index, unit: 'CPU s' },
        { name: `bm25.peak.${source.name}`, value: found.megabytes, unit: 'MB' },
        ...Object.entries(found.rates).map(([kind, value]) => ({
          name: `bm25.query.${source.name}${kind}`,
          value,
          unit: 'queries/CPU-s',
        })),
      ];
    },
  };
}

function growth(rows) {
  const least = generated[0];
  const largest = generated.at(-1);
  const kinds = [
    ['index', 'bm25.index.', '', 1],
    ['memory', 'bm25.memory.', '', 0],
    ['query-rare', 'bm25.query.', '.rare', -1],
    ['query-common', 'bm25.query.', '.common', -1],
  ];
  const own = rows.filter(({ system }) => system === 'rag-lab');
  return kinds.flatMap(([what, before, after, power]) => {
    const [from, to] = [least, largest].map(({ name }) => own.find((row) => row.name === before + name + after)?.value);
    if (from === undefined || to === undefined) return [];
    // Time grows as the rate falls; bytes a posting are already a share, total memory grows by one more.
    const ratio = power === -1 ? from / to : to / from;
    const exponent = Math.log(ratio) / Math.log(largest.size / least.size) + (power === 0 ? 1 : 0);
    return [{ name: `bm25.growth.${what}`, value: exponent, unit: 'exponent' }];
  });
}

const adapter = (system) => new URL(`../peers/${system}.mjs`, import.meta.url).href;

export const bm25 = {
  name: 'bm25',
  jobs: sources.flatMap((source) => [
    job(source, 'rag-lab', adapter('rag-lab'), {}),
    bm25sJob(source),
    ...PEERS.filter(({ largest }) => source.size <= largest).map(({ system, needs }) =>
      job(source, system, adapter(system), { needs }),
    ),
  ]),
  derive: growth,
};
