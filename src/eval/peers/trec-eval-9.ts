// trec_eval 9.0.8, as it is called without options: `trec_eval QRELS RUN`.
import { takesMinGrade } from '../measure-name.ts';
import { trecEvalName } from '../trec-eval-lines.ts';
import { type Difference, type PeerDef, withParams } from './peer.ts';

const RECALL_PLACE: Difference = {
  flag: 'recall-place',
  sentence:
    'a share of recall becomes a number of documents by adding 0.9 and truncating; trec_eval 10 rounds to the nearest',
  recorded: 'trec/trec_eval-out/ties.full-c.v9.0.8.out',
  measure: (measure) => withParams(measure, { place: 'up' }),
};

/** What only trec_eval 10 has. */
const SINCE_10 = ['rbp', 'rbp_resid', 'unj'];

export const trecEval9: PeerDef = {
  name: 'trec_eval-9',
  summary: 'trec_eval 9.0.8 without options',
  version: 'trec_eval 9.0.8',
  topicsSentence:
    'without -c it averages over the judged topics of the run alone; with -c, as here, one that the run lacks counts with 0',
  topicsRecorded: 'trec/trec_eval-out/quirks.v9.out',
  narrows: true,
  counterpart(measure) {
    const { rel } = measure.params;
    const found = trecEvalName(measure, takesMinGrade(measure.def) ? rel : 1);
    if (!found || SINCE_10.some((name) => found.name.startsWith(name))) return { none: 'it has no such measure' };
    const differences = 'place' in measure.def.params ? [RECALL_PLACE] : [];
    return {
      name: `${found.name}${rel > 1 && takesMinGrade(measure.def) ? ` -l${rel}` : ''}`,
      topics: 'both',
      differences,
    };
  },
};
