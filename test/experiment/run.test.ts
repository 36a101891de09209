import { describe, expect, it } from 'vitest';
import type { RetrieverDef, SearchRequest } from '../../src/core/contracts.ts';
import { LabError, LabErrors } from '../../src/core/errors.ts';
import type { Dataset, Ranking } from '../../src/core/model.ts';
import { rankScores } from '../../src/core/order.ts';
import { resolveMeasures } from '../../src/eval/measure-name.ts';
import { measures } from '../../src/eval/measures/registry.ts';
import { planExperiment } from '../../src/experiment/plan.ts';
import { type ExperimentRequest, runExperiment } from '../../src/experiment/run.ts';
import { fixedSystem, pairSystem, quietContext, tinyCatalog, tinyDataset, wordSystem } from './tiny.ts';

function request(
  retrievers: readonly RetrieverDef[],
  systems: readonly string[],
  { depth, ...more }: Partial<ExperimentRequest> & { readonly depth?: number } = {},
): ExperimentRequest {
  const catalog = tinyCatalog(retrievers);
  const plan = planExperiment(catalog, {
    systems,
    measures: ['R@1', 'RR'],
    cutoff: 1,
    chunker: 'lines',
    ...(depth === undefined ? {} : { depth }),
  });
  return { plan, catalog, dataset: tinyDataset, context: quietContext(), version: '9.9.9', files: true, ...more };
}

