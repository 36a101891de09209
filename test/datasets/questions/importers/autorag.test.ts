import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { autorag } from '../../../../src/datasets/questions/importers/autorag.ts';
import { faultsOf } from '../../faults-of.ts';
import { imported } from './imported.ts';

const fixture = (name: string) => ({
  name,
  path: fileURLToPath(new URL(`../../../fixtures/questions/${name}`, import.meta.url)),
});

describe('importing from AutoRAG', () => {
  it('reads Parquet: all of the outer list, any of an inner one, passages as quotes', async () => {
    expect(await autorag.import({ file: fixture('qa.parquet'), passages: fixture('corpus.parquet') })).toEqual({
      questions: [
        {
          id: 'qa-1',
          text: 'How early must leave be requested?',
          evidence: [
            {
              anyOf: [
                { quote: 'Annual leave must be requested 3 weeks ahead.' },
                { quote: 'Leave: three weeks ahead.' },
              ],
            },
          ],
          answer: '3 weeks',
        },
        {
          id: 'qa-2',
          text: 'What does a lost badge cost, and where is it reported?',
          evidence: [{ quote: 'A lost badge costs 12 euros.' }, { quote: 'Report losses to the front desk.' }],
          answer: '12 euros, at the desk',
        },
        { id: 'qa-3', text: 'Who may enter the cold store?', evidence: [], answer: 'Nobody alone' },
      ],
      notes: [
        'further answers, left out: 1',
        'passages that the corpus does not hold, left out: 1',
        'questions without evidence: 1',
      ],
    });
  });

  it('takes passage ids for document ids where there is no corpus, and lists of one level or none', async () => {
    const records = [
      { qid: 'a', query: 'Why?', retrieval_gt: [['p1'], ['p2', 'p3']], generation_gt: ['x'] },
      { qid: 'b', query: 'How?', retrieval_gt: ['p1', 'p2'] },
      { qid: 'b', query: 'Who?', retrieval_gt: 'p1' },
    ];
    expect(await imported(autorag, JSON.stringify(records))).toEqual({
      questions: [
        {
          id: 'a',
          text: 'Why?',
          evidence: [{ document: 'p1' }, { anyOf: [{ document: 'p2' }, { document: 'p3' }] }],
          answer: 'x',
        },
        { id: 'b', text: 'How?', evidence: [{ document: 'p1' }, { document: 'p2' }] },
        { id: 'b-2', text: 'Who?', evidence: [{ document: 'p1' }] },
      ],
      notes: ['ids that occurred before, numbered: 1'],
    });
  });

  it('refuses another packing, a corpus without passages, and records of another kind', async () => {
    expect(await faultsOf(() => autorag.import({ file: fixture('qa-zstd.parquet') }))).toEqual([
      expect.stringMatching(
        /^qa-zstd\.parquet: not readable as Parquet: unsupported compression codec: ZSTD; accepted: /,
      ),
    ]);
    const file = fixture('qa.parquet');
    expect(await faultsOf(() => autorag.import({ file, passages: file }))).toEqual([
      'qa.parquet: no passage; accepted: records with doc_id and contents',
    ]);
    expect(await faultsOf(() => imported(autorag, '[{"question":"x"}]'))).toEqual([
      'f.json: no record has a query; accepted: records with qid, query, retrieval_gt, generation_gt',
    ]);
    expect(await faultsOf(() => imported(autorag, 'PAR1garbage', 'x.parquet'))).toEqual([
      expect.stringMatching(/^x\.parquet: not readable as Parquet: /),
    ]);
  });
});
