// How the handbook's figures spread over seeds: `npm run spread` prints the table kept in reports/baselines/handbook-spread.tsv.
// Usage: node scripts/seed-spread.mjs [FIRST [COUNT]]; needs the build. The bounds are what the
// generator was designed for; a few seeds fall outside, and the table says which.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../bin/rag-lab.js', import.meta.url));

/** column -> the bound that the generator is designed for. */
export const BOUNDS = {
  chunks: (value) => value >= 160 && value <= 175,
  'same@3': (value) => value >= 27,
  'paraphrase@3': (value) => value <= 8,
  'same only': (value) => value >= 20,
  'vacation rank': (value) => value >= 20,
};

/** One seed's figures, by column; every one is read from the report of an ordinary run. */
export function spreadRow(seed) {
  const args = [bin, 'run', '--seed', String(seed), '--systems', 'bm25,synonym-tfidf', '--json'];
  const report = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 28 }));
  const hits = (system, wording, split, measure) =>
    report.scores.find((row) => row.system === system && row.wording === wording && row.split === split).measures[
      measure
    ].hits;
  const rank = (id, system) => report.questionResults.find((question) => question.id === id).ranks[system];
  return {
    seed,
    words: report.corpus.words,
    chunks: report.corpus.chunks,
    tokens: report.corpus.tokens,
    'same@3': hits('bm25', 'same', 'all', 'R@3'),
    'same@5': hits('bm25', 'same', 'all', 'R@5'),
    'paraphrase@3': hits('bm25', 'paraphrase', 'all', 'R@3'),
    'same only': report.paired.find((row) => row.system === 'bm25').sameOnly,
    'vacation rank': rank('annual-leave.paraphrase', 'bm25'),
    'parental rank': rank('parental-leave.same', 'bm25'),
    'synonym tuning': hits('synonym-tfidf', 'paraphrase', 'tuning', 'R@3'),
    'synonym held-out': hits('synonym-tfidf', 'paraphrase', 'held-out', 'R@3'),
  };
}

/** Columns of a row that lie outside their bound. */
export function outside(row) {
  return Object.keys(BOUNDS).filter((column) => !BOUNDS[column](row[column]));
}

function print(first, count) {
  const rows = Array.from({ length: count }, (_, i) => spreadRow(first + i));
  const columns = Object.keys(rows[0]);
  const lines = [
    [...columns, 'outside its bound'],
    ...rows.map((row) => [...columns.map((column) => row[column]), outside(row).join(', ')]),
  ];
  process.stdout.write(lines.map((cells) => `${cells.join('\t')}\n`).join(''));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  print(Number(process.argv[2] ?? 404), Number(process.argv[3] ?? 10));
}
