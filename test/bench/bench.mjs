// `npm run bench`: rag-lab measured beside what people would use instead; what is measured is in registry.mjs.
// Peers are installed by `npm --prefix test/bench ci` and `npm --prefix test/bench run python`; absent ones are skipped.
// Usage: npm run bench -- [--only PREFIX] [--json FILE] [--no-peers]
import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { absent } from './peers.mjs';
import { parts, wanted } from './registry.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    json: { type: 'string' },
    peers: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const OURS = 'rag-lab';
const say = (line) => process.stdout.write(`${line}\n`);

/** Higher is better for rates alone. */
const isRate = (unit) => unit.includes('/');

function show(value) {
  if (value >= 1000) return value.toFixed(0);
  return value.toPrecision(value >= 100 ? 3 : 2 + Number(value >= 1));
}

function measure(part, at) {
  return new Promise((resolve, reject) => {
    const file = fileURLToPath(new URL('job.mjs', import.meta.url));
    const child = fork(file, [part, String(at), values.only], {
      execArgv: ['--expose-gc', '--max-old-space-size=12000'],
      // Where a job prints, it prints to stderr: stdout is the table.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    let answer;
    child.on('message', (message) => {
      answer = message;
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (answer) resolve(answer);
      else reject(new Error(`${part} ended with ${signal ?? code}`));
    });
  });
}

function tell({ name, system, value, unit, target }) {
  const goal = target === undefined ? '' : `  target ${target}${meets({ value, unit, target }) ? '' : ', missed'}`;
  say(`${name.padEnd(40)} ${system.padEnd(22)} ${show(value).padStart(8)} ${unit}${goal}`);
}

const meets = ({ value, unit, target }) => (isRate(unit) ? value >= target : value <= target);

const rows = [];
let failed = false;
for (const part of parts) {
  const begun = rows.length;
  for (const [at, job] of part.jobs.entries()) {
    if (!wanted(job.covers, values.only)) continue;
    if (job.needs && !values.peers) continue;
    const reason = job.skip?.() ?? (job.needs && absent(job.needs));
    if (reason !== undefined) {
      say(`${job.covers[0].padEnd(40)} ${job.system.padEnd(22)}  skipped: ${reason}`);
      continue;
    }
    try {
      const { rows: found } = await measure(part.name, at);
      for (const row of found.filter(({ name }) => name.startsWith(values.only))) {
        const whole = { name: row.name, system: job.system, ...row };
        rows.push(whole);
        tell(whole);
      }
    } catch (error) {
      // A peer that fails says nothing about rag-lab.
      failed ||= job.system === OURS;
      say(`${job.covers[0].padEnd(40)} ${job.system.padEnd(22)}  failed: ${error.message}`);
    }
  }
  for (const row of part.derive?.(rows.slice(begun)) ?? []) {
    if (!row.name.startsWith(values.only)) continue;
    rows.push({ ...row, system: OURS });
    tell({ ...row, system: OURS });
  }
}

/** A row for each peer that has one of the same name; a ratio above 1 is in rag-lab's favour. */
const paired = rows
  .filter(({ system }) => system === OURS)
  .flatMap((own) => {
    const others = rows.filter(({ name, system }) => name === own.name && system !== OURS);
    if (others.length === 0) return [own];
    return others.map((peer) => ({
      ...own,
      peer: peer.system,
      peerValue: peer.value,
      ratio: isRate(own.unit) ? own.value / peer.value : peer.value / own.value,
    }));
  });
const ratios = paired.filter(({ peer }) => peer !== undefined);
if (ratios.length > 0) say('\nrag-lab against each peer, above 1 in its favour:');
for (const { name, peer, ratio } of ratios) say(`${name.padEnd(40)} ${peer.padEnd(22)} ${show(ratio).padStart(8)}`);
if (values.json) writeFileSync(values.json, `${JSON.stringify(paired)}\n`);
if (failed) process.exitCode = 1;
