// ir_measures 0.4.3: pytrec_eval for most measures, and a program of their own for the others.
import type { ResolvedMeasure } from '../measure-name.ts';
import {
  type Counterpart,
  type Difference,
  hasDefaultsBut,
  type NoCounterpart,
  type PeerDef,
  type PeerFiles,
  withParams,
} from './peer.ts';

const RECORDED = 'peers/ir_measures-0.4.3.json';

const FLOAT32: Difference = {
  flag: 'float32',
  sentence: 'pytrec_eval holds scores in single precision: some that differ become ties, and the ids decide',
  recorded: `${RECORDED}: near`,
  handling: { float32: true },
};
const TIES_UP: Difference = {
  flag: 'ties',
  sentence: 'its own code orders documents with equal scores by id ascending; pytrec_eval and trec_eval descending',
  recorded: `${RECORDED}: tied`,
  handling: { ties: 'id-ascending' },
};
const FILE_ORDER: Difference = {
  flag: 'file-order',
  sentence: 'cwl-eval leaves documents with equal scores in the order of the file',
  recorded: `${RECORDED}: tied`,
  handling: { ties: 'file' },
};
const NEGATIVE: Difference = {
  flag: 'negative',
  sentence: 'a negative grade counts as a judgment; for trec_eval it is a document that was pooled and not judged',
  recorded: `${RECORDED}: negative`,
  handling: { negativeJudged: true },
};
const RECALL_PLACE: Difference = {
  flag: 'recall-place',
  sentence: 'a share of recall becomes a number of documents as in trec_eval 9: by adding 0.9 and truncating',
  recorded: `${RECORDED}: mixed`,
  measure: (measure) => withParams(measure, { place: 'up' }),
};

/** Measures that pytrec_eval computes, and the parameters that they have there. */
const IN_PYTREC_EVAL: Readonly<Record<string, readonly string[]>> = {
  P: ['rel', 'judged_only'],
  R: ['rel', 'judged_only'],
  Success: ['rel', 'judged_only'],
  RR: ['rel', 'judged_only'],
  AP: ['rel', 'judged_only'],
  nDCG: ['gains', 'judged_only'],
  Rprec: ['rel', 'judged_only'],
  Bpref: ['rel'],
  infAP: ['rel'],
  IPrec: ['rel', 'judged_only', 'place'],
  SetP: ['rel', 'relative', 'judged_only'],
  SetR: ['rel'],
  SetF: ['rel', 'beta', 'judged_only'],
  SetAP: ['rel', 'judged_only'],
  NumQ: [],
  NumRel: [],
  NumRet: [],
  NumRelRet: ['rel'],
};

export const irMeasures: PeerDef = {
  name: 'ir_measures',
  summary: 'ir_measures with pytrec_eval, cwl-eval and gdeval',
  version: 'ir_measures 0.4.3 (pytrec_eval-terrier 0.5.11, cwl-eval 1.0.12)',
  topicsSentence: 'topics that the run lacks add nothing to these counts; means are over all judged topics',
  topicsRecorded: `${RECORDED}: topics`,
  counterpart(measure, files) {
    const { def, params } = measure;
    if (def.name === 'Judged' && hasDefaultsBut(measure)) {
      return { name: measure.name, topics: 'qrels', differences: [TIES_UP, NEGATIVE] };
    }
    if (def.name === 'RR' && params.cutoff !== undefined && hasDefaultsBut(measure, 'rel')) {
      return { name: measure.name, topics: 'qrels', differences: [TIES_UP] };
    }
    if (def.name === 'RBP' && params.rel > 0 && params.cutoff === undefined) {
      if (!files.run.isGrouped) {
        return {
          none: 'cwl-eval, which computes this, scores a topic once for every stretch of its lines: they must stand together',
        };
      }
      return { name: measure.name, topics: 'qrels', differences: [FILE_ORDER] };
    }
    if (isExponential(measure) || def.name === 'ERR') return inGdeval(measure, files);
    return inPytrecEval(measure);
  },
};

function inPytrecEval(measure: ResolvedMeasure): Counterpart | NoCounterpart {
  const { def, params } = measure;
  const taken = IN_PYTREC_EVAL[def.name];
  const isRanked = !(def.name === 'RR' && params.cutoff !== undefined);
  if (!taken || !isRanked || !hasDefaultsBut(measure, ...taken) || !canBeNamed(measure)) {
    return { none: 'it has no such measure' };
  }
  const counts = def.name === 'NumQ' || def.name === 'NumRel';
  return {
    name: nameOf(measure),
    topics: counts ? 'both' : 'qrels',
    differences: [FLOAT32, ...(def.name === 'IPrec' ? [RECALL_PLACE] : [])],
  };
}

function isExponential({ def, params }: ResolvedMeasure): boolean {
  return def.name === 'nDCG' && params.gain === 'exp';
}

/** The TREC web track's script reads whole numbers as topics, and grades up to 4. */
function inGdeval(measure: ResolvedMeasure, { qrels, run }: PeerFiles): Counterpart | NoCounterpart {
  const { def, params } = measure;
  if (params.cutoff === undefined || !hasDefaultsBut(measure, 'gain')) return { none: 'it has no such measure' };
  if (![...qrels.keys(), ...run.topicIds].every((topicId) => /^(0|[1-9][0-9]*)$/.test(topicId))) {
    return { none: 'gdeval, which computes this, refuses topics that are no whole numbers' };
  }
  for (const grades of qrels.values()) {
    for (const grade of grades.values()) {
      if (grade > 4) return { none: 'gdeval, which computes this, refuses grades above 4' };
    }
  }
  const name = def.name === 'nDCG' ? `nDCG(dcg='exp-log2')@${params.cutoff}` : measure.name;
  return { name, topics: 'qrels', differences: [], rounds: { what: 'topics', decimals: 5 } };
}

/** Gains are whole numbers there, and a share of recall has two decimals. */
function canBeNamed({ def, params }: ResolvedMeasure): boolean {
  if (def.name === 'IPrec') return Number(params.cutoff?.toFixed(2)) === params.cutoff;
  return !(typeof params.gains === 'string' && params.gains.includes('.'));
}

function nameOf({ def, params, name }: ResolvedMeasure): string {
  if (def.name === 'NumRelRet') return `NumRet(rel=${params.rel})`;
  if (def.name === 'IPrec') return name.replace(/,?place=up/, '').replace('()', '');
  const written = name.replaceAll('=true', '=True');
  return written.replace(/gains=([^,)]*)/, (_, gains: string) => `gains={${gains.replaceAll(';', ',')}}`);
}
