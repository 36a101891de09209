import { describe, expect, it } from 'vitest';
import type { EncoderDef, RetrieverDef } from '../../src/core/contracts.ts';
import { rankScores } from '../../src/core/order.ts';
import { measureLatency } from '../../src/experiment/latency.ts';
import { planExperiment } from '../../src/experiment/plan.ts';
import { quietContext, tinyCatalog, tinyDataset, wordSystem } from './tiny.ts';

/** Notes each search. */
function noting(name: string, log: string[], inputs?: { min: number; max: number }): RetrieverDef {
  return {
    name,
    summary: name,
    params: {},
    ...(inputs && { inputs }),
    open: async (collection, _params, context, inner) => {
      const encoder = inputs ? undefined : await context.encoder('notes');
      return {
        search: async (requests) => {
          log.push(`${name} ${requests.length}`);
          for (const searcher of inner) await searcher.search(requests);
          await encoder?.encode(['question'], 'query');
          return requests.map(({ topic, depth }) =>
            rankScores(
              topic.id,
              collection.chunks.map(() => 1),
              depth,
              0,
            ),
          );
        },
      };
    },
  };
}

function notesEncoder(log: string[]): EncoderDef {
  return {
    name: 'notes',
    summary: 'notes',
    open: async (_, cacheDir) => ({
      dims: 1,
      fingerprint: 'notes',
      encode: async (_texts, role) => {
        log.push(`${role} ${cacheDir === undefined ? 'computed' : 'stored'}`);
        return new Float32Array(1);
      },
      pieces: (text) => [text],
      reach: (text) => text.length,
      close: async () => {
        log.push(`closed ${cacheDir ?? 'anew'}`);
      },
    }),
  };
}

describe('measureLatency', () => {
  it('asks one question at a time, fusions through to their inputs, questions encoded anew', async () => {
    const log: string[] = [];
    const catalog = {
      ...tinyCatalog([noting('leaf', log), noting('over', log, { min: 1, max: 1 })]),
      encoders: [notesEncoder(log)],
    };
    const plan = planExperiment(catalog, {
      systems: ['over[leaf]', 'leaf'],
      measures: ['RR'],
      cutoff: 1,
      chunker: 'lines',
    });
    const times = await measureLatency({
      plan,
      catalog,
      dataset: tinyDataset,
      context: quietContext(),
      cacheDir: '/nowhere',
      labels: ['over[leaf]', 'unknown'],
    });
    expect([...times.keys()]).toEqual(['over[leaf]']);
    expect(times.get('over[leaf]')).toBeGreaterThan(0);
    const count = (entry: string): number => log.filter((each) => each === entry).length;
    expect(count('over 1')).toBeGreaterThanOrEqual(4 * tinyDataset.topics.length);
    expect(count('leaf 1')).toBe(count('over 1'));
    expect(count('query computed')).toBe(count('leaf 1'));
    expect(count('query stored')).toBe(0);
    expect(log.slice(-2)).toEqual(['closed /nowhere', 'closed anew']);
  });

  it('asks what an experiment asks: under the filter, and of the chunks that are left', async () => {
    const asked = new Set<string>();
    const noting: RetrieverDef = {
      name: 'noting',
      summary: '',
      params: {},
      open: async (collection) => ({
        search: async (requests) =>
          requests.map(({ topic, depth, filter }) => {
            asked.add(`${collection.chunks.length} chunks, ${filter?.text}, ${filter?.count}`);
            return rankScores(
              topic.id,
              collection.chunks.map(() => 1),
              depth,
              0,
              filter?.allowed,
            );
          }),
      }),
    };
    const catalog = tinyCatalog([noting]);
    const plan = planExperiment(catalog, { systems: ['noting'], measures: [], cutoff: 1, chunker: 'lines' });
    const documents = ['a', 'b'].map((id) => ({
      id,
      title: id,
      text: `same\n${id}`,
      blocks: [],
      meta: { team: id },
      source: id,
    }));
    const dataset = { ...tinyDataset, documents, evidence: [] };
    const request = { plan, catalog, dataset, context: quietContext(), labels: ['noting'] };
    await measureLatency({ ...request, filter: 'team = b' });
    await measureLatency({ ...request, dedupe: 'exact' });
    expect([...asked]).toEqual(['4 chunks, team = b, 2', '3 chunks, undefined, undefined']);
  });

  it.each(['open', 'search'])('leaves out a system that cannot %s, where it is to go on', async (where) => {
    const broken: RetrieverDef = {
      name: 'broken',
      summary: '',
      params: {},
      open: async () => {
        const fail = async () => {
          throw new Error('no');
        };
        if (where === 'open') await fail();
        return { search: fail };
      },
    };
    const catalog = tinyCatalog([wordSystem(), broken]);
    const plan = planExperiment(catalog, { systems: ['broken', 'words'], measures: [], cutoff: 1, chunker: 'lines' });
    const request = {
      plan,
      catalog,
      dataset: tinyDataset,
      context: quietContext(),
      labels: ['broken', 'words'],
    };
    expect([...(await measureLatency({ ...request, keepGoing: true })).keys()]).toEqual(['words']);
    await expect(measureLatency(request)).rejects.toThrow('system broken failed: Error: no');
  });

  it('ends at once when interrupted', async () => {
    const stopped = new AbortController();
    stopped.abort();
    const catalog = tinyCatalog();
    const plan = planExperiment(catalog, { systems: ['words'], measures: ['RR'], cutoff: 1, chunker: 'lines' });
    const request = { plan, catalog, dataset: tinyDataset, context: quietContext(stopped.signal), labels: ['words'] };
    await expect(measureLatency(request)).rejects.toThrow();
  });
});
