// Every registered retriever keeps the contract, and the contract notices one that does not.
import { describe, expect, it } from 'vitest';
import { ContractBroken } from '../../src/contracts/contract-case.ts';
import { retrieverContract } from '../../src/contracts/retriever.ts';
import type { RetrieverDef, Searcher } from '../../src/core/contracts.ts';
import type { Ranking } from '../../src/core/model.ts';
import { rankScores } from '../../src/core/order.ts';
import { retrievers } from '../../src/retrieval/registry.ts';

const NOT_ADDITIVE = ['dense', 'random'];
const SIGNAL = { dense: 'any-words', random: 'nothing', oracle: 'nothing' } as const;

for (const def of retrievers) {
  describe(`the retriever contract: ${def.name}`, () => {
    const signal = Object.hasOwn(SIGNAL, def.name) ? SIGNAL[def.name as keyof typeof SIGNAL] : 'known-words';
    const filterMovesScores = def.inputs !== undefined;
    const additive = !NOT_ADDITIVE.includes(def.name);
    for (const { name, run } of retrieverContract(def, { additive, signal, filterMovesScores })) it(name, run);
  });
}

/** Counts shared words; right in everything. */
const words: RetrieverDef<{ scale: number }> = {
  name: 'words',
  summary: 'words shared with the question',
  params: { scale: { default: 1, min: 0.1, max: 10, doc: 'what a word is worth' } },
  open: async (collection, { scale }) => {
    const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
    const sets = collection.chunks.map(({ text }) => new Set(wordsOf(text)));
    const shared = (question: string, ord: number): string[] =>
      [...new Set(wordsOf(question))].filter((word) => sets[ord]!.has(word)).sort();
    return {
      search: async (requests) =>
        requests.map(({ topic, depth, filter }) => {
          const scores = sets.map((_, ord) => shared(topic.text, ord).length * scale);
          return rankScores(topic.id, scores, depth, 0, filter?.allowed);
        }),
      explain: async (topic, ord) => shared(topic.text, ord).map((term) => ({ term, weight: scale })),
    };
  },
};

/** The same, its answers spoiled. */
function spoiled(spoil: (searcher: Searcher, rankings: readonly Ranking[], asked: number) => readonly Ranking[]) {
  const def: RetrieverDef<{ scale: number }> = {
    ...words,
    async open(...given) {
      const searcher = await words.open(...given);
      let asked = 0;
      return { ...searcher, search: async (requests) => spoil(searcher, await searcher.search(requests), asked++) };
    },
  };
  return def;
}

async function broken(def: RetrieverDef<{ scale: number }>, options = {}): Promise<string[]> {
  const found: string[] = [];
  for (const { name, run } of retrieverContract(def, { additive: true, signal: 'known-words', ...options })) {
    await run().catch((error: unknown) => {
      expect(error, name).toBeInstanceOf(ContractBroken);
      found.push(`${name}: ${(error as Error).message}`);
    });
  }
  return found;
}

const each = (change: (ranking: Ranking) => Ranking) =>
  spoiled((_, rankings) => rankings.map((ranking) => (ranking.chunks.length > 1 ? change(ranking) : ranking)));

describe('the retriever contract', () => {
  it('is kept by a retriever that does all right, and gives every case a name of its own', async () => {
    expect(await broken(words)).toEqual([]);
    expect(await broken(words, { params: { scale: 2 } })).toEqual([]);
    const names = retrieverContract(words).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('notices answers that change', async () => {
    const def = spoiled((_, rankings, asked) => (asked === 1 ? rankings.toReversed() : rankings));
    expect(await broken(def)).toContainEqual(expect.stringMatching(/^answers twice alike.*asked again/));
  });

  it('notices a filter that is ignored, and one applied after the cut', async () => {
    const ignoring: RetrieverDef<{ scale: number }> = {
      ...words,
      async open(...given) {
        const searcher = await words.open(...given);
        return {
          ...searcher,
          search: (requests) => searcher.search(requests.map(({ topic, depth }) => ({ topic, depth }))),
        };
      },
    };
    expect(await broken(ignoring)).toEqual([
      expect.stringMatching(/^never lets through.*which the filter forbids$/),
      expect.stringMatching(/^ranks what a filter allows/),
    ]);
    const late: RetrieverDef<{ scale: number }> = {
      ...words,
      async open(...given) {
        const searcher = await words.open(...given);
        return {
          ...searcher,
          search: async (requests) => {
            const rankings = await searcher.search(requests.map(({ topic, depth }) => ({ topic, depth })));
            return rankings.map(({ topicId, chunks, scores, signal }, n) => {
              const allowed = requests[n]!.filter?.allowed;
              const kept = [...chunks.keys()].filter((place) => !allowed || allowed[chunks[place]!]);
              return {
                topicId,
                chunks: Uint32Array.from(kept, (place) => chunks[place]!),
                scores: Float64Array.from(kept, (place) => scores[place]!),
                signal: kept.filter((place) => place < signal).length,
              };
            });
          },
        };
      },
    };
    expect(await broken(late)).toEqual([
      expect.stringMatching(/^ranks what a filter allows.*1 deep: the chunks \[\] instead/),
    ]);
  });

  const FAULTS: Readonly<Record<string, readonly [RetrieverDef<{ scale: number }>, RegExp]>> = {
    'an order that ties do not have': [
      each((one) => ({ ...one, chunks: one.chunks.toReversed(), scores: one.scores.toReversed() })),
      /^orders by score/,
    ],
    'a chunk listed twice': [each((one) => ({ ...one, chunks: one.chunks.map(() => 0) })), /listed twice/],
    'a score that is no number': [each((one) => ({ ...one, scores: one.scores.map(() => Number.NaN) })), /is NaN/],
    'a signal that is no count': [each((one) => ({ ...one, signal: 99 })), /signal 99/],
    'signal for a question without words': [
      each((one) => ({ ...one, signal: one.chunks.length })),
      /^finds nothing.*are said to match/,
    ],
    'a ranking for another question': [each((one) => ({ ...one, topicId: 'x' })), /^gives one ranking a question/],
    'a ranking too few': [spoiled((_, rankings) => rankings.slice(1)), /rankings/],
    'parts that do not sum to the score': [
      {
        ...words,
        async open(...given) {
          const searcher = await words.open(...given);
          return { ...searcher, explain: async () => [{ term: 'x', weight: 0.5 }] };
        },
      },
      /^explains largest first/,
    ],
    'a reach beyond the chunk': [
      { ...words, open: async (...given) => ({ ...(await words.open(...given)), reach: () => 1000 }) },
      /^says of each chunk how far/,
    ],
    'a default that it refuses': [{ ...words, check: () => 'never' }, /its own check refuses/],
    'a summary of two lines': [{ ...words, summary: 'a\nb' }, /one line of text/],
  };
  for (const [what, [def, said]] of Object.entries(FAULTS)) {
    it(`notices ${what}`, async () => {
      expect(await broken(def)).toContainEqual(expect.stringMatching(said));
    });
  }
});
