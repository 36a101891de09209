import { describe, expect, it } from 'vitest';
import type { Searcher } from '../../src/core/contracts.ts';
import { rankScores } from '../../src/core/order.ts';
import { remembering } from '../../src/experiment/remembering.ts';

const topics = ['a', 'b'].map((id) => ({ id, text: id, labels: {}, slices: [] }));
const [a, b] = topics as [(typeof topics)[number], (typeof topics)[number]];

function counting(): { readonly searcher: Searcher; readonly asked: string[] } {
  const asked: string[] = [];
  const searcher: Searcher = {
    search: async (requests) =>
      requests.map(({ topic, depth, filter }) => {
        asked.push(`${topic.id}${depth}`);
        return rankScores(topic.id, [0, 3, 1, 0, 2], depth, 0, filter?.allowed);
      }),
    terms: () => [{ term: 'x', chunks: 1 }],
  };
  return { searcher, asked };
}

describe('remembering', () => {
  it('gives what the searcher itself gives, at every depth, in any order of asking', async () => {
    const plain = counting().searcher;
    const { searcher, asked } = counting();
    const kept = remembering(searcher, 'x');
    for (const depth of [3, 5, 2, 1, 5, 0, 4]) {
      const requests = [
        { topic: a, depth },
        { topic: b, depth: 6 - depth },
      ];
      expect(await kept.search(requests)).toEqual(await plain.search(requests));
    }
    expect(asked).toEqual(['a3', 'b3', 'a5', 'b4', 'b5', 'b6']);
  });

  it('keeps what was asked with one filter apart from what was asked with another, or none', async () => {
    const plain = counting().searcher;
    const { searcher, asked } = counting();
    const kept = remembering(searcher, 'x');
    const [first, second] = [Uint8Array.of(1, 1, 0, 0, 0), Uint8Array.of(0, 1, 1, 0, 1)].map((allowed) => ({
      filter: { text: 'same text', allowed, count: 0 },
    }));
    for (const depth of [2, 3, 1]) {
      const requests = [
        { topic: a, depth },
        { topic: a, depth, ...first! },
        { topic: a, depth, ...second! },
      ];
      expect(await kept.search(requests)).toEqual(await plain.search(requests));
    }
    expect(asked).toHaveLength(6);
  });

  it('takes a rewritten question for another one, even under the same id', async () => {
    const { searcher, asked } = counting();
    const kept = remembering(searcher, 'x');
    await kept.search([{ topic: a, depth: 2 }]);
    await kept.search([{ topic: { ...a, text: 'other' }, depth: 2 }]);
    expect(asked).toHaveLength(2);
  });

  it('passes on the rest of the searcher, be it an object or of a class', async () => {
    class Own implements Searcher {
      readonly word = 'x';
      async search(): Promise<readonly never[]> {
        return [];
      }
      terms() {
        return [{ term: this.word, chunks: 1 }];
      }
      async explain() {
        return [{ term: this.word, weight: 2 }];
      }
      reach() {
        return this.word.length;
      }
      async close() {}
    }
    const kept = remembering(new Own(), 'own');
    expect(kept.name).toBe('own');
    expect(kept.terms!(a)).toEqual([{ term: 'x', chunks: 1 }]);
    expect(await kept.explain!(a, 0)).toEqual([{ term: 'x', weight: 2 }]);
    expect(kept.reach!(0)).toBe(1);
    await kept.close!();
    expect('reach' in remembering(counting().searcher, 'x')).toBe(false);
  });

  it('passes on answers that do not fit, for the check of rankings to name', async () => {
    const kept = remembering({ search: async () => [] }, 'x');
    expect(await kept.search([{ topic: a, depth: 2 }])).toEqual([]);
  });

  it('has every way to explain that the searcher has, and no other', async () => {
    const plain = counting().searcher;
    expect(Object.keys(remembering(plain, 'x')).sort()).toEqual(['name', 'search', 'terms']);
    const telling: Searcher = {
      ...plain,
      explain: async (_, ord) => [{ term: 'short', weight: ord }],
      anatomy: async (_, ord) => ({ kind: 'parts', parts: [{ term: 'long', weight: ord }] }),
      reading: ({ text }) => [{ word: text, terms: [], added: [], chunks: 0 }],
      reach: (ord) => ord,
    };
    const kept = remembering(telling, 'x');
    expect(await kept.explain!(a, 4)).toEqual([{ term: 'short', weight: 4 }]);
    expect(await kept.anatomy!(a, 4)).toEqual({ kind: 'parts', parts: [{ term: 'long', weight: 4 }] });
    expect(kept.reading!(b)[0]!.word).toBe('b');
    expect(kept.reach!(3)).toBe(3);
  });
});
