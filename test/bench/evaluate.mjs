// `npm run bench:evaluate`: 10,000 topics of 1,000 documents (10 M run lines, 356 MB) and 50 judgments each, made from a
// seed, scored by seven measures with the built command in a process of its own. Prints wall and CPU seconds, peak memory
// and throughput, and the ratio to trec_eval where one is on the PATH.
// Usage: npm run bench:evaluate -- [--topics N] [--documents N] [--repeats N] [--digits N] [--shuffled] [--json FILE]
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const bin = fileURLToPath(new URL('../../bin/rag-lab.js', import.meta.url));
const { values } = parseArgs({
  options: {
    topics: { type: 'string', default: '10000' },
    documents: { type: 'string', default: '1000' },
    repeats: { type: 'string', default: '3' },
    // Decimals of a score: 6 as most tools print them, 15 as a double prints itself.
    digits: { type: 'string', default: '6' },
    // Lines of all topics mixed, as a sort by score would leave them.
    shuffled: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const topics = Number(values.topics);
const documents = Number(values.documents);
const JUDGED = 50;
/** The share of judged documents that the run finds. */
const FOUND = 0.4;
const MEASURES = ['nDCG@10', 'nDCG@100', 'R@10', 'R@100', 'AP', 'RR', 'P@10'];
const TREC_MEASURES = ['ndcg_cut.10,100', 'recall.10,100', 'map', 'recip_rank', 'P.10'];
/** CPU seconds and megabytes: what the largest default run must stay under. */
const TARGET = { seconds: 3.6, megabytes: 600 };

/** Marsaglia's xorshift32: the same data everywhere. */
let state = 404;
function random() {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
}

function draw(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`);
}

/** Documents of a topic: no two alike, since each takes the next of a cycle through all numbers below a prime. */
function generate(runFile, qrelsFile) {
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
      lines.push(`q${topic} Q0 ${id} ${rank} ${score.toFixed(Number(values.digits))} t\n`);
      if (random() < chance) judged.push(id);
    }
    while (judged.length < JUDGED) judged.push(next());
    writeSync(qrels, judged.map((id) => `q${topic} 0 ${id} ${Math.floor(4 * random())}\n`).join(''));
    if (values.shuffled) mixed.push(lines);
    else writeSync(run, lines.join(''));
    // Mixed in batches of a hundred topics: every line then begins another topic, in bounded memory.
    if (mixed.length === 100 || (topic === topics - 1 && mixed.length > 0)) {
      for (let i = 0; i < documents; i++) writeSync(run, mixed.map((own) => own[(i * 7919) % documents]).join(''));
      mixed = [];
    }
    if (topic % 100 === 0) draw(`generating topic ${topic}/${topics}`);
  }
  closeSync(run);
  closeSync(qrels);
  draw('');
}

function once(folder, argv) {
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

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

/** CPU seconds of trec_eval on the same files; undefined where there is none. */
function trecEval(runFile, qrelsFile) {
  if (spawnSync('trec_eval', ['--version'], { stdio: 'ignore' }).error) return undefined;
  const flags = TREC_MEASURES.flatMap((name) => ['-m', name]);
  const script = 'TIMEFORMAT="%U %S"; time trec_eval "$@" >/dev/null';
  const timed = spawnSync('bash', ['-c', script, 'bash', '-c', ...flags, qrelsFile, runFile], { encoding: 'utf8' });
  const [user, system] = (timed.stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return user + system;
}

const folder = mkdtempSync(join(tmpdir(), 'rag-lab-evaluate-'));
process.on('SIGINT', () => process.exit(130));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const runFile = join(folder, 'a.run');
const qrelsFile = join(folder, 'a.qrels');
generate(runFile, qrelsFile);
const megabytes = (statSync(runFile).size + statSync(qrelsFile).size) / 1e6;
process.stdout.write(
  `${topics} topics x ${documents} documents, ${values.digits} decimals${values.shuffled ? ', lines mixed' : ''}: ` +
    `run ${(statSync(runFile).size / 1e6).toFixed(0)} MB, qrels ${(statSync(qrelsFile).size / 1e6).toFixed(0)} MB\n`,
);
const argv = ['evaluate', '--qrels', qrelsFile, '--run', runFile, '--measures', MEASURES.join(',')];
const runs = [];
for (let n = 1; n <= Number(values.repeats); n++) {
  draw(`evaluating ${n}/${values.repeats}`);
  runs.push(once(folder, argv));
}
draw('');
const [wall, cpu] = ['wall', 'cpu'].map((key) => median(runs.map((run) => run[key])));
const memory = Math.max(...runs.map((run) => run.megabytes));
const verdict = (found, limit) =>
  topics * documents === 10_000_000 ? `  target ${limit}${found < limit ? '' : ', missed'}` : '';
process.stdout.write(
  [
    `wall       ${wall.toFixed(2)} s  (${runs.map((run) => run.wall.toFixed(2)).join(', ')})`,
    `CPU        ${cpu.toFixed(2)} s  (${runs.map((run) => run.cpu.toFixed(2)).join(', ')})${verdict(cpu, TARGET.seconds)}`,
    `memory     ${memory.toFixed(0)} MB${verdict(memory, TARGET.megabytes)}`,
    `throughput ${(megabytes / cpu).toFixed(0)} MB a CPU second`,
    '',
  ].join('\n'),
);
const theirs = trecEval(runFile, qrelsFile);
process.stdout.write(
  theirs === undefined
    ? 'trec_eval  not on the PATH: no ratio\n'
    : `trec_eval  ${theirs.toFixed(2)} s CPU: ${(theirs / cpu).toFixed(2)} times ours\n`,
);
process.stdout.write(`\n${runs[0].out}`);
if (values.json) {
  const rows = [
    { name: 'evaluate.cpu', system: 'rag-lab', value: cpu, unit: 's' },
    { name: 'evaluate.wall', system: 'rag-lab', value: wall, unit: 's' },
    { name: 'evaluate.memory', system: 'rag-lab', value: memory, unit: 'MB' },
    ...(theirs === undefined ? [] : [{ name: 'evaluate.cpu', system: 'trec_eval', value: theirs, unit: 's' }]),
  ];
  writeFileSync(values.json, `${JSON.stringify(rows)}\n`);
}
