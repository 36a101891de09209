// Cranfield's original codes (1 best, 4 least, -1 for the best of all) read as grades: the lint must see it. Needs the
// collection beside the project, and is shown as skipped without it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { builtinCatalog } from '../../src/catalog/builtin.ts';
import { buildCollection } from '../../src/core/collection.ts';
import { resolveParams } from '../../src/core/spec.ts';
import { whole } from '../../src/ingest/chunkers/whole.ts';
import { labIn } from '../cli/in-process.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { contextOf } from '../retrieval/small-world.ts';

const cranfield = fileURLToPath(new URL('../../../shared/data/cranfield', import.meta.url));
const at = temporaryFolder();
const { lab } = labIn(at);

interface Line {
  readonly _id: string;
  readonly title?: string;
  readonly text: string;
}

const linesOf = (name: string): Line[] =>
  readFileSync(join(cranfield, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

describe.skipIf(!existsSync(cranfield))('raw Cranfield codes', () => {
  it('look upside-down to a BM25 run; the same codes turned over do not', async () => {
    const documents = linesOf('corpus.jsonl').map(({ _id, title = '', text }) => ({
      id: _id,
      title,
      text,
      blocks: [],
      meta: {},
      source: '',
    }));
    const bm25 = builtinCatalog().retrievers.find(({ name }) => name === 'bm25')!;
    const collection = buildCollection('cranfield', documents, whole, {});
    const params = resolveParams('bm25', bm25.params, new Map(), []);
    const searcher = await bm25.open(collection, params, contextOf(), []);
    const topics = linesOf('queries.jsonl').map(({ _id, text }) => ({ id: _id, text, labels: {}, slices: [] }));
    const rankings = await searcher.search(topics.map((topic) => ({ topic, depth: 1000 })));
    const run = rankings.flatMap(({ topicId, chunks, scores, signal }) =>
      [...chunks.subarray(0, signal)].map(
        (ord, i) => `${topicId} Q0 ${collection.chunks[ord]!.docId} ${i + 1} ${scores[i]} bm25\n`,
      ),
    );
    writeFileSync(join(at, 'bm25.run'), run.join(''));
    const codes = readFileSync(join(cranfield, 'qrels/raw-codes.tsv'), 'utf8');
    writeFileSync(
      join(at, 'turned.tsv'),
      codes.replace(/\t(-?\d+)$/gm, (_, code: string) => `\t${code === '-1' ? 5 : 5 - Number(code)}`),
    );
    const errOf = async (qrels: string): Promise<string> => {
      const { code, err } = await lab([
        'evaluate',
        '--qrels',
        qrels,
        '--run',
        'bm25.run',
        '--corpus-ids',
        join(cranfield, 'corpus.jsonl'),
      ]);
      expect(code).toBe(0);
      return err;
    };
    expect(await errOf(join(cranfield, 'qrels/raw-codes.tsv'))).toMatch(
      /grades look upside-down: in \d+ of \d+ topics/,
    );
    expect(await errOf('turned.tsv')).not.toContain('upside-down');
    expect(await errOf(join(cranfield, 'qrels/test.tsv'))).not.toContain('upside-down');
  });
});
