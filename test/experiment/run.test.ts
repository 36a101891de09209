import { describe, expect, it } from 'vitest';
import type { RetrieverDef, SearchRequest } from '../../src/core/contracts.ts';
import type { Ranking } from '../../src/core/model.ts';
import { rankScores } from '../../src/core/order.ts';
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
    const messages = async (cutoff: number): Promise<string[]> => {
      const context = quietContext();
      const catalog = tinyCatalog();
      const plan = planExperiment(catalog, { systems: ['words'], measures: [], cutoff, chunker: 'lines' });
      await runExperiment({ ...request([wordSystem()], ['words']), plan, catalog, context });
      return context.events.flatMap((event) => (event.kind === 'warning' ? [event.message] : []));
    };
    expect(await messages(5)).toEqual([]);
    expect(await messages(1000)).toEqual(['--cutoff 1000 is more than the 5 chunks there are']);
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
