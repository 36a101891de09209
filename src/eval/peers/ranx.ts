// ranx 0.3.21: its own code over numba, which sorts in an order of its own.
import type { ResolvedMeasure } from '../measure-name.ts';
import { type Difference, hasDefaultsBut, hasSameTopics, type PeerDef } from './peer.ts';

const RECORDED = 'peers/ranx-0.3.21.json';

/** `make_comparable` sorts what was sorted before; ties change places once more. */
function tiesOf(sorts: 1 | 2): Difference {
  return {
    flag: 'ties',
    sentence:
      "documents with equal scores stand as numba's sort leaves them: up to 15 of a topic in the order of the file, more in no order",
    recorded: `${RECORDED}: ${sorts === 1 ? 'tied' : 'mixed'}`,
    handling: { ties: { numba: sorts } },
  };
}

const GRADED: Difference = {
  flag: 'grades',
  sentence: 'a document gains its grade instead of 1, so that the value may exceed 1',
  recorded: `${RECORDED}: gain`,
  measure: (measure) => ({
    ...measure,
    evaluate: ({ creditRanks, creditGrades }) => {
      const p = Number(measure.params.p);
      let sum = 0;
      creditRanks.forEach((rank, i) => {
        if (creditGrades[i]! >= measure.params.rel) sum += creditGrades[i]! * p ** (rank - 1);
      });
      return (1 - p) * sum;
    },
  }),
};

const NAMES: Readonly<Record<string, string>> = {
  P: 'precision',
  SetP: 'precision',
  R: 'recall',
  SetR: 'recall',
  SetF: 'f1',
  Success: 'hit_rate',
  RR: 'mrr',
  AP: 'map',
  Rprec: 'r-precision',
};

export const ranx: PeerDef = {
  name: 'ranx',
  summary: 'ranx, with make_comparable=True where the topics of the files differ',
  version: 'ranx 0.3.21 (numba 0.68.1)',
  topicsSentence: 'it averages over all judged topics, one that the run lacks counts with 0',
  topicsRecorded: `${RECORDED}: topics`,
  counterpart(measure, files) {
    if (measure.def.name === 'Bpref') {
      return {
        none: 'its bpref is no number where nothing is judged not relevant, and 0 for every topic after one to which nothing is relevant',
      };
    }
    const name = nameOf(measure);
    if (name === undefined) return { none: 'it has no such measure' };
    const { rel } = measure.params;
    const differences = [tiesOf(hasSameTopics(files) ? 1 : 2), ...(measure.def.name === 'RBP' ? [GRADED] : [])];
    return { name: `${name}${rel > 1 ? `-l${rel}` : ''}`, topics: 'qrels', differences };
  },
  note(files) {
    if (hasSameTopics(files)) return undefined;
    return 'ranx refuses files whose topics differ; its values here are those with make_comparable=True';
  },
};

function nameOf(measure: ResolvedMeasure): string | undefined {
  const { def, params } = measure;
  const at = params.cutoff === undefined ? '' : `@${params.cutoff}`;
  if (def.name === 'nDCG' && hasDefaultsBut(measure, 'rel', 'gain')) {
    return `${params.gain === 'exp' ? 'ndcg_burges' : 'ndcg'}${at}`;
  }
  if (def.name === 'RBP') {
    // Written as the digits after the point.
    const digits = /^0\.([0-9]+)$/.exec(`${params.p}`)?.[1];
    return digits === undefined || params.rel < 1 || at !== '' ? undefined : `rbp.${digits.padEnd(2, '0')}`;
  }
  const name = NAMES[def.name];
  return name !== undefined && hasDefaultsBut(measure, 'rel') ? `${name}${at}` : undefined;
}
