// run.*: whole runs as a user has them, each a child process of the built command. Wall seconds, the median of the repeats,
// and the largest resident memory. A cold run gets an empty cache each time; warm runs share one that was filled before.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../../bin/rag-lab.js', import.meta.url));

const CASES = [
  { name: 'run.version', args: ['--version'], repeats: 7 },
  { name: 'run.lexical', args: ['run', '--seed', '404', '--systems', 'bm25,synonym-tfidf'], repeats: 7, target: 0.8 },
  // 99,535 chunks.
  {
    name: 'run.lexical-100k',
    args: ['run', '--pages', '60000', '--systems', 'bm25,synonym-tfidf'],
    repeats: 1,
    target: 60,
  },
  { name: 'run.warm', args: ['run', '--seed', '404'], repeats: 7, target: 1.5, warm: true },
  { name: 'run.cold', args: ['run', '--seed', '404'], repeats: 3, target: 15 },
  { name: 'run.cold-405', args: ['run', '--seed', '405'], repeats: 3, target: 15 },
];

/** Runs the command once: wall seconds, and peak resident memory in MB as the process itself reports it. */
function once(folder, args, cache) {
  const memory = join(folder, 'memory');
  const hook = join(folder, 'memory.cjs');
  writeFileSync(
    hook,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(memory)}, String(process.resourceUsage().maxRSS)))`,
  );
  const began = process.hrtime.bigint();
  execFileSync(process.execPath, ['--require', hook, bin, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
    env: { ...process.env, RAG_LAB_CACHE: cache },
  });
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  return { seconds, megabytes: Number(readFileSync(memory, 'utf8')) / 1024 };
}

function measure({ name, args, repeats, target, warm }) {
  const folder = mkdtempSync(join(tmpdir(), 'rag-lab-bench-'));
  try {
    const shared = join(folder, 'warm');
    if (warm) once(folder, args, shared);
    const runs = Array.from({ length: repeats }, (_, i) => once(folder, args, warm ? shared : join(folder, `${i}`)));
    const seconds = runs.map((run) => run.seconds).sort((a, b) => a - b);
    return [
      {
        name,
        value: seconds[repeats >> 1],
        unit: 's',
        least: seconds[0],
        most: seconds.at(-1),
        ...(target && { target }),
      },
      { name: `${name}.memory`, value: Math.max(...runs.map((run) => run.megabytes)), unit: 'MB' },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const run = {
  name: 'run',
  jobs: CASES.map((item) => ({ system: 'rag-lab', covers: [item.name], measure: () => measure(item) })),
};
