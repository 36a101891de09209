import { describe, expect, it } from 'vitest';
import { wordEncoder } from '../../src/contracts/word-encoder.ts';
import type { RetrieverDef } from '../../src/core/contracts.ts';
import type { Dataset, Evidence } from '../../src/core/model.ts';
import type { ExplainOptions } from '../../src/experiment/explain.ts';
import { runExplanation } from '../../src/experiment/explain-run.ts';
import { planExperiment } from '../../src/experiment/plan.ts';
import { bm25 } from '../../src/retrieval/bm25.ts';
import { dense } from '../../src/retrieval/dense.ts';
import { rrf } from '../../src/retrieval/rrf.ts';
import { pairSystem, quietContext, tinyCatalog, tinyDataset, wordSystem } from './tiny.ts';

const broken: RetrieverDef = {
  ...wordSystem(),
  name: 'broken',
  async open(...given) {
    const searcher = await wordSystem().open(...given);
    return {
      ...searcher,
      anatomy: () => {
        throw new TypeError('no idea');
      },
    };
  },
};

const catalog = {
  ...tinyCatalog([wordSystem(), pairSystem(), bm25, dense, rrf, broken]),
  encoders: [{ name: 'use-lite', summary: 'words', open: async () => wordEncoder() }],
};

interface Asked {
  readonly dataset?: Dataset;
  readonly depth?: number;
  readonly explain?: ExplainOptions;
  readonly keepGoing?: boolean;
}

function explained(systems: readonly string[], { dataset = tinyDataset, depth, explain = {}, ...more }: Asked = {}) {
  const plan = planExperiment(catalog, {
    systems,
    measures: ['RR'],
    cutoff: 1,
    chunker: 'lines',
    ...(depth === undefined ? {} : { depth }),
  });
  return runExplanation({ plan, catalog, dataset, context: quietContext(), explain, ...more });
}

const only = (question: string): Asked => ({ explain: { questions: [question] } });

