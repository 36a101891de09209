// A searcher that is asked again and again: an inner system is searched by itself, by each fusion over it, and once more
// for every explanation. Its rankings are kept; a shallower one is the beginning of a deeper one.
import type { Filter, Searcher, SearchRequest } from '../core/contracts.ts';
import type { Ranking, Topic } from '../core/model.ts';

interface Kept {
  readonly depth: number;
  readonly ranking: Ranking;
}

const NO_FILTER = {};

/** @param name what explanations of systems over it call it */
export function remembering(searcher: Searcher, name: string): Searcher {
  // By the very topic asked: a rewritten question is another object, whatever its id. By filter, too.
  const deepest = new WeakMap<Topic, WeakMap<Filter | typeof NO_FILTER, Kept>>();
  const keptOf = ({ topic, filter }: SearchRequest): Kept | undefined => deepest.get(topic)?.get(filter ?? NO_FILTER);
  const keep = ({ topic, filter }: SearchRequest, kept: Kept): void => {
    const byFilter = deepest.get(topic) ?? new WeakMap<Filter | typeof NO_FILTER, Kept>();
    deepest.set(topic, byFilter.set(filter ?? NO_FILTER, kept));
  };
  // By delegation, since a searcher may be of a class.
  return {
    name,
    ...(searcher.explain && { explain: (topic, ord, filter) => searcher.explain!(topic, ord, filter) }),
    ...(searcher.anatomy && { anatomy: (topic, ord, filter) => searcher.anatomy!(topic, ord, filter) }),
    ...(searcher.reading && { reading: (topic) => searcher.reading!(topic) }),
    ...(searcher.terms && { terms: (topic) => searcher.terms!(topic) }),
    ...(searcher.reach && { reach: (ord) => searcher.reach!(ord) }),
    ...(searcher.close && { close: () => searcher.close!() }),
    async search(requests) {
      const fresh = requests.filter((request) => (keptOf(request)?.depth ?? -1) < request.depth);
      if (fresh.length > 0) {
        const rankings = await searcher.search(fresh);
        // What does not fit is passed on as it is, for the check of rankings to name.
        if (rankings.length !== fresh.length) return rankings;
        fresh.forEach((request, i) => {
          keep(request, { depth: request.depth, ranking: rankings[i]! });
        });
      }
      return requests.map((request) => beginning(keptOf(request)!.ranking, request));
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
