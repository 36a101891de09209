// Filters apply inside retrieval: for every retriever, a filtered ranking is the full one without what is left out.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Filter, RetrieverDef, Searcher } from '../../src/core/contracts.ts';
import type { Ranking } from '../../src/core/model.ts';
import { resolveParams } from '../../src/core/spec.ts';
import { bm25 } from '../../src/retrieval/bm25.ts';
import { retrievers } from '../../src/retrieval/registry.ts';
import { tfidf } from '../../src/retrieval/tfidf.ts';
import { fakeEncoder } from './fake-encoder.ts';
import { collectionOf, contextOf, topicOf } from './small-world.ts';

const WORDS = ['leave', 'vacation', 'badge', 'annual', 'weeks', 'team'];
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((words) => words.join(' '));
const world = fc.record({
  texts: fc.array(fc.tuple(text, fc.boolean()), { minLength: 1, maxLength: 12 }),
  question: text,
  depth: fc.integer({ min: 0, max: 14 }),
});

function filterOf(allowed: readonly boolean[]): Filter {
  return { text: 'x = y', allowed: Uint8Array.from(allowed, Number), count: allowed.filter(Boolean).length };
}

function defaults(def: RetrieverDef) {
  return resolveParams(def.name, def.params, new Map(), []);
}

async function open(def: RetrieverDef, texts: readonly string[], inputs: readonly Searcher[]): Promise<Searcher> {
  const context = contextOf({
    groups: [['leave', 'vacation']],
    encoder: fakeEncoder(),
    judged: new Map([['t', new Map([[0, 1]])]]),
  });
  return def.open(collectionOf(texts), defaults(def), context, inputs);
}

/** By what a ranking is made of: entries, and which of them matched. */
function restricted({ chunks, scores, signal }: Ranking, { allowed }: Filter, depth: number) {
  return [...chunks]
    .map((ord, place) => ({ ord, score: scores[place]!, signal: place < signal }))
    .filter(({ ord }) => allowed[ord])
    .slice(0, depth);
}

const entries = (ranking: Ranking) => restricted(ranking, filterOf(new Array(20).fill(true)), Number.POSITIVE_INFINITY);

/** The whole ranking without what is left out: what an input of a fusion is expected to say. */
function naive(searcher: Searcher, filter: Filter): Searcher {
  return {
    async search(requests) {
      const whole = await searcher.search(requests.map(({ topic }) => ({ topic, depth: 20 })));
      return whole.map((ranking, i): Ranking => {
        const kept = restricted(ranking, filter, requests[i]!.depth);
        return {
          topicId: ranking.topicId,
          chunks: Uint32Array.from(kept, ({ ord }) => ord),
          scores: Float64Array.from(kept, ({ score }) => score),
          signal: kept.filter(({ signal }) => signal).length,
        };
      });
    },
  };
}

describe.each(retrievers.map((def) => ({ name: def.name, def })))('$name', ({ def }) => {
  it('ranks under a filter what is allowed, with the scores and in the order of the full ranking', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ texts: pairs, question, depth }) => {
        const texts = pairs.map(([one]) => one);
        const filter = filterOf(pairs.map(([, may]) => may));
        const topic = topicOf(question);
        const inputs = def.inputs ? [await open(bm25, texts, []), await open(tfidf, texts, [])] : [];
        const searcher = await open(def, texts, inputs);
        const [filtered] = await searcher.search([{ topic, depth, filter }]);
        // Places in the lists of a fusion are those among what is allowed.
        const whole = await open(
          def,
          texts,
          inputs.map((input) => naive(input, filter)),
        );
        const [full] = await whole.search([{ topic, depth: 20 }]);
        expect(entries(filtered!)).toEqual(restricted(full!, filter, depth));
        // What was asked with a filter leaves no trace in what is asked without one.
        const [[before], [after]] = [
          await (await open(def, texts, inputs)).search([{ topic, depth: 20 }]),
          await searcher.search([{ topic, depth: 20 }]),
        ];
        expect(after).toEqual(before);
      }),
      { numRuns: 60 },
    );
  });

  it('explains a filtered entry by what made its score', async () => {
    const texts = ['annual leave', 'badge', 'annual leave weeks', 'vacation team'];
    const filter = filterOf([false, true, true, true]);
    const topic = topicOf('annual leave team');
    const inputs = def.inputs ? [await open(bm25, texts, []), await open(tfidf, texts, [])] : [];
    const searcher = await open(def, texts, inputs);
    const [ranking] = await searcher.search([{ topic, depth: 9, filter }]);
    if (!searcher.explain || def.name === 'dense') return;
    for (let place = 0; place < ranking!.signal; place++) {
      const parts = await searcher.explain(topic, ranking!.chunks[place]!, filter);
      expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(ranking!.scores[place]!, 12);
    }
  });
});
