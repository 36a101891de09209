import { describe, expect, it } from 'vitest';
import type { RetrieverDef } from '../../src/core/contracts.ts';
import type { Dataset, Document, Evidence } from '../../src/core/model.ts';
import type { Diagnosis } from '../../src/core/results.ts';
import { runExplanation } from '../../src/experiment/explain-run.ts';
import { planExperiment } from '../../src/experiment/plan.ts';
import { runExperiment } from '../../src/experiment/run.ts';
import { bm25 } from '../../src/retrieval/bm25.ts';
import { quietContext, tinyCatalog } from './tiny.ts';

/** What the system below reads of a chunk. */
const REACH = 120;
const CUTOFF = 2;

/** BM25 that reads no further than an encoder with a limit would. */
const shortSighted: RetrieverDef = {
  name: 'short-sighted',
  summary: 'BM25 over the beginnings of chunks',
  params: {},
  async open(collection, _params, context) {
    const chunks = collection.chunks.map((chunk) => ({ ...chunk, text: chunk.text.slice(0, REACH) }));
    const clipped = { ...collection, chunks };
    const searcher = await bm25.open(clipped, { k1: 1.2, b: 0.75, analyzer: 'article' }, context, []);
    return { ...searcher, reach: () => REACH };
  },
};

const LONG = 'filler words that say nothing at all come first here and go on for a while until much later it is told';

/** Each case: its question, the lines that are there for it, and the one that answers. No two cases share a word. */
const CASES: readonly {
  readonly diagnosis: Diagnosis;
  readonly question: string;
  readonly lines: readonly string[];
  /** A part of one line, or of two with the line feed between them. */
  readonly quote: string;
  readonly elsewhere?: true;
}[] = [
  {
    diagnosis: 'split',
    question: 'glacier',
    lines: ['refunds beyond the limit need approval', 'which directors give'],
    quote: 'approval\nwhich directors give',
  },
  {
    diagnosis: 'filtered',
    question: 'helmet shed',
    lines: ['helmets hang inside a shed'],
    quote: 'helmets hang inside a shed',
    elsewhere: true,
  },
  {
    diagnosis: 'truncated',
    question: 'locker code',
    lines: [`${LONG} ${'padding '.repeat(4)} locker code seven`],
    quote: 'locker code seven',
  },
  {
    diagnosis: 'vocabulary',
    question: 'quixotic zymurgy',
    lines: ['brewing takes place downstairs'],
    quote: 'brewing takes place downstairs',
  },
  {
    diagnosis: 'no-signal',
    question: 'parasol',
    lines: ['parasol stands near pool', 'umbrella stand holds sunshades'],
    quote: 'umbrella stand holds sunshades',
  },
  {
    diagnosis: 'tied',
    question: 'kayak',
    lines: ['kayak red oak', 'kayak blue elm', 'kayak green ash', 'kayak white fir'],
    quote: 'kayak green ash',
  },
  {
    diagnosis: 'duplicate-crowded',
    question: 'lantern oil',
    lines: [
      'lantern oil lantern oil bench',
      'lantern oil lantern oil bench',
      'every lantern takes oil from yonder canister beside that tall wooden cupboard',
    ],
    quote: 'every lantern takes oil',
  },
  {
    diagnosis: 'near-miss',
    question: 'compass needle',
    lines: [
      'compass needle compass needle north',
      'needle compass needle southward east',
      'compass rests upon an old mahogany desk amid many dusty nautical charts',
    ],
    quote: 'compass rests upon',
  },
  {
    diagnosis: 'outranked',
    question: 'anchor chain',
    lines: [
      'anchor chain anchor chain rusts',
      'anchor chain iron anchor',
      'chain anchor chain links',
      'chain anchor galvanised steel',
      'an anchor lies among seaweed, driftwood, pebbles, shells, nets, buoys, crates',
    ],
    quote: 'anchor lies among',
  },
];

function planted(): Dataset {
  const documents = (['here', 'elsewhere'] as const).map((id): Document => {
    const own = CASES.filter((each) => (each.elsewhere === true) === (id === 'elsewhere'));
    const text = own.flatMap(({ lines }) => lines).join('\n');
    return { id, title: '', text, blocks: [], meta: { shelf: id }, source: 'planted' };
  });
  const evidence = CASES.map(({ diagnosis, quote, elsewhere }): Evidence => {
    const docId = elsewhere ? 'elsewhere' : 'here';
    const start = documents.find(({ id }) => id === docId)!.text.indexOf(quote);
    return { topicId: diagnosis, docId, span: { start, end: start + quote.length }, grade: 1, need: 0 };
  });
  return {
    name: 'planted',
    seed: null,
    documents,
    topics: CASES.map(({ diagnosis, question }) => ({ id: diagnosis, text: question, labels: {}, slices: [] })),
    evidence,
    synonyms: { groups: [] },
  };
}

const catalog = tinyCatalog([shortSighted]);
const plan = planExperiment(catalog, {
  systems: ['short-sighted'],
  measures: ['RR'],
  cutoff: CUTOFF,
  chunker: 'lines',
});
const request = { plan, catalog, dataset: planted(), context: quietContext(), filter: 'shelf = here' };
const expected = Object.fromEntries(CASES.map(({ diagnosis }) => [diagnosis, diagnosis]));

describe('a corpus in which each diagnosis is planted once', () => {
  it('is diagnosed by a run as it was planted', async () => {
    const { report } = await runExperiment({ ...request, version: '0', files: false });
    expect(Object.fromEntries(report.misses.map(({ question, diagnosis }) => [question, diagnosis]))).toEqual(expected);
  });

  it('is diagnosed by an explanation as it was planted, with the rule and the remedy of each', async () => {
    const { questions, remedies } = await runExplanation({ ...request, explain: { hints: true } });
    const told = questions.map(({ id, systems }) => [id, systems[0]!.diagnosis]);
    expect(Object.fromEntries(told)).toEqual(expected);
    expect(remedies.map(({ diagnosis }) => diagnosis)).toEqual(CASES.map(({ diagnosis }) => diagnosis));
  });

  it('tells of each what the diagnosis rests on', async () => {
    const { questions } = await runExplanation({ ...request, explain: { hints: true } });
    const of = (id: Diagnosis) => questions.find((question) => question.id === id)!.systems[0]!;
    expect(of('filtered').answer).toMatchObject({ rank: null });
    expect(of('vocabulary').reading!.every(({ chunks }) => chunks === 0)).toBe(true);
    expect(of('no-signal').answer).toMatchObject({ signal: false });
    expect(of('no-signal').answer!.anatomy).toBeUndefined();
    expect(of('no-signal').hint).toEqual({ word: 'parasol', term: 'umbrella', rank: 2 });
    expect(of('tied').tie).toEqual({ size: 4, first: 1, last: 4, expectedRank: 2.5 });
    expect(of('tied').gap).toBe(0);
    expect(of('duplicate-crowded').answer!.rank).toBe(3);
    expect(of('near-miss').answer!.rank).toBe(3);
    expect(of('outranked')).toMatchObject({ outrankedBy: 4, inCandidates: true, shared: ['anchor'] });
    expect(of('outranked').lead.map(({ term }) => term)).toEqual(['chain', 'anchor']);
  });
});
