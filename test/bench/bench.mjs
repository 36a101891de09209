// `npm run bench`: rag-lab measured beside what people would use instead; what is measured is in registry.mjs.
// Peers are installed by `npm --prefix test/bench ci` and `npm --prefix test/bench run python`; absent ones are skipped.
// Usage: npm run bench -- [--only PREFIX] [--json FILE] [--no-peers] [--patience SECONDS]
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MEGABYTES, PATIENCE, runLimited, secondsInAll } from './limits.mjs';
import { absent } from './peers.mjs';
import { meets, OURS, paired } from './ratios.mjs';
import { parts, wanted } from './registry.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    json: { type: 'string' },
    peers: { type: 'boolean', default: true },
    // CPU seconds that a peer may index for.
    patience: { type: 'string', default: String(PATIENCE) },
  },
  allowNegative: true,
});
const patience = Number(values.patience);
if (!(Number.isInteger(patience) && patience > 0)) {
  process.stderr.write(`--patience ${values.patience}: a whole number of CPU seconds above 0 is needed\n`);
  process.exit(2);
}
const script = fileURLToPath(new URL('job.mjs', import.meta.url));
const say = (line) => process.stdout.write(`${line}\n`);
const asked = ({ name }) => name.startsWith(values.only);

function show(value) {
  if (value >= 1000) return value.toFixed(0);
  return value.toPrecision(value >= 100 ? 3 : 2 + Number(value >= 1));
}

const goal = (target, met) => (target === undefined ? '' : `  target ${target}${met ? '' : ', missed'}`);

function tell({ name, system, value, unit, target }) {
  const aim = goal(target, meets({ value, unit, target }));
  say(`${name.padEnd(40)} ${system.padEnd(22)} ${show(value).padStart(8)} ${unit}${aim}`);
}

const rows = [];
let failed = false;
for (const part of parts) {
  // Rows that were not asked for may be what others are derived from.
  const found = [];
  const take = (row) => {
    found.push(row);
    if (asked(row)) tell(row);
  };
  for (const [at, job] of part.jobs.entries()) {
    const named = job.covers.find((name) => wanted([name], values.only));
    if (named === undefined) continue;
    if (job.needs && !values.peers) continue;
    const tellOf = (text) => say(`${named.padEnd(40)} ${job.system.padEnd(22)}  ${text}`);
    const reason = job.skip?.() ?? (job.needs && absent(job.needs));
    if (reason !== undefined) {
      tellOf(`skipped: ${reason}`);
      continue;
    }
    const limits = { megabytes: MEGABYTES, ...(job.system !== OURS && { seconds: secondsInAll(patience) }) };
    const args = [part.name, String(at), values.only, String(patience)];
    const end = await runLimited(script, args, limits, (row) => take({ name: row.name, system: job.system, ...row }));
    if (end.skipped) tellOf(`skipped: ${end.skipped}`);
    if (end.failed) tellOf(`failed: ${end.failed}`);
    // A peer that fails says nothing about rag-lab.
    if (end.failed || end.skipped) failed ||= job.system === OURS;
  }
  for (const row of part.derive?.(found) ?? []) take(row);
  rows.push(...found.filter(asked));
}

const pairs = paired(rows);
const ratios = pairs.filter(({ peer }) => peer !== undefined);
if (ratios.length > 0) say('\nrag-lab against each peer, above 1 in its favour:');
for (const { name, peer, ratio, ratioTarget } of ratios) {
  say(`${name.padEnd(40)} ${peer.padEnd(22)} ${show(ratio).padStart(8)}${goal(ratioTarget, ratio >= ratioTarget)}`);
}
if (values.json) writeFileSync(values.json, `${JSON.stringify(pairs)}\n`);
if (failed) process.exitCode = 1;
