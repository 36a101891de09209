// The same fact asked in two wordings: how often both questions find it, one, or neither.
import type { Topic } from '../core/model.ts';

export interface PairCounts {
  readonly both: number;
  readonly sameOnly: number;
  readonly paraphraseOnly: number;
  readonly neither: number;
}

/**
 * Counts facts by whether their two questions were answered. McNemar's test needs one pair a fact, so of several
 * questions of one fact in one wording the first counts; facts that lack a wording, and topics without a fact, are left out.
 * @param found by topic position: whether the question found its evidence in the top k
 */
export function countPairs(
  topics: readonly Topic[],
  found: ArrayLike<boolean | number>,
  [same, paraphrase]: readonly [string, string] = ['same', 'paraphrase'],
): PairCounts {
  const facts = new Map<string, { same?: boolean; paraphrase?: boolean }>();
  topics.forEach(({ labels: { fact, wording } }, i) => {
    if (fact === undefined) return;
    const pair = facts.get(fact) ?? {};
    facts.set(fact, pair);
    if (wording === same) pair.same ??= Boolean(found[i]);
    else if (wording === paraphrase) pair.paraphrase ??= Boolean(found[i]);
  });
  const counts = { both: 0, sameOnly: 0, paraphraseOnly: 0, neither: 0 };
  for (const pair of facts.values()) {
    if (pair.same === undefined || pair.paraphrase === undefined) continue;
    if (pair.same) counts[pair.paraphrase ? 'both' : 'sameOnly']++;
    else counts[pair.paraphrase ? 'paraphraseOnly' : 'neither']++;
  }
  return counts;
}
