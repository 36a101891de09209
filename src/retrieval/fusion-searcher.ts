// What all fusions do alike: ask the inputs, add up what each list gives, rank, explain by list.
import type { QueryTerm, Searcher, SearchRequest, TermWeight } from '../core/contracts.ts';
import type { ListVote } from '../core/explanation.ts';
import type { Ranking, Topic } from '../core/model.ts';
import { rankScores } from '../core/order.ts';
import { largestFirst } from './explanation.ts';

/** What one list gives the entry at each of its places; 0 for nothing. May be shorter than the list. */
export type Votes = (list: Ranking, input: number) => ArrayLike<number>;

/** What a vote is made of, for people who ask why. */
export interface VoteRule {
  readonly votesOf: Votes;
  readonly weightOf: (input: number) => number;
  /** By place: the scores as they are weighed; absent where ranks are. */
  readonly normalisedOf?: (list: Ranking) => ArrayLike<number>;
}

/**
 * @param depth how deep each input is asked: a constant of the fusion, so that the caller's depth cannot change who is fused
 * @param chunks size of the collection
 */
export function openFusion(inputs: readonly Searcher[], depth: number, chunks: number, rule: VoteRule): Searcher {
  const { votesOf, weightOf, normalisedOf } = rule;
  const scores = new Float64Array(chunks);

  /** By input, then by request. */
  async function ask(requests: readonly SearchRequest[]): Promise<(readonly Ranking[])[]> {
    const lists: (readonly Ranking[])[] = [];
    const asked = requests.map(({ topic, filter }) => ({ topic, depth, ...(filter && { filter }) }));
    for (const input of inputs) lists.push(await input.search(asked));
    return lists;
  }

  const nameOf = (input: number): string => inputs[input]!.name ?? `list ${input + 1}`;
  const reader = inputs.find((input) => input.reading);
  const everyTerms = inputs.every((input) => input.terms);
  const everyReach = inputs.every((input) => input.reach);
  return {
    async search(requests) {
      const lists = await ask(requests);
      return requests.map(({ topic, depth: wanted, filter }, request) => {
        scores.fill(0);
        lists.forEach((rankings, input) => {
          const list = rankings[request]!;
          const votes = votesOf(list, input);
          for (let place = 0; place < votes.length; place++) {
            const ord = list.chunks[place]!;
            scores[ord] = scores[ord]! + votes[place]!;
          }
        });
        return rankScores(topic.id, scores, wanted, 0, filter?.allowed);
      });
    },

    async explain(topic, ord, filter) {
      const found: TermWeight[] = [];
      (await ask([{ topic, depth, ...(filter && { filter }) }])).forEach(([list], input) => {
        const place = list!.chunks.indexOf(ord);
        const vote = place < 0 ? 0 : (votesOf(list!, input)[place] ?? 0);
        if (vote > 0) found.push({ term: `${nameOf(input)} rank ${place + 1}`, weight: vote });
      });
      return largestFirst(found);
    },

    async anatomy(topic, ord, filter) {
      const lists = await ask([{ topic, depth, ...(filter && { filter }) }]);
      const votes = lists.map(([ranking], input): ListVote => {
        const list = ranking!;
        const place = list.chunks.indexOf(ord);
        const named = { list: nameOf(input), weight: weightOf(input) };
        if (place < 0) return { ...named, rank: null, signal: false, score: null, vote: 0 };
        return {
          ...named,
          rank: place + 1,
          signal: place < list.signal,
          score: list.scores[place]!,
          ...(normalisedOf && { normalised: normalisedOf(list)[place]! }),
          vote: votesOf(list, input)[place] ?? 0,
        };
      });
      return votes.some(({ vote }) => vote > 0) ? { kind: 'lists', votes } : undefined;
    },

    // The words are those of the first list that has any: what a question says does not depend on who reads it.
    ...(reader ? { reading: (topic: Topic) => reader.reading!(topic) } : {}),
    // A system that reads more than terms (dense) or reads on (bm25) does so inside a fusion, too.
    ...(everyTerms ? { terms: (topic: Topic) => mergedTerms(inputs, topic) } : {}),
    ...(everyReach ? { reach: (ord: number) => Math.max(...inputs.map((input) => input.reach!(ord))) } : {}),
  };
}

function mergedTerms(inputs: readonly Searcher[], topic: Topic): readonly QueryTerm[] {
  const merged = new Map<string, number>();
  for (const input of inputs) {
    for (const { term, chunks } of input.terms!(topic)) merged.set(term, Math.max(merged.get(term) ?? 0, chunks));
  }
  return [...merged].map(([term, chunks]) => ({ term, chunks }));
}
