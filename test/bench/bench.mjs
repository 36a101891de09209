// `npm run bench`: whole runs as a user has them, each a child process of the built command. Wall seconds (median of the
// repeats, least and most beside it) and the largest resident memory. Usage: npm run bench -- [--only PREFIX] [--json FILE]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const bin = fileURLToPath(new URL('../../bin/rag-lab.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'rag-lab-bench-'));
const { values } = parseArgs({ options: { only: { type: 'string', default: '' }, json: { type: 'string' } } });

/** A cold run gets an empty cache each time; warm runs share one that was filled before. */
const CASES = [
  { name: 'run.version', args: ['--version'], repeats: 7, target: undefined },
  { name: 'run.lexical', args: ['run', '--seed', '404', '--systems', 'bm25,synonym-tfidf'], repeats: 7, target: 0.8 },
  { name: 'run.warm', args: ['run', '--seed', '404'], repeats: 7, target: 1.5, warm: true },
  { name: 'run.cold', args: ['run', '--seed', '404'], repeats: 3, target: 15 },
  { name: 'run.cold-405', args: ['run', '--seed', '405'], repeats: 3, target: 15 },
];

/** Runs the command once: wall seconds, and peak resident memory in MB as the process itself reports it. */
function once(args, cache) {
  const memory = join(folder, 'memory');
  const report = `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(memory)}, String(process.resourceUsage().maxRSS)))`;
  const hook = join(folder, 'memory.cjs');
  writeFileSync(hook, report);
  const began = process.hrtime.bigint();
  execFileSync(process.execPath, ['--require', hook, bin, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
    env: { ...process.env, RAG_LAB_CACHE: cache },
  });
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  return { seconds, megabytes: Number(readFileSync(memory, 'utf8')) / 1024 };
}

const rows = [];
try {
  for (const { name, args, repeats, target, warm } of CASES.filter((item) => item.name.startsWith(values.only))) {
    const shared = join(folder, 'warm');
    if (warm) once(args, shared);
    const runs = Array.from({ length: repeats }, (_, i) => once(args, warm ? shared : join(folder, `${name}-${i}`)));
    const seconds = runs.map((run) => run.seconds).sort((a, b) => a - b);
    const median = seconds[seconds.length >> 1];
    const megabytes = Math.max(...runs.map((run) => run.megabytes));
    const limit = target === undefined ? '' : `  target ${target} s${median <= target ? '' : ', missed'}`;
    const spread = `${seconds[0].toFixed(2)}-${seconds.at(-1).toFixed(2)}`;
    process.stdout.write(
      `${name.padEnd(14)}${median.toFixed(2).padStart(7)} s  (${spread}, ${repeats} runs)${megabytes.toFixed(0).padStart(6)} MB${limit}\n`,
    );
    rows.push(
      { name, system: 'rag-lab', value: median, unit: 's' },
      { name: `${name}.memory`, system: 'rag-lab', value: megabytes, unit: 'MB' },
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (values.json) writeFileSync(values.json, `${JSON.stringify(rows)}\n`);
