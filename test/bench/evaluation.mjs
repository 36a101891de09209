// Evaluating a run, for `evaluate.mjs` and the part of that name: a run and qrels made from a seed, the built command and trec_eval on them.
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../bin/rag-lab.js', import.meta.url));

export const DEFAULTS = { topics: 10_000, documents: 1000, digits: 6, shuffled: false };
const JUDGED = 50;
/** The share of judged documents that the run finds. */
const FOUND = 0.4;
const MEASURES = ['nDCG@10', 'nDCG@100', 'R@10', 'R@100', 'AP', 'RR', 'P@10'];
const TREC_MEASURES = ['ndcg_cut.10,100', 'recall.10,100', 'map', 'recip_rank', 'P.10'];

/** Marsaglia's xorshift32: the same data everywhere. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/**
 * Writes `a.run` and `a.qrels` into a folder. Documents of a topic: no two alike, since each takes the next of a cycle through
 * all numbers below a prime.
 * @param onTopic told how many topics there are so far, now and then
 */
export function generateRun(folder, { topics, documents, digits, shuffled } = DEFAULTS, onTopic = () => {}) {
  const random = randomFrom(404);
  const [runFile, qrelsFile] = [join(folder, 'a.run'), join(folder, 'a.qrels')];
  const PRIME = 999_999_937;
  const run = openSync(runFile, 'w');
  const qrels = openSync(qrelsFile, 'w');
  let mixed = [];
  for (let topic = 0; topic < topics; topic++) {
    let at = Math.floor(random() * PRIME);
    const step = 1 + Math.floor(random() * (PRIME - 1));
    const next = () => {
      at = (at + step) % PRIME;
      return `d${String(at).padStart(9, '0')}`;
    };
    const lines = [];
    const judged = [];
    let score = 30 + 5 * random();
    const chance = (JUDGED * FOUND) / documents;
    for (let rank = 1; rank <= documents; rank++) {
      const id = next();
      score -= 0.02 * random();
      lines.push(`q${topic} Q0 ${id} ${rank} ${score.toFixed(digits)} t\n`);
      if (random() < chance) judged.push(id);
    }
    while (judged.length < JUDGED) judged.push(next());
    writeSync(qrels, judged.map((id) => `q${topic} 0 ${id} ${Math.floor(4 * random())}\n`).join(''));
    if (shuffled) mixed.push(lines);
    else writeSync(run, lines.join(''));
    // Mixed in batches of a hundred topics: every line then begins another topic, in bounded memory.
    if (mixed.length === 100 || (topic === topics - 1 && mixed.length > 0)) {
      for (let i = 0; i < documents; i++) writeSync(run, mixed.map((own) => own[(i * 7919) % documents]).join(''));
      mixed = [];
    }
    if (topic % 100 === 0) onTopic(topic);
  }
  closeSync(run);
  closeSync(qrels);
  return { runFile, qrelsFile };
}

/** The built command in a process of its own: what it took, and what it printed. */
export function evaluateOnce(folder, { runFile, qrelsFile }) {
  const argv = ['evaluate', '--qrels', qrelsFile, '--run', runFile, '--measures', MEASURES.join(',')];
  const usage = join(folder, 'usage.json');
  const hook = join(folder, 'usage.cjs');
  writeFileSync(
    hook,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(usage)}, JSON.stringify(process.resourceUsage())))`,
  );
  const began = process.hrtime.bigint();
  const out = execFileSync(process.execPath, ['--require', hook, bin, ...argv], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const wall = Number(process.hrtime.bigint() - began) / 1e9;
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(usage, 'utf8'));
  return { wall, cpu: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024, out };
}

/** CPU seconds of trec_eval on the same files; undefined where there is none. */
export function trecEval({ runFile, qrelsFile }) {
  if (spawnSync('trec_eval', ['--version'], { stdio: 'ignore' }).error) return undefined;
  const flags = TREC_MEASURES.flatMap((name) => ['-m', name]);
  const script = 'TIMEFORMAT="%U %S"; time trec_eval "$@" >/dev/null';
  const timed = spawnSync('bash', ['-c', script, 'bash', '-c', ...flags, qrelsFile, runFile], { encoding: 'utf8' });
  const [user, system] = (timed.stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return user + system;
}
