// evaluate.*: 10,000 topics of 1,000 documents (10 M run lines) read and scored by seven measures, by each system on the same files.
//   evaluate.cpu     CPU seconds; rag-lab's and trec_eval's are those of the whole process, Python's begin after its imports
//   evaluate.memory  megabytes resident at most
//   evaluate.wall    wall seconds
// `node test/bench/evaluate.mjs` has the options and the details.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evaluateOnce, generateRun, trecEval } from '../evaluation.mjs';
import { runPython } from '../peers.mjs';

const TARGETS = { cpu: 3.6, memory: 600 };
const REPEATS = 3;
const UNITS = { cpu: 's', wall: 's', memory: 'MB' };

/** Every job makes the files anew: from a seed, they are the same. */
function job(system, figures, score, needs) {
  return {
    system,
    covers: figures.map((figure) => `evaluate.${figure}`),
    ...(needs && { needs }),
    async measure() {
      const folder = mkdtempSync(join(tmpdir(), 'rag-lab-bench-'));
      try {
        const found = await score(generateRun(folder), folder);
        return figures.map((figure) => ({
          name: `evaluate.${figure}`,
          value: found[figure],
          unit: UNITS[figure],
          ...(system === 'rag-lab' && figure in TARGETS && { target: TARGETS[figure] }),
        }));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

const middle = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

function own(files, folder) {
  const runs = Array.from({ length: REPEATS }, () => evaluateOnce(folder, files));
  return {
    cpu: middle(runs.map(({ cpu }) => cpu)),
    wall: middle(runs.map(({ wall }) => wall)),
    memory: Math.max(...runs.map(({ megabytes }) => megabytes)),
  };
}

const pythonJob = (system, needs) =>
  job(
    system,
    ['cpu', 'memory'],
    async ({ runFile, qrelsFile }) => {
      const { cpu, megabytes } = await runPython('evaluate_peer.py', [system, runFile, qrelsFile]);
      return { cpu, memory: megabytes };
    },
    needs,
  );

export const evaluate = {
  name: 'evaluate',
  jobs: [
    job('rag-lab', ['cpu', 'wall', 'memory'], own),
    job('trec_eval', ['cpu'], (files) => ({ cpu: trecEval(files) }), 'file:trec_eval'),
    pythonJob('ranx', 'python:ranx'),
    pythonJob('pytrec_eval', 'python:pytrec_eval'),
  ],
};
