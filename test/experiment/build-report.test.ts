import { describe, expect, it } from 'vitest';
import type { Block, Dataset } from '../../src/core/model.ts';
import { createRng } from '../../src/core/rng.ts';
import { resolveMeasure } from '../../src/eval/measure-name.ts';
import { measures } from '../../src/eval/measures/registry.ts';
import { summarise } from '../../src/experiment/build-report.ts';
import { planExperiment } from '../../src/experiment/plan.ts';
import { runExperiment } from '../../src/experiment/run.ts';
import { createBootstrap } from '../../src/stats/bootstrap.ts';
import { quietContext, tinyCatalog, tinyDataset } from './tiny.ts';

async function reportOf(dataset: Dataset = tinyDataset, systems = ['words', 'both']) {
  const catalog = tinyCatalog();
  const plan = planExperiment(catalog, { systems, measures: ['R@3', 'RR'], cutoff: 3, chunker: 'lines' });
  return (await runExperiment({ plan, catalog, dataset, context: quietContext(), version: '1.2.3', files: false }))
    .report;
}

describe('the report', () => {
  it('describes corpus and questions', async () => {
    const report = await reportOf();
    expect(report.seed).toBe(7);
    expect(report.tool).toEqual({ version: '1.2.3' });
    expect(report.corpus).toMatchObject({
      documents: 1,
      pages: 1,
      words: 10,
      chunks: 5,
      tokens: 14,
      chunker: 'lines(skip=0)',
    });
    expect(report.questions).toMatchObject({
      facts: 2,
      total: 4,
      wordings: { same: 2, paraphrase: 2 },
      splits: { tuning: 1, 'held-out': 1 },
      splitEvidence: [],
    });
    expect(report.systems).toEqual([
      { label: 'words', spec: 'words' },
      { label: 'both', spec: 'pair[words,words(bonus=1)]' },
    ]);
  });

  it('holds the full product of wording and split, hits with Wilson bounds and other values with bootstrap bounds', async () => {
    const report = await reportOf();
    const own = report.scores.filter(({ system }) => system === 'words');
    expect(own.map(({ wording, split, n }) => `${wording}/${split}/${n}`)).toEqual([
      'all/all/4',
      'all/tuning/2',
      'all/held-out/2',
      'same/all/2',
      'same/tuning/1',
      'same/held-out/1',
      'paraphrase/all/2',
      'paraphrase/tuning/1',
      'paraphrase/held-out/1',
    ]);
    expect(own[0]!.measures['R@3']).toMatchObject({ value: 0.5, hits: 2 });
    expect(own[0]!.measures['R@3']!.low).toBeCloseTo(0.15, 2);
    expect(own[0]!.measures.RR).toEqual({ value: 0.5, low: 0, high: 1 });
  });

  it('counts entries without signal in ranks, marked, and never in scores', async () => {
    const report = await reportOf();
    // "first letter" shares no word: all five chunks keep their place, so chunk 0 stands first without having matched.
    expect(report.questionResults[1]).toMatchObject({
      id: 'a.para',
      fact: 'a',
      evidence: ['doc#0'],
      ranks: { words: 1, both: 1 },
      signal: { words: false, both: false },
    });
    const row = report.scores.find(({ wording, split }) => wording === 'paraphrase' && split === 'all')!;
    expect(row.measures['R@3']!.hits).toBe(0);
  });

  it('says of an answer beyond the depth whether it would have matched, in questions as in misses', async () => {
    const [, , topic] = tinyDataset.topics;
    const evidence = tinyDataset.evidence.filter(({ topicId }) => topicId === topic!.id);
    const asked = (text: string): Dataset => ({ ...tinyDataset, topics: [{ ...topic!, text }], evidence });
    const beyond = async (text: string) => {
      const catalog = tinyCatalog();
      const plan = planExperiment(catalog, { systems: ['words'], measures: [], cutoff: 1, depth: 1, chunker: 'lines' });
      const context = quietContext();
      const dataset = asked(text);
      return (await runExperiment({ plan, catalog, dataset, context, version: '1', files: false })).report;
    };
    const matching = await beyond('alpha one delta');
    expect(matching.questionResults[0]).toMatchObject({ ranks: { words: null }, signal: { words: true } });
    expect(matching.misses[0]).toMatchObject({ rank: null, signal: true, diagnosis: 'outranked' });
    const silent = await beyond('alpha one');
    expect(silent.questionResults[0]).toMatchObject({ ranks: { words: null }, signal: { words: false } });
    expect(silent.misses[0]).toMatchObject({ rank: null, signal: false, diagnosis: 'no-signal' });
  });

  it('pairs the wordings of each fact', async () => {
    expect((await reportOf()).paired[0]).toEqual({
      system: 'words',
      cutoff: 3,
      both: 0,
      sameOnly: 2,
      paraphraseOnly: 0,
      neither: 0,
      p: 0.5,
    });
  });

  it('counts as read only what matched', async () => {
    const { cost, corpus } = await reportOf();
    // doc#0 has 9 characters, doc#3 has 10: 3 tokens each, read for two of four questions.
    expect(cost[0]).toEqual({
      system: 'words',
      cutoff: 3,
      tokens: 1.5,
      ratio: Number((corpus.tokens / 1.5).toPrecision(9)),
    });
  });

  it('takes a question with two needs for answered when both are met, and describes the one that is not', async () => {
    const more = { topicId: 'a.same', docId: 'doc', span: { start: 10, end: 14 }, grade: 1, need: 1 };
    const report = await reportOf({ ...tinyDataset, evidence: [...tinyDataset.evidence, more] }, ['words']);
    const miss = report.misses.find(({ question }) => question === 'a.same');
    const other = report.questionResults[0]!.evidence.find((chunk) => chunk !== 'doc#0');
    expect(miss).toMatchObject({ chunk: other, signal: false });
    expect(report.questionResults[0]).toMatchObject({ ranks: { words: 1 }, values: { words: { 'R@3': 0.5, RR: 1 } } });
    expect(report.paired[0]).toMatchObject({ sameOnly: 1, neither: 1 });
  });

  it('keeps the corpus fingerprint whatever the synonyms, and theirs apart', async () => {
    const before = await reportOf();
    const listed = await reportOf({ ...tinyDataset, synonyms: { groups: [['alpha', 'beta']] } });
    expect(listed.corpus.fingerprint).toBe(before.corpus.fingerprint);
    expect(listed.questions.fingerprint).toBe(before.questions.fingerprint);
    expect(listed.synonyms).toMatchObject({ groups: 1 });
    expect(listed.synonyms.fingerprint).not.toBe(before.synonyms.fingerprint);
  });

  it('ends with the RESULT line, wordings in order', async () => {
    expect((await reportOf()).result).toBe(
      'RESULT seed=7 chunks=5 questions=4 words:same:R@3=2/2 words:paraphrase:R@3=0/2 both:same:R@3=2/2 both:paraphrase:R@3=0/2',
    );
  });

  it('without wordings gives one value a system, as a number where it is no count', async () => {
    const topics = tinyDataset.topics.map((topic) => ({ ...topic, labels: {} }));
    const more = { topicId: 'a.same', docId: 'doc', span: { start: 10, end: 14 }, grade: 1, need: 1 };
    const report = await reportOf({ ...tinyDataset, seed: null, topics, evidence: [...tinyDataset.evidence, more] }, [
      'words',
    ]);
    expect(report.result).toBe('RESULT seed=none chunks=5 questions=4 words:all:R@3=0.3750');
    expect(report.scores).toHaveLength(1);
    expect(report.paired).toEqual([]);
    expect(report.questions).toMatchObject({ facts: 4, wordings: {}, splits: {} });
  });

  it('without wordings gives a decimal even where questions could be counted', async () => {
    const topics = tinyDataset.topics.map((topic) => ({ ...topic, labels: {} }));
    expect((await reportOf({ ...tinyDataset, topics }, ['words'])).result).toMatch(/ words:all:R@3=0\.5000$/);
  });

  it('measures named slices at the headline cutoff, by wording', async () => {
    const topics = tinyDataset.topics.map((topic, n) => ({ ...topic, slices: n < 2 ? ['letters', 'first'] : [] }));
    const { slices, questionResults } = await reportOf({ ...tinyDataset, topics });
    expect(questionResults.map((each) => each.slices)).toEqual(topics.map((topic) => topic.slices));
    expect(slices!.map(({ system, slice, wording, n }) => `${system} ${slice} ${wording} ${n}`)).toEqual(
      ['words', 'both'].flatMap((system) =>
        ['first', 'letters'].flatMap((slice) => [
          `${system} ${slice} all 2`,
          `${system} ${slice} same 1`,
          `${system} ${slice} paraphrase 1`,
        ]),
      ),
    );
    expect(slices![1]!.measures).toMatchObject({ 'R@3': { value: 1, hits: 1 } });
    expect(slices![2]!.measures).toMatchObject({ 'R@3': { value: 0, hits: 0 } });
    expect(await reportOf()).not.toHaveProperty('slices');
  });

  it('says where the answers stand, where more than the document is known', async () => {
    expect(await reportOf()).not.toHaveProperty('places');
    const [document] = tinyDataset.documents;
    const paged: Block[] = [
      { kind: 'paragraph', span: { start: 0, end: 20 }, path: [], page: 3 },
      { kind: 'paragraph', span: { start: 20, end: 50 }, path: [], page: 4 },
    ];
    const { places } = await reportOf({ ...tinyDataset, documents: [{ ...document!, blocks: paged }] });
    expect(places).toEqual({
      'doc#0': { document: 'doc', page: 3, path: [] },
      'doc#3': { document: 'doc', page: 4, path: [] },
    });
  });

  it('does not depend on which other systems were run', async () => {
    const [alone, beside] = [await reportOf(tinyDataset, ['words']), await reportOf()];
    expect(beside.scores.filter(({ system }) => system === 'words')).toEqual(alone.scores);
    expect(beside.misses.filter(({ system }) => system === 'words')).toEqual(alone.misses);
  });

  it('gives questions a fingerprint that moves with texts, labels and evidence', async () => {
    const before = (await reportOf()).questions.fingerprint;
    const [first, ...others] = tinyDataset.topics;
    const changed = { ...tinyDataset, topics: [{ ...first!, text: 'alpha!' }, ...others] };
    expect((await reportOf(changed)).questions.fingerprint).not.toBe(before);
    const [gold, ...more] = tinyDataset.evidence;
    const regraded = { ...tinyDataset, evidence: [{ ...gold!, grade: 2 }, ...more] };
    expect((await reportOf(regraded)).questions.fingerprint).not.toBe(before);
    expect((await reportOf()).questions.fingerprint).toBe(before);
  });
});