describe('explainQuestions', () => {
  it('explains the questions that are asked for, in the order of the set', async () => {
    const { questions } = await explained(['words'], { explain: { questions: ['d.same', 'a.same'] } });
    expect(questions.map(({ id }) => id)).toEqual(['a.same', 'd.same']);
    expect((await explained(['words'])).questions).toHaveLength(4);
  });

  it('leaves out what was found where only misses are wanted', async () => {
    const { questions, systems } = await explained(['words', 'bm25'], { explain: { onlyMisses: true } });
    expect(questions.map(({ id }) => id)).toEqual(['a.para', 'd.para']);
    expect(systems.map(({ label }) => label)).toEqual(['words', 'bm25']);
  });

  it('lets a system that has only its own words speak in them', async () => {
    const { questions } = await explained(['words'], only('d.same'));
    expect(questions[0]!.systems[0]).toMatchObject({
      found: true,
      answer: { chunk: 'doc#3', rank: 1, anatomy: { kind: 'parts', parts: [{ term: 'delta', weight: 1 }] } },
      above: [],
      lead: [],
    });
    expect(questions[0]!.systems[0]).not.toHaveProperty('reading');
    expect(questions[0]!.systems[0]).not.toHaveProperty('diagnosis');
  });

  it('shows the sentence of each chunk that a dense system matched best', async () => {
    const { questions } = await explained(['dense'], only('d.same'));
    const { answer, above } = questions[0]!.systems[0]!;
    expect(answer!.anatomy).toEqual({ kind: 'sentences', parts: [{ term: 'delta four', weight: answer!.score }] });
    for (const { anatomy, score } of above) {
      expect(anatomy!.kind === 'sentences' && anatomy!.parts[0]!.weight).toBe(score);
    }
    expect(above.length).toBe(3);
  });

  it('names the lists of a fusion by their specs, and leads by them', async () => {
    const { questions } = await explained(['rrf[bm25,dense]'], only('d.same'));
    const { answer } = questions[0]!.systems[0]!;
    const votes = answer!.anatomy!.kind === 'lists' ? answer!.anatomy!.votes : [];
    expect(votes.map(({ list, rank }) => [list, rank])).toEqual([
      ['bm25', 1],
      ['dense', 1],
    ]);
  });

  it('knows which other system has the answer in its top', async () => {
    const { questions } = await explained(['words', 'w2=words(bonus=1)', 'dense'], only('d.para'));
    for (const { system, reachedBy, found } of questions[0]!.systems) {
      const others = questions[0]!.systems.filter((other) => other.system !== system && other.found);
      expect([system, reachedBy, found]).toEqual([system, others.map((other) => other.system), found]);
    }
  });

  it('speaks, of several needs, of the one that is met last', async () => {
    const second: Evidence = { ...tinyDataset.evidence[0]!, topicId: 'd.same', need: 1 };
    const dataset = { ...tinyDataset, evidence: [...tinyDataset.evidence, second] };
    const { questions } = await explained(['words'], { dataset, ...only('d.same') });
    expect(questions[0]!.evidence.map(({ quote }) => quote)).toEqual(['delta four', 'alpha one']);
    expect(questions[0]!.systems[0]).toMatchObject({
      found: false,
      diagnosis: 'no-signal',
      answer: { chunk: 'doc#0', rank: 2, signal: false },
    });
  });

  it('gives no rank, score or tie beyond the depth, and still what the answer is made of', async () => {
    const dataset = {
      ...tinyDataset,
      topics: [{ ...tinyDataset.topics[2]!, text: 'alpha one beta two delta' }],
      evidence: [tinyDataset.evidence[2]!],
    };
    const { questions, depth } = await explained(['words'], { dataset, depth: 1 });
    expect(depth).toBe(1);
    const { answer, gap, outrankedBy, inCandidates, ...rest } = questions[0]!.systems[0]!;
    expect(answer).toMatchObject({ chunk: 'doc#3', rank: null, signal: true, score: null });
    expect(answer!.anatomy).toBeDefined();
    expect([gap, outrankedBy, inCandidates]).toEqual([null, 1, false]);
    expect(rest).not.toHaveProperty('tie');
  });

  it('shows a question without evidence with what ranks first, and one whose evidence is in no chunk', async () => {
    const free = { ...tinyDataset, topics: [tinyDataset.topics[0]!], evidence: [] };
    const { questions } = await explained(['bm25'], { dataset: free });
    expect(questions[0]!.systems[0]).toMatchObject({
      found: false,
      outrankedBy: 0,
      lead: [],
      above: [{ chunk: 'doc#0' }],
    });
    expect(questions[0]!.systems[0]).not.toHaveProperty('answer');
    expect(questions[0]!.systems[0]).not.toHaveProperty('diagnosis');
    expect(questions[0]!.systems[0]).not.toHaveProperty('shared');
    const gone = { ...free, evidence: [{ topicId: 'a.same', docId: 'elsewhere', grade: 1, need: 0 }] };
    const { questions: lost } = await explained(['bm25'], { dataset: gone });
    expect(lost[0]!.evidence).toEqual([{ document: 'elsewhere', quote: '', chunks: [] }]);
    expect(lost[0]!.systems[0]).not.toHaveProperty('answer');
    expect(lost[0]!.systems[0]!.diagnosis).toBeDefined();
  });

  it('compares with the chunk where a whole document is the answer', async () => {
    const evidence = [{ topicId: 'a.same', docId: 'doc', grade: 1, need: 0 }];
    const dataset = { ...tinyDataset, topics: [tinyDataset.topics[0]!], evidence };
    const { questions } = await explained(['bm25'], { dataset });
    expect(questions[0]!.systems[0]!.shared).toEqual(['alpha']);
  });

  it('tells a system that cannot explain itself as failed, or fails by its name', async () => {
    await expect(explained(['broken'])).rejects.toThrow('system broken failed: TypeError: no idea');
    const { failed, systems, questions } = await explained(['broken', 'words'], { keepGoing: true });
    expect(failed).toEqual([{ system: 'broken', problem: 'TypeError: no idea' }]);
    expect(systems.map(({ label }) => label)).toEqual(['words']);
    expect(questions[0]!.systems.map(({ system }) => system)).toEqual(['words']);
    await expect(explained(['broken'], { keepGoing: true })).rejects.toThrow(
      'system broken failed: TypeError: no idea',
    );
  });

  it('shows as many of the first chunks as are asked for', async () => {
    const above = async (n: number) =>
      (await explained(['dense'], { explain: { questions: ['a.para'], above: n } })).questions[0]!.systems[0]!.above;
    expect(await above(0)).toEqual([]);
    expect(await above(2)).toHaveLength(2);
    expect(await above(99)).toHaveLength(4);
  });

  it('says how far it is, and stops when it is told to', async () => {
    const stop = new AbortController();
    const context = quietContext(stop.signal);
    const plan = planExperiment(catalog, { systems: ['words'], measures: ['RR'], cutoff: 1, chunker: 'lines' });
    const request = { plan, catalog, dataset: tinyDataset, explain: {} };
    await runExplanation({ ...request, context });
    const told = context.events.filter((event) => 'stage' in event && event.stage === 'explain words');
    expect(told).toEqual([
      { kind: 'stage-began', stage: 'explain words', total: 4 },
      ...[1, 2, 3, 4].map((done) => ({ kind: 'stage-advanced', stage: 'explain words', done, total: 4 })),
      { kind: 'stage-ended', stage: 'explain words' },
    ]);
    const stopping = {
      ...context,
      progress: {
        report: (event: { kind: string }) => event.kind === 'stage-advanced' && stop.abort(new Error('enough')),
      },
    };
    await expect(runExplanation({ ...request, context: stopping })).rejects.toThrow('enough');
  });
});
