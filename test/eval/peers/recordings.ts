// What other tools reported, and the same files compared with them here.
import { fileURLToPath } from 'node:url';
import { readQrels } from '../../../src/datasets/read-qrels.ts';
import { readRun } from '../../../src/datasets/read-run.ts';
import { resolveMeasure } from '../../../src/eval/measure-name.ts';
import { measures } from '../../../src/eval/measures/registry.ts';
import { createPeerComparison, type PeerResult } from '../../../src/eval/peers/compare-with-peer.ts';
import type { PeerDef } from '../../../src/eval/peers/peer.ts';
import { readFixture } from '../evaluate-files.ts';

export type Recorded =
  | { readonly error: string }
  | { readonly all: number | string; readonly topics?: Readonly<Record<string, number | string>> };

export interface Recording {
  readonly tool: string;
  readonly packages: readonly string[];
  readonly cases: Readonly<
    Record<
      string,
      { readonly qrels: string; readonly run: string; readonly values: Readonly<Record<string, Recorded>> }
    >
  >;
}

export const readRecording = (name: string): Recording => JSON.parse(readFixture(`peers/${name}.json`)) as Recording;

const path = (name: string): string => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));

export async function compareFiles(
  peer: PeerDef,
  qrelsFile: string,
  runFile: string,
  list: readonly string[],
): Promise<PeerResult[]> {
  const qrels = await readQrels(path(qrelsFile));
  const run = await readRun(path(runFile), qrels);
  const resolved = list.map((name) => resolveMeasure(name, measures));
  const comparison = createPeerComparison(peer, { qrels, run }, resolved);
  for (const topic of run) comparison.add(topic);
  return [...comparison.finish()];
}