describe('summarise', () => {
  const bootstrap = createBootstrap(createRng(1));

  it('counts hits where every question has one need, whatever the values; else never', () => {
    const recall = resolveMeasure('R@3', measures);
    expect(summarise(recall, Float64Array.of(1, 0, 1, 1), true, bootstrap)).toMatchObject({ value: 0.75, hits: 3 });
    expect(summarise(recall, Float64Array.of(1, 0, 1, 1), false, bootstrap)).not.toHaveProperty('hits');
    const success = resolveMeasure('Success@3', measures);
    expect(summarise(success, Float64Array.of(1, 0), false, bootstrap)).toMatchObject({ value: 0.5, hits: 1 });
  });

  it('does not call reciprocal ranks hits, even where all are 0 or 1', () => {
    expect(summarise(resolveMeasure('RR', measures), Float64Array.of(1, 0), true, bootstrap)).not.toHaveProperty(
      'hits',
    );
  });

  it('follows the aggregate of the measure', () => {
    const recall = resolveMeasure('R@3', measures);
    const sum = { ...recall, def: { ...recall.def, aggregate: 'sum' as const } };
    expect(summarise(sum, Float64Array.of(1, 0.5), false, bootstrap)).toEqual({ value: 1.5 });
    const geometric = { ...recall, def: { ...recall.def, aggregate: 'geometric' as const } };
    expect(summarise(geometric, Float64Array.of(0.5, 0.125), false, bootstrap).value).toBeCloseTo(0.25, 12);
  });
});
