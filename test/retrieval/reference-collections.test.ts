// BM25 on real collections: every row that is known from two independent computations, to four decimals. Needs the collections
// beside the project, and is shown as skipped without them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { builtinCatalog } from '../../src/catalog/builtin.ts';
import { buildCollection } from '../../src/core/collection.ts';
import type { Qrels } from '../../src/core/model.ts';
import { compareText } from '../../src/core/order.ts';
import { beirDataset } from '../../src/datasets/beir.ts';
import { judgeIds } from '../../src/eval/judge.ts';
import { resolveMeasures } from '../../src/eval/measure-name.ts';
import { whole } from '../../src/ingest/chunkers/whole.ts';
import { bm25 } from '../../src/retrieval/bm25.ts';
import { contextOf } from './small-world.ts';

const data = fileURLToPath(new URL('../../../shared/data', import.meta.url));
const NAMES = ['nDCG@10', 'R@100', 'AP', 'RR', 'P@10', 'Success@1'];
const DEPTH = 1000;

/** analyzer, k1, b, then the values in the order of NAMES. */
const ROWS = {
  vaswani: [
    ['plain', 1.2, 0.75, '.3563 .4618 .2110 .6483 .2806 .5269'],
    ['plain', 0.9, 0.4, '.3697 .4728 .2208 .6549 .2914 .5376'],
    ['english-lucene', 0.9, 0.4, '.4368 .6184 .2857 .6802 .3624 .5591'],
    ['english-lucene', 1.2, 0.75, '.4326 .6021 .2855 .6935 .3484 .5806'],
  ],
  cranfield: [
    ['plain', 1.2, 0.75, '.4944 .7239 .3950 .7834 .2951 .7022'],
    ['plain', 0.9, 0.4, '.4719 .7140 .3753 .7598 .2809 .6667'],
    ['english-lucene', 0.9, 0.4, '.4918 .7415 .3967 .7779 .2933 .6889'],
    ['english-lucene', 1.2, 0.75, '.5154 .7547 .4200 .8045 .3053 .7244'],
  ],
} as const;

describe.skipIf(!existsSync(data)).each(Object.entries(ROWS))('BM25 on %s', (name, rows) => {
  const loaded = beirDatasetOf(name);
  const measures = resolveMeasures(NAMES, builtinCatalog().measures, []);

  it.each(rows)('%s, k1=%d, b=%d', async (analyzer, k1, b, values) => {
    const { collection, topics, qrels } = await loaded();
    const searcher = await bm25.open(collection, { analyzer, k1, b }, contextOf(), []);
    // Every match, since those that tie at the last rank kept go by id.
    const rankings = await searcher.search(topics.map((topic) => ({ topic, depth: collection.chunks.length })));
    const judged = rankings.map(({ topicId, chunks, scores, signal }) => {
      const entries = [...chunks.subarray(0, signal)].map((ord, n) => ({
        id: collection.chunks[ord]!.docId,
        score: scores[n]!,
      }));
      entries.sort((one, other) => other.score - one.score || compareText(other.id, one.id));
      return judgeIds(
        entries.slice(0, DEPTH).map(({ id }) => id),
        qrels.get(topicId),
      );
    });
    const means = measures.map(({ def, params }) => {
      const sum = judged.reduce((total, one) => total + def.evaluate(one, params), 0);
      return (sum / judged.length).toFixed(4).replace(/^0/, '');
    });
    expect(means.join(' ')).toBe(values);
  });
});

/** Loaded once a collection, when the first row asks for it. */
function beirDatasetOf(name: string) {
  const load = async () => {
    const { documents, topics, evidence } = await beirDataset.load(join(data, name), { split: 'test' }, contextOf());
    const qrels = new Map<string, Map<string, number>>();
    for (const { topicId, docId, grade } of evidence) {
      qrels.set(topicId, (qrels.get(topicId) ?? new Map<string, number>()).set(docId, grade));
    }
    return { collection: buildCollection(name, documents, whole, {}), topics, qrels: qrels as Qrels };
  };
  let once: ReturnType<typeof load> | undefined;
  return () => (once ??= load());
}
