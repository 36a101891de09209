// BEIR 2.2.0: EvaluateRetrieval.evaluate, which calls pytrec_eval, then evaluate_custom on the same results.
import { type Difference, hasDefaultsBut, type PeerDef, type PeerFiles } from './peer.ts';

const RECORDED = 'peers/beir-2.2.0.json';

const OWN_ID: Difference = {
  flag: 'own-id',
  sentence: 'a document with the id of the topic is taken out of the ranking first (ignore_identical_ids)',
  recorded: `${RECORDED}: own-id`,
  handling: { withoutOwnId: true },
};
const FLOAT32: Difference = {
  flag: 'float32',
  sentence: 'pytrec_eval holds scores in single precision: some that differ become ties, and the ids decide',
  recorded: `${RECORDED}: near`,
  handling: { float32: true },
};
const FILE_ORDER: Difference = {
  flag: 'file-order',
  sentence: 'evaluate_custom leaves documents with equal scores in the order of the results',
  recorded: `${RECORDED}: tied`,
  handling: { ties: 'file' },
};

/** From pytrec_eval; averaged over the topics that it returns. */
const EVALUATED: Readonly<Record<string, string>> = { nDCG: 'NDCG', AP: 'MAP', R: 'Recall', P: 'P' };
/** Divided by the number of judged topics. */
const CUSTOM: Readonly<Record<string, string>> = { RR: 'MRR', Success: 'Accuracy', relative_P: 'R_cap' };

export const beir: PeerDef = {
  name: 'beir',
  summary: 'BEIR: EvaluateRetrieval.evaluate and evaluate_custom',
  version: 'beir 2.2.0 (pytrec_eval-terrier 0.5.11)',
  topicsSentence:
    'it averages over the judged topics of the run alone; one that the run lacks is left out, not counted with 0',
  topicsRecorded: `${RECORDED}: topics`,
  counterpart(measure, files) {
    const { def, params } = measure;
    const evaluated = EVALUATED[def.name];
    const custom = CUSTOM[def.name];
    if ((evaluated ?? custom) === undefined || params.cutoff === undefined || !hasDefaultsBut(measure)) {
      return { none: 'it has no such measure' };
    }
    const rounds = { what: 'mean', decimals: 5 } as const;
    if (evaluated !== undefined) {
      return { name: `${evaluated}@${params.cutoff}`, topics: 'both', differences: [OWN_ID, FLOAT32], rounds };
    }
    const problem = refusal(def.name, files);
    if (problem !== undefined) return { none: problem };
    return { name: `${custom}@${params.cutoff}`, topics: 'qrels', differences: [OWN_ID, FILE_ORDER], rounds };
  },
};

function refusal(measure: string, { qrels, run: { topicIds } }: PeerFiles): string | undefined {
  if (topicIds.some((topicId) => !qrels.has(topicId))) {
    return 'its evaluate_custom fails where the run has a topic that is not judged (KeyError)';
  }
  const isBarren = (topicId: string): boolean => ![...qrels.get(topicId)!.values()].some((grade) => grade > 0);
  if (measure === 'relative_P' && topicIds.some(isBarren)) {
    return 'its evaluate_custom fails where nothing is relevant to a topic of the run (ZeroDivisionError)';
  }
  return undefined;
}
