// evaluate.*: 10,000 topics of 1,000 documents scored by seven measures, and trec_eval on the same files where there is one;
// `node test/bench/evaluate.mjs` has the options and the details.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../evaluate.mjs', import.meta.url));
const TARGETS = { 'evaluate.cpu': 3.6, 'evaluate.memory': 600 };

export const evaluate = {
  name: 'evaluate',
  jobs: [
    {
      system: 'rag-lab',
      covers: ['evaluate.cpu', 'evaluate.wall', 'evaluate.memory'],
      measure() {
        const folder = mkdtempSync(join(tmpdir(), 'rag-lab-bench-'));
        try {
          const file = join(folder, 'rows.json');
          execFileSync(process.execPath, [script, '--json', file], { stdio: ['ignore', 'ignore', 'inherit'] });
          return JSON.parse(readFileSync(file, 'utf8')).map((row) =>
            row.system === 'rag-lab' && row.name in TARGETS ? { ...row, target: TARGETS[row.name] } : row,
          );
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      },
    },
  ],
};
