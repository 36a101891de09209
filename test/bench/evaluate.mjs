// `npm run bench:evaluate`: 10,000 topics of 1,000 documents (10 M run lines, 356 MB) and 50 judgments each, made from a
// seed, scored by seven measures with the built command in a process of its own. Prints wall and CPU seconds, peak memory
// and throughput, and the ratio to trec_eval where one is on the PATH.
// Usage: npm run bench:evaluate -- [--topics N] [--documents N] [--repeats N] [--digits N] [--shuffled] [--json FILE]
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULTS, evaluateOnce, generateRun, trecEval } from './evaluation.mjs';

const { values } = parseArgs({
  options: {
    topics: { type: 'string', default: String(DEFAULTS.topics) },
    documents: { type: 'string', default: String(DEFAULTS.documents) },
    repeats: { type: 'string', default: '3' },
    // Decimals of a score: 6 as most tools print them, 15 as a double prints itself.
    digits: { type: 'string', default: String(DEFAULTS.digits) },
    // Lines of all topics mixed, as a sort by score would leave them.
    shuffled: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const topics = Number(values.topics);
const documents = Number(values.documents);
/** CPU seconds and megabytes: what the largest default run must stay under. */
const TARGET = { seconds: 3.6, megabytes: 600 };

function draw(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}`);
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

const folder = mkdtempSync(join(tmpdir(), 'rag-lab-evaluate-'));
process.on('SIGINT', () => process.exit(130));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const made = { topics, documents, digits: Number(values.digits), shuffled: values.shuffled };
const files = generateRun(folder, made, (topic) => draw(`generating topic ${topic}/${topics}`));
draw('');
const { runFile, qrelsFile } = files;
const megabytes = (statSync(runFile).size + statSync(qrelsFile).size) / 1e6;
process.stdout.write(
  `${topics} topics x ${documents} documents, ${values.digits} decimals${values.shuffled ? ', lines mixed' : ''}: ` +
    `run ${(statSync(runFile).size / 1e6).toFixed(0)} MB, qrels ${(statSync(qrelsFile).size / 1e6).toFixed(0)} MB\n`,
);
const runs = [];
for (let n = 1; n <= Number(values.repeats); n++) {
  draw(`evaluating ${n}/${values.repeats}`);
  runs.push(evaluateOnce(folder, files));
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
const theirs = trecEval(files);
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
