// Every tool whose report can be shown beside ours, in the order of lists and help.
import { beir } from './beir.ts';
import { irMeasures } from './ir-measures.ts';
import type { PeerDef } from './peer.ts';
import { ranx } from './ranx.ts';
import { trecEval9 } from './trec-eval-9.ts';

export const peers: readonly PeerDef[] = [trecEval9, irMeasures, ranx, beir];
