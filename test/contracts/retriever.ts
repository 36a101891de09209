// What every retriever must do, built-in or plugin: call it with a definition inside a test file.
import { describe, expect, it } from 'vitest';
import type { OpenContext, Params, RetrieverDef, Searcher } from '../../src/core/contracts.ts';
import type { Collection, Ranking } from '../../src/core/model.ts';
import { compareText } from '../../src/core/order.ts';
import { resolveParams } from '../../src/core/spec.ts';
import { bm25 } from '../../src/retrieval/bm25.ts';
import { fakeEncoder } from '../retrieval/fake-encoder.ts';
import { collectionOf, contextOf, topicOf } from '../retrieval/small-world.ts';

export interface RetrieverTraits {
  /** `explain` sums to the score. */
  readonly additive: boolean;
  /** A question without known words matches nothing. */
  readonly needsWords: boolean;
}

const TEXTS = [
  'Annual leave requests must be submitted at least 3 weeks in advance.',
  'Badges are blue.',
  'Annual leave requests must be submitted at least 3 weeks in advance.',
  'Parental leave is granted by the people team. Vacation is leave.',
  '',
  'The constructor of __proto__ has a toString. Annual reviews are held in May.',
  'Badges are blue.',
];
const QUESTIONS = [
  'annual leave',
  'How are badges?',
  'vacation vacation days',
  'constructor toString',
  '',
  '?!',
  'zyxxyq',
];

export function retrieverContract(def: RetrieverDef, { additive, needsWords }: RetrieverTraits): void {
  const faults: Error[] = [];
  const params: Params = resolveParams(def.name, def.params, new Map(), faults as never);

  const context = (): OpenContext =>
    contextOf({
      groups: [['leave', 'vacation']],
      encoder: fakeEncoder(),
      judged: new Map([['0', new Map([[3, 1]])]]),
    });
  const open = async (collection: Collection): Promise<Searcher> => {
    const inputs = await Promise.all(
      Array.from({ length: def.inputs?.min ?? 0 }, () =>
        bm25.open(collection, { k1: 1.2, b: 0.75, analyzer: 'article' }, context(), []),
      ),
    );
    return def.open(collection, params, context(), inputs);
  };
  const ask = (searcher: Searcher, depth: number): Promise<readonly Ranking[]> =>
    searcher.search(QUESTIONS.map((text, n) => ({ topic: topicOf(text, String(n)), depth })));

  describe(`the retriever contract: ${def.name}`, () => {
    it('has a summary, and default parameters that pass its own checks', () => {
      expect(faults).toEqual([]);
      expect(def.summary).toMatch(/\S/);
      expect(def.check?.(params, def.inputs?.min ?? 0)).toBeUndefined();
      for (const [name, spec] of Object.entries(def.params)) {
        expect(spec.doc, name).toMatch(/\S/);
        if (typeof spec.default === 'number') {
          expect(spec.default).toBeGreaterThanOrEqual(spec.min ?? -Infinity);
          expect(spec.default).toBeLessThanOrEqual(spec.max ?? Infinity);
        }
        if (spec.choices) expect(spec.choices).toContain(spec.default);
      }
    });

    it('answers twice alike, asked again or opened again', async () => {
      const collection = collectionOf(TEXTS);
      const searcher = await open(collection);
      const first = await ask(searcher, TEXTS.length);
      expect(await ask(searcher, TEXTS.length)).toEqual(first);
      expect(await ask(await open(collectionOf(TEXTS)), TEXTS.length)).toEqual(first);
    });

    it('answers a question alike alone and among others', async () => {
      const searcher = await open(collectionOf(TEXTS));
      const batch = await ask(searcher, TEXTS.length);
      for (const [n, text] of QUESTIONS.entries()) {
        const [alone] = await searcher.search([{ topic: topicOf(text, String(n)), depth: TEXTS.length }]);
        expect(alone).toEqual(batch[n]);
      }
    });

    it('orders by score, then by ordinal, without duplicates, all scores finite', async () => {
      for (const { topicId, chunks, scores, signal } of await ask(await open(collectionOf(TEXTS)), TEXTS.length)) {
        expect(chunks.length).toBe(scores.length);
        expect(new Set(chunks).size).toBe(chunks.length);
        expect(signal).toBeLessThanOrEqual(chunks.length);
        for (let i = 0; i < chunks.length; i++) {
          expect(chunks[i]).toBeLessThan(TEXTS.length);
          expect(Number.isFinite(scores[i])).toBe(true);
          if (i === 0) continue;
          expect(scores[i], topicId).toBeLessThanOrEqual(scores[i - 1]!);
          if (scores[i] === scores[i - 1]) expect(chunks[i]).toBeGreaterThan(chunks[i - 1]!);
        }
      }
    });

    it('gives at every depth the start of the full ranking', async () => {
      const searcher = await open(collectionOf(TEXTS));
      const full = await ask(searcher, Number.POSITIVE_INFINITY);
      for (const depth of [0, 1, 3, TEXTS.length]) {
        (await ask(searcher, depth)).forEach((ranking, n) => {
          expect(ranking.chunks).toEqual(full[n]!.chunks.slice(0, depth));
          expect(ranking.scores).toEqual(full[n]!.scores.slice(0, depth));
          expect(ranking.signal).toBe(Math.min(depth, full[n]!.signal));
        });
      }
    });

    it('takes an empty collection and one of one chunk', async () => {
      for (const { chunks, signal } of await ask(await open(collectionOf([])), 5)) {
        expect([chunks.length, signal]).toEqual([0, 0]);
      }
      for (const { chunks } of await ask(await open(collectionOf(['Annual leave.'])), 5))
        expect([...chunks]).toEqual([0]);
      for (const { chunks } of await ask(await open(collectionOf([''])), 5)) expect([...chunks]).toEqual([0]);
    });

    if (needsWords) {
      it('finds nothing for questions without words, and without known words', async () => {
        const rankings = await ask(await open(collectionOf(TEXTS)), TEXTS.length);
        for (const [n, text] of QUESTIONS.entries()) {
          const readable = /[a-z0-9]/i.test(text) && (text !== 'zyxxyq' || def.name === 'dense');
          if (!readable) expect(rankings[n]!.signal, `"${text}"`).toBe(0);
        }
      });
    }

    it('explains largest first, and nothing where nothing matched', async () => {
      const searcher = await open(collectionOf(TEXTS));
      if (!searcher.explain) return;
      const rankings = await ask(searcher, TEXTS.length);
      for (const [n, { chunks, scores, signal }] of rankings.entries()) {
        for (const [place, ord] of chunks.entries()) {
          const parts = await searcher.explain(topicOf(QUESTIONS[n]!, String(n)), ord);
          expect(parts).toEqual(parts.toSorted((a, b) => b.weight - a.weight || compareText(a.term, b.term)));
          if (place >= signal) expect(parts).toEqual([]);
          else expect(parts.length).toBeGreaterThan(0);
          if (additive && place < signal) {
            const sum = parts.reduce((total, { weight }) => total + weight, 0);
            expect(Math.abs(sum - scores[place]!)).toBeLessThanOrEqual(1e-12);
          }
        }
      }
    });
  });
}
