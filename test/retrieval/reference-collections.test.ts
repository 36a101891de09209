// BM25 on real collections: every row that is known from two independent computations, to four decimals, as `rag-lab run`
// gives it and as trec_eval would. Needs the collections beside the project, and is shown as skipped without them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { builtinCatalog } from '../../src/catalog/builtin.ts';
import { buildCollection } from '../../src/core/collection.ts';
import { compareText } from '../../src/core/order.ts';
import type { Report } from '../../src/core/results.ts';
import { beirDataset } from '../../src/datasets/beir.ts';
import { readQrels } from '../../src/datasets/read-qrels.ts';
import { judgeIds } from '../../src/eval/judge.ts';
import { resolveMeasures } from '../../src/eval/measure-name.ts';
import { whole } from '../../src/ingest/chunkers/whole.ts';
import { bm25 } from '../../src/retrieval/bm25.ts';
import { labIn } from '../cli/in-process.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { contextOf } from './small-world.ts';

const data = fileURLToPath(new URL('../../../shared/data', import.meta.url));
const { lab } = labIn(temporaryFolder());
const NAMES = ['nDCG@10', 'R@100', 'AP', 'RR', 'P@10', 'Success@1'];
const DEPTH = 1000;

/** Values in the order of NAMES. */
type Row = readonly [analyzer: string, k1: number, b: number, values: string];
const ROWS: Readonly<Record<string, readonly Row[]>> = {
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
};

/** Anserini's published figures; the collections are too large to travel with the project. */
const PUBLISHED = [
  ['scifact', { 'nDCG@10': '.6789', 'R@100': '.9253', 'R@1000': '.9767' }],
  ['nfcorpus', { 'nDCG@10': '.3218' }],
] as const;
/** A folder that holds some of them in BEIR's layout, each under its name. */
const beir = process.env.RAG_LAB_BEIR ?? '';

const printed = (values: readonly number[]): string =>
  values.map((value) => value.toFixed(4).replace(/^0/, '')).join(' ');

describe.skipIf(!existsSync(data)).each(Object.entries(ROWS))('BM25 on %s', (name, rows) => {
  const folder = join(data, name);

  it('rag-lab run gives every row', async () => {
    const systems = rows.map(([analyzer, k1, b], n) => `row${n}=bm25(analyzer=${analyzer},k1=${k1},b=${b})`);
    const { code, out, err } = await lab([
      ...['run', '--dataset', `beir:${folder}`, '--split', 'test', '--chunker', 'whole', '--depth', String(DEPTH)],
      ...['--systems', systems.join(','), '--measures', NAMES.join(','), '--json'],
    ]);
    expect(err).toBe('');
    expect(code).toBe(0);
    const { scores } = JSON.parse(out) as Report;
    const found = rows.map((_, n) => {
      const { measures } = scores.find(
        ({ system, wording, split }) => system === `row${n}` && wording === 'all' && split === 'all',
      )!;
      return printed(NAMES.map((measure) => measures[measure]!.value));
    });
    expect(found).toEqual(rows.map(([, , , values]) => values));
  });

  it('so does a run of documents, sorted as trec_eval sorts, against the qrels as they are', async () => {
    const { documents, topics } = await beirDataset.load(folder, { split: 'test' }, contextOf());
    const qrels = await readQrels(join(folder, 'qrels/test.tsv'));
    const collection = buildCollection(name, documents, whole, {});
    const measures = resolveMeasures(NAMES, builtinCatalog().measures, []);
    for (const [analyzer, k1, b, values] of rows) {
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
      const means = measures.map(
        ({ def, params }) => judged.reduce((total, one) => total + def.evaluate(one, params), 0) / judged.length,
      );
      expect(printed(means), `${analyzer}, k1=${k1}, b=${b}`).toBe(values);
    }
  });
});

describe.each(PUBLISHED)("Anserini's BM25 on %s (RAG_LAB_BEIR)", (name, figures) => {
  it.skipIf(beir === '' || !existsSync(join(beir, name)))('is what rag-lab run gives', async () => {
    const { code, out } = await lab([
      ...['run', '--dataset', `beir:${join(beir, name)}`, '--chunker', 'whole', '--depth', String(DEPTH)],
      ...['--systems', 'a=bm25(analyzer=english-lucene,k1=0.9,b=0.4)', '--json'],
      ...['--measures', Object.keys(figures).join(',')],
    ]);
    expect(code).toBe(0);
    const { measures } = (JSON.parse(out) as Report).scores.find(
      ({ wording, split }) => `${wording} ${split}` === 'all all',
    )!;
    const found = Object.keys(figures).map((measure) => printed([measures[measure]!.value]));
    expect(found).toEqual(Object.values(figures));
  });
});
