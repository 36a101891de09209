// A searcher that is asked again and again: an inner system is searched by itself, by each fusion over it, and once more
// for every explanation. Its rankings are kept; a shallower one is the beginning of a deeper one.
import type { Searcher, SearchRequest } from '../core/contracts.ts';
import type { Ranking, Topic } from '../core/model.ts';

/** @param name what explanations of systems over it call it */
export function remembering(searcher: Searcher, name: string): Searcher {
  // By the very topic asked: a rewritten question is another object, whatever its id.
  const deepest = new WeakMap<Topic, { readonly depth: number; readonly ranking: Ranking }>();
  // By delegation, since a searcher may be of a class.
  return {
    name,
    ...(searcher.explain && { explain: (topic, ord) => searcher.explain!(topic, ord) }),
    ...(searcher.terms && { terms: (topic) => searcher.terms!(topic) }),
    ...(searcher.reach && { reach: (ord) => searcher.reach!(ord) }),
    ...(searcher.close && { close: () => searcher.close!() }),
    async search(requests) {
      const fresh = requests.filter(({ topic, depth }) => (deepest.get(topic)?.depth ?? -1) < depth);
      if (fresh.length > 0) {
        const rankings = await searcher.search(fresh);
        // What does not fit is passed on as it is, for the check of rankings to name.
        if (rankings.length !== fresh.length) return rankings;
        fresh.forEach(({ topic, depth }, i) => {
          deepest.set(topic, { depth, ranking: rankings[i]! });
        });
      }
      return requests.map((request) => beginning(deepest.get(request.topic)!.ranking, request));
    },
  };
}

function beginning(ranking: Ranking, { depth }: SearchRequest): Ranking {
  if (ranking.chunks.length <= depth) return ranking;
  return {
    topicId: ranking.topicId,
    chunks: ranking.chunks.subarray(0, depth),
    scores: ranking.scores.subarray(0, depth),
    signal: Math.min(ranking.signal, depth),
  };
}