describe('runExperiment', () => {
  it('opens a shared inner system once, inputs first, and closes what it opened', async () => {
    const log: string[] = [];
    await runExperiment(request([wordSystem(log), pairSystem(log)], ['words', 'both', 'p=pair[words,both]']));
    expect(log).toEqual(['open words', 'open words', 'open pair of 2', 'open pair of 2', 'close words', 'close words']);
  });

  it('ranks all chunks unless a depth is given', async () => {
    const all = await runExperiment(request([wordSystem()], ['words']));
    expect(all.report.depth).toBe(5);
    expect(all.report.questionResults[3]!.ranks).toEqual({ words: 4 });
    const some = await runExperiment(request([wordSystem()], ['words'], { depth: 2 }));
    expect(some.report.depth).toBe(2);
    expect(some.report.questionResults[3]!.ranks).toEqual({ words: null });
  });

  it('yields run files with signal only, and chunk-level judgments', async () => {
    const { runs, qrels } = await runExperiment(request([wordSystem()], ['lex=words(bonus=2)']));
    expect(runs).toEqual([
      { name: '1-lex.run', text: 'a.same Q0 doc#0 1 3 words(bonus=2)\nd.same Q0 doc#3 1 3 words(bonus=2)\n' },
    ]);
    expect(qrels).toBe('a.same 0 doc#0 1\na.para 0 doc#0 1\nd.same 0 doc#3 1\nd.para 0 doc#3 1\n');
  });

  it('times each stage, outside the report', async () => {
    const { timings, report } = await runExperiment(request([wordSystem()], ['words']));
    expect(timings.map(({ stage }) => stage)).toEqual(['chunk', 'open words', 'search words', 'report']);
    expect(JSON.stringify(report)).not.toContain('"ms"');
  });

  it('names a system by its label in every stage, and inner ones by what they are', async () => {
    const { timings } = await runExperiment(request([wordSystem(), pairSystem()], ['lex=words(bonus=2)', 'both']));
    expect(timings.map(({ stage }) => stage)).toEqual([
      'chunk',
      'open lex',
      'open words',
      'open words(bonus=1)',
      'open both',
      'search lex',
      'search both',
      'report',
    ]);
  });

  it('fails as a whole where one system answers wrongly, naming system and question', async () => {
    const wrong = fixedSystem(
      (topicId): Ranking => ({ topicId, chunks: Uint32Array.of(0, 0), scores: Float64Array.of(2, 1), signal: 2 }),
    );
    await expect(runExperiment(request([wrong, wordSystem()], ['words', 'bad=fixed']))).rejects.toThrow(
      'system bad failed: question a.same: chunk 0 stands in the ranking twice',
    );
  });

  it('turns what a system throws into a fault of that system, and closes the others', async () => {
    const log: string[] = [];
    const broken: RetrieverDef = {
      name: 'broken',
      summary: '',
      params: {},
      open: () => Promise.reject(new TypeError('no such thing')),
    };
    await expect(runExperiment(request([wordSystem(log), broken], ['words', 'broken']))).rejects.toThrow(
      'system broken failed: TypeError: no such thing',
    );
    expect(log).toEqual(['open words', 'close words']);
  });

  it('stops where the user interrupts, between systems', async () => {
    const log: string[] = [];
    const controller = new AbortController();
    const interrupts: RetrieverDef = {
      name: 'interrupts',
      summary: '',
      params: {},
      async open() {
        setTimeout(() => controller.abort(), 0);
        await new Promise((resolve) => setTimeout(resolve, 5));
        return { search: async () => [] };
      },
    };
    const context = quietContext(controller.signal);
    await expect(
      runExperiment(request([interrupts, wordSystem(log)], ['interrupts', 'words'], { context })),
    ).rejects.toThrow(/aborted/);
    expect(log).toEqual([]);
  });

  it('stops before it cuts a dataset, where loading one took all the patience', async () => {
    const controller = new AbortController();
    const asked = request([wordSystem()], ['words'], { context: quietContext(controller.signal) });
    let cut = 0;
    const { chunker } = asked.plan;
    const def = {
      ...chunker.def,
      chunk: (...given: Parameters<typeof chunker.def.chunk>) => {
        cut++;
        return chunker.def.chunk(...given);
      },
    };
    setImmediate(() => controller.abort());
    await expect(runExperiment({ ...asked, plan: { ...asked.plan, chunker: { ...chunker, def } } })).rejects.toThrow(
      /aborted/,
    );
    expect(cut).toBe(0);
  });

  it('shows the oracle, and whoever asks, the chunks that carry the evidence', async () => {
    const oracle: RetrieverDef = {
      name: 'oracle',
      summary: '',
      params: {},
      open: async (collection, _params, context) => ({
        search: async (requests) =>
          requests.map(({ topic, depth }) => {
            const grades = context.judged(topic.id);
            return rankScores(
              topic.id,
              collection.chunks.map(({ ord }) => grades.get(ord) ?? 0),
              depth,
              0,
            );
          }),
      }),
    };
    const { report } = await runExperiment(request([oracle], ['oracle']));
    expect(report.misses).toEqual([]);
    expect(report.result).toContain('oracle:same:R@1=2/2 oracle:paraphrase:R@1=2/2');
  });

  it('warns of measures that look deeper than the depth asked for', async () => {
    const context = quietContext();
    const catalog = tinyCatalog();
    const plan = planExperiment(catalog, {
      systems: ['words'],
      measures: ['R@4'],
      cutoff: 2,
      depth: 3,
      chunker: 'lines',
    });
    await runExperiment({ ...request([wordSystem()], ['words']), plan, catalog, context });
    expect(context.events).toContainEqual({
      kind: 'warning',
      message: '--depth 3 is less than R@4 look: what lies beyond it counts as not retrieved',
    });
  });

  it('warns of a cutoff that no ranking can reach', async () => {
    const messages = async (cutoff: number, dataset = tinyDataset): Promise<string[]> => {
      const context = quietContext();
      const catalog = tinyCatalog();
      const plan = planExperiment(catalog, { systems: ['words'], measures: [], cutoff, chunker: 'lines' });
      await runExperiment({ ...request([wordSystem()], ['words'], { dataset }), plan, catalog, context });
      return context.events.flatMap((event) => (event.kind === 'warning' ? [event.message] : []));
    };
    expect(await messages(5)).toEqual([]);
    expect(await messages(1000)).toEqual(['--cutoff 1000 is more than the 5 chunks there are']);
    const [first] = tinyDataset.documents;
    const text = first!.text.split('\n')[0]!;
    const one = {
      ...tinyDataset,
      documents: [{ ...first!, text }],
      evidence: [{ ...tinyDataset.evidence[0]!, span: { start: 0, end: text.length } }],
    };
    expect(await messages(3, one)).toContain('--cutoff 3 is more than the one chunk there is');
  });

  it('warns of questions that no system can answer, naming the first five', async () => {
    const context = quietContext();
    const evidence = [...tinyDataset.evidence, { topicId: 'a.same', docId: 'elsewhere', grade: 1, need: 1 }];
    const mute: RetrieverDef = {
      name: 'mute',
      summary: '',
      params: {},
      async open() {
        const search = (requests: readonly SearchRequest[]) =>
          requests.map(({ topic }) => rankScores(topic.id, [], 0, 0));
        return { search: async (requests) => search(requests), terms: () => [] };
      },
    };
    await runExperiment(request([mute], ['mute'], { dataset: { ...tinyDataset, evidence }, context }));
    expect(context.events).toEqual([
      { kind: 'warning', message: 'questions that have evidence beyond every chunk: a.same' },
      {
        kind: 'warning',
        message: 'questions that hold no word that mute searches for: a.same, a.para, d.same, d.para',
      },
    ]);
  });

  describe('going on without systems that fail', () => {
    const throwing = (name: string, where: 'open' | 'search' | 'explain', asked: string[] = []): RetrieverDef => ({
      name,
      summary: '',
      params: {},
      async open(collection) {
        const fail = (): never => {
          throw new TypeError(`no ${where}`);
        };
        if (where === 'open') fail();
        return {
          search: async (requests) => {
            asked.push(name);
            if (where === 'search') fail();
            return requests.map(({ topic, depth }) =>
              rankScores(
                topic.id,
                collection.chunks.map(({ ord }) => ord),
                depth,
                0,
              ),
            );
          },
          explain: async () => fail(),
        };
      },
    });

    it.each(['open', 'search', 'explain'] as const)('leaves out one that cannot %s, and says so', async (where) => {
      const context = quietContext();
      const broken = throwing('broken', where);
      const { report, runs } = await runExperiment(
        request([wordSystem(), broken], ['b=broken', 'words'], { keepGoing: true, context }),
      );
      expect(report.failed).toEqual([{ system: 'b', problem: `TypeError: no ${where}` }]);
      expect(report.systems.map(({ label }) => label)).toEqual(['b', 'words']);
      for (const rows of [report.scores, report.paired, report.cost, report.misses]) {
        expect(new Set(rows.map(({ system }) => system))).toEqual(new Set(['words']));
      }
      expect(report.questionResults.map(({ ranks, values }) => [Object.keys(ranks), Object.keys(values)])).toEqual(
        report.questionResults.map(() => [['words'], ['words']]),
      );
      expect(report.result).toBe(
        'RESULT seed=7 chunks=5 questions=4 b:same:R@1=failed b:paraphrase:R@1=failed words:same:R@1=2/2 words:paraphrase:R@1=0/2',
      );
      expect(runs.map(({ name }) => name)).toEqual(['2-words.run']);
      const alone = await runExperiment(request([wordSystem()], ['words']));
      expect({ ...report.scores }).toEqual({ ...alone.report.scores });
      if (where !== 'explain') {
        expect(context.events).toContainEqual({
          kind: 'warning',
          message: `system b failed: TypeError: no ${where}`,
        });
      }
    });

    it('does not repeat the name of a system that says itself what is wrong', async () => {
      const speaking: RetrieverDef = {
        ...throwing('speaking', 'search'),
        open: () => Promise.reject(new LabError('system.failed', { system: 'speaking', problem: 'no server' })),
      };
      const { report } = await runExperiment(
        request([wordSystem(), speaking], ['words', 's=speaking'], { keepGoing: true }),
      );
      expect(report.failed).toEqual([{ system: 's', problem: 'no server' }]);
    });

    it('leaves out one whose answers are wrong', async () => {
      const wrong = fixedSystem(
        (topicId): Ranking => ({ topicId, chunks: Uint32Array.of(9), scores: Float64Array.of(2), signal: 1 }),
      );
      const { report } = await runExperiment(request([wordSystem(), wrong], ['words', 'fixed'], { keepGoing: true }));
      expect(report.failed).toEqual([
        { system: 'fixed', problem: 'question a.same: rank 1 is chunk 9, but there are 5 chunks' },
      ]);
    });

    it.each(['open', 'search'] as const)('leaves out a fusion over one that cannot %s, naming it', async (where) => {
      const asked: string[] = [];
      const { report } = await runExperiment(
        request(
          [wordSystem(), throwing('broken', where, asked), pairSystem()],
          ['words', 'br=broken', 'f=pair[broken,words]', 'ff=pair[pair[broken,words],words]'],
          { keepGoing: true },
        ),
      );
      expect(report.failed).toEqual([
        { system: 'br', problem: `TypeError: no ${where}` },
        { system: 'f', problem: `its input br failed: TypeError: no ${where}` },
        { system: 'ff', problem: `its input f failed: its input br failed: TypeError: no ${where}` },
      ]);
      // What failed once is not asked again.
      expect(asked).toHaveLength(where === 'open' ? 0 : 1);
    });

    it('names the input that failed a fusion, listed or not, whether the experiment goes on or not', async () => {
      const retrievers = [wordSystem(), throwing('broken', 'search'), pairSystem()];
      const { report } = await runExperiment(
        request(retrievers, ['words', 'f=pair[broken,words]'], { keepGoing: true }),
      );
      expect(report.failed).toEqual([{ system: 'f', problem: 'system broken failed: TypeError: no search' }]);
      await expect(runExperiment(request(retrievers, ['words', 'f=pair[broken,words]']))).rejects.toThrow(
        'system broken failed: TypeError: no search',
      );
    });

    it.each(['open', 'search', 'explain'] as const)('fails where every system cannot %s', async (where) => {
      const broken = throwing('broken', where);
      const failing = runExperiment(request([broken], ['b=broken'], { keepGoing: true }));
      await expect(failing).rejects.toBeInstanceOf(LabErrors);
      await expect(failing).rejects.toThrow(`system b failed: TypeError: no ${where}`);
      await expect(runExperiment(request([broken, wordSystem()], ['words', 'broken']))).rejects.toThrow(
        `system broken failed: TypeError: no ${where}`,
      );
    });

    it('does not take an interruption for a failed system', async () => {
      const controller = new AbortController();
      const stopping: RetrieverDef = {
        ...throwing('stopping', 'search'),
        open: async () => ({
          search: async () => {
            controller.abort();
            throw new Error('stopped');
          },
        }),
      };
      const context = quietContext(controller.signal);
      await expect(
        runExperiment(request([wordSystem(), stopping], ['stopping', 'words'], { keepGoing: true, context })),
      ).rejects.toThrow('stopped');
    });

    it('leaves no trace where nothing fails', async () => {
      const plain = await runExperiment(request([wordSystem()], ['words']));
      const going = await runExperiment(request([wordSystem()], ['words'], { keepGoing: true }));
      expect(going.report).toEqual(plain.report);
      expect(plain.report).not.toHaveProperty('failed');
    });
  });

  describe('under a filter', () => {
    const ownDocuments = ['people', 'finance'].map((team) => ({
      id: team,
      title: team,
      text: `alpha of ${team}\nbeta alpha\ngamma`,
      blocks: [],
      meta: { team },
      source: team,
    }));
    const span = { start: 0, end: 5 };
    const dataset: Dataset = {
      ...tinyDataset,
      documents: ownDocuments,
      topics: ['people', 'finance'].map((id) => ({ id, text: `alpha of ${id}`, labels: {}, slices: [] })),
      evidence: ['people', 'finance'].map((id) => ({ topicId: id, docId: id, span, grade: 1, need: 0 })),
    };
    const filter = 'team = "people"';

    it('returns nothing else, diagnoses what it leaves out, and counts where it leaves too few', async () => {
      const context = quietContext();
      const asked = request([wordSystem()], ['words'], { dataset, filter, context });
      const plan = { ...asked.plan, cutoff: 4, measures: resolveMeasures(['R@4'], measures, []) };
      const { report, runs } = await runExperiment({ ...asked, plan });
      expect(report.filter).toEqual({ text: 'team = people', chunks: 3 });
      expect(report.corpus.chunks).toBe(6);
      expect(runs[0]!.text).not.toContain('finance#');
      expect(report.questionResults[1]).toMatchObject({ ranks: { words: null } });
      expect(report.misses).toMatchObject([
        { question: 'finance', chunk: 'finance#0', rank: null, diagnosis: 'filtered' },
      ]);
      expect(report.shortfalls).toEqual([{ system: 'words', cutoff: 4, questions: 2, returned: 2 }]);
      expect(context.events).toContainEqual({
        kind: 'warning',
        message: '--cutoff 4 is more than the 3 chunks that pass the filter',
      });
    });

    it('refuses a system that returns what it leaves out', async () => {
      const deaf = fixedSystem(
        (topicId): Ranking => ({ topicId, chunks: Uint32Array.of(5), scores: Float64Array.of(1), signal: 1 }),
      );
      await expect(runExperiment(request([deaf], ['fixed'], { dataset, filter }))).rejects.toThrow(
        'system fixed failed: question people: rank 1 is chunk 5, which the filter leaves out',
      );
    });

    it('shows the oracle only answers that may be returned', async () => {
      const both = dataset.evidence.map((each) => ({ ...each, topicId: 'people' }));
      const seen: number[][] = [];
      const looking: RetrieverDef = {
        name: 'looking',
        summary: '',
        params: {},
        open: async (_collection, _params, { judged }) => {
          seen.push([...judged('people').keys()]);
          return { search: async (requests) => requests.map(({ topic }) => rankScores(topic.id, [], 0, 0)) };
        },
      };
      // Alternatives: either document answers.
      const one = { ...dataset, evidence: both };
      await runExperiment(request([looking], ['looking'], { dataset: one }));
      await runExperiment(request([looking], ['looking'], { dataset: one, filter: 'team = finance' }));
      expect(seen).toEqual([[0], [3]]);
    });
  });

  it('searches without copies where they are to be dropped, and counts them before', async () => {
    const text = 'alpha one\nbeta\nalpha one';
    const dataset: Dataset = {
      ...tinyDataset,
      documents: [{ ...tinyDataset.documents[0]!, text }],
      topics: [tinyDataset.topics[0]!],
      evidence: [{ topicId: 'a.same', docId: 'doc', span: { start: 15, end: 24 }, grade: 1, need: 0 }],
    };
    const plain = await runExperiment(request([wordSystem()], ['words'], { dataset }));
    expect(plain.report.corpus).toMatchObject({ chunks: 3, duplicates: { exact: 1, near: 0 } });
    expect(plain.report.corpus).not.toHaveProperty('dedupe');
    expect(plain.report.questionResults[0]).toMatchObject({ evidence: ['doc#2'], ranks: { words: 2 } });
    const { report } = await runExperiment(request([wordSystem()], ['words'], { dataset, dedupe: 'exact' }));
    expect(report.corpus).toMatchObject({ chunks: 2, duplicates: { exact: 1, near: 0 }, dedupe: 'exact' });
    expect(report.corpus.fingerprint).toBe(plain.report.corpus.fingerprint);
    expect(report.questionResults[0]).toMatchObject({ evidence: ['doc#0'], ranks: { words: 1 } });
  });

  it('keeps questions without evidence out of every figure', async () => {
    const idle = { id: 'idle', text: 'beta zulu', labels: { wording: 'same', split: 'tuning' }, slices: ['idle'] };
    const dataset = { ...tinyDataset, topics: [idle, ...tinyDataset.topics] };
    const { report, runs } = await runExperiment(request([wordSystem()], ['words'], { dataset }));
    const { questions, unanswerable, ...rest } = report;
    const plain = (await runExperiment(request([wordSystem()], ['words']))).report;
    const { questions: plainQuestions, ...plainRest } = plain;
    expect(rest).toEqual(plainRest);
    expect(questions).toEqual({ ...plainQuestions, unanswerable: 1, fingerprint: questions.fingerprint });
    expect(questions.fingerprint).not.toBe(plainQuestions.fingerprint);
    expect(unanswerable).toEqual([
      { system: 'words', n: 1, answeredWithSignal: 1, medianTopScore: 1, medianTopScoreAnswerable: 1 },
    ]);
    // What was asked is answered in the run file; whoever scores it finds no judgment.
    expect(runs[0]!.text).toContain('idle Q0 doc#1 1 1 words');
  });

  it('evaluates questions that were judged to have no answer, at 0', async () => {
    const evidence = tinyDataset.evidence.map((each, n) => (n === 0 ? { ...each, grade: 0 } : each));
    const { report } = await runExperiment(
      request([wordSystem()], ['words'], { dataset: { ...tinyDataset, evidence } }),
    );
    expect(report.questions).toMatchObject({ total: 4, unanswerable: 0 });
    expect(report.questionResults[0]!.values).toEqual({ words: { 'R@1': 0, RR: 0 } });
  });

  it('says that nothing was evaluated where no question has evidence', async () => {
    const failing = (topics: Dataset['topics']) =>
      runExperiment(request([wordSystem()], ['words'], { dataset: { ...tinyDataset, topics, evidence: [] } }));
    await expect(failing(tinyDataset.topics)).rejects.toMatchObject({
      code: 'nothing.answerable',
      message: 'nothing was evaluated: none of the 4 questions has evidence',
    });
    await expect(failing([])).rejects.toThrow('nothing was evaluated: there are no questions');
  });

  it('names the encoder that nobody registered', async () => {
    const dense: RetrieverDef = {
      name: 'dense',
      summary: '',
      params: {},
      async open(_collection, _params, context) {
        await context.encoder('nothing');
        return { search: async () => [] };
      },
    };
    await expect(runExperiment(request([dense], ['dense']))).rejects.toThrow('unknown encoder "nothing"');
  });
});
