// docs/plugins.md: its examples are loaded as they stand, used in the grammar, and keep the contract.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtinCatalog } from '../../src/catalog/builtin.ts';
import { KINDS } from '../../src/catalog/check-definition.ts';
import { importModule } from '../../src/catalog/import-module.ts';
import { loadPlugins } from '../../src/catalog/plugins.ts';
import * as contracts from '../../src/contracts/index.ts';
import { retrieverContract } from '../../src/contracts/retriever.ts';
import type { Catalog } from '../../src/core/contracts.ts';
import type { Document } from '../../src/core/model.ts';
import { splitList } from '../../src/core/spec.ts';
import { planExperiment } from '../../src/experiment/plan.ts';
import { runExperiment } from '../../src/experiment/run.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { quietContext, tinyDataset } from '../experiment/tiny.ts';

const page = readFileSync(new URL('../../docs/plugins.md', import.meta.url), 'utf8');
const folder = temporaryFolder();
const files = new Map(
  [...page.matchAll(/```(?:js|ts)\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(([, name, code]) => [name!, code!]),
);
mkdirSync(folder, { recursive: true });
for (const [name, code] of files) writeFileSync(join(folder, name), code);

const catalog = (): Promise<Catalog> => loadPlugins(['trigrams.mjs', './heading-boost.ts'], folder, builtinCatalog());

describe('docs/plugins.md', () => {
  it('shows a retriever of about twenty lines, one in TypeScript, and a test', () => {
    expect([...files.keys()]).toEqual(['trigrams.mjs', 'heading-boost.ts', 'trigrams.test.mjs']);
    expect(files.get('trigrams.mjs')!.trim().split('\n').filter(Boolean).length).toBeLessThan(25);
  });

  it('writes systems that can be planned, with the plugins', async () => {
    const systems = [...page.matchAll(/--systems '([^']+)'/g)].flatMap(([, list]) => splitList(list!));
    expect(systems.length).toBeGreaterThan(6);
    const request = { measures: ['R@3'], cutoff: 3, chunker: 'sentence' };
    const plan = planExperiment(await catalog(), { ...request, systems: [...systems, 'boosted'] });
    expect(plan.systems.at(-1)!.spec).toBe('heading-boost[bm25]');
  });

  it('runs: the retriever forgives a typing error, the heading raises its chunk', async () => {
    const text = '# Leave\nAsk for it early.\n# Parking\nAsk for it early.\n# Badges\nBadges are blue.';
    const spans = [...text.matchAll(/# (\w+)\n([^#\n]+)/g)].map(({ index, 0: whole, 1: heading }) => ({
      kind: 'paragraph' as const,
      span: { start: index, end: index + whole.length },
      path: [heading!],
    }));
    const document: Document = { id: 'doc', title: 'Doc', text, blocks: spans, meta: {}, source: 'memory' };
    const topic = (id: string, question: string) => ({ id, text: question, labels: {}, slices: [] });
    const evidence = (topicId: string, n: number) => ({
      topicId,
      docId: 'doc',
      span: spans[n]!.span,
      grade: 1,
      need: 0,
    });
    const dataset = {
      ...tinyDataset,
      documents: [document],
      topics: [topic('typo', 'bagdes bleu'), topic('parking', 'ask early parking')],
      evidence: [evidence('typo', 2), evidence('parking', 1)],
    };
    const own = await catalog();
    const cut = {
      name: 'blocks',
      summary: 'a chunk a block',
      params: {},
      chunk: ({ blocks }: Document) => blocks.map(({ span, path }) => ({ span, path })),
    };
    const full = { ...own, chunkers: [...own.chunkers, cut] };
    const request = { systems: ['bm25', 'trigrams', 'boosted'], measures: ['R@1'], cutoff: 1, chunker: 'blocks' };
    const plan = planExperiment(full, request);
    const { report } = await runExperiment({
      plan,
      catalog: full,
      dataset,
      context: quietContext(),
      version: '0.0.0',
      files: false,
    });
    expect(report.questionResults.map(({ id, ranks }) => [id, ranks])).toEqual([
      ['typo', { bm25: expect.any(Number), trigrams: 1, boosted: expect.any(Number) }],
      ['parking', { bm25: expect.any(Number), trigrams: 1, boosted: 1 }],
    ]);
  });

  it('shows plugins that keep the contract', async () => {
    const { retrievers } = await catalog();
    for (const def of retrievers.slice(-2)) for (const { run } of retrieverContract(def)) await run();
  });

  it('shows a test that works as it stands, but for the runner', async () => {
    const code = files
      .get('trigrams.test.mjs')!
      .replace(
        /import \{ it \} from 'vitest';/,
        'export const names = []; const it = (name, run) => names.push([name, run]);',
      )
      .replace('./trigrams.mjs', './trigrams.mts');
    writeFileSync(join(folder, 'trigrams.mts'), files.get('trigrams.mjs')!);
    writeFileSync(join(folder, 'example.mts'), code);
    const cases = await importModule(join(folder, 'example.mts'), (module) => (module as { names: unknown[] }).names);
    expect(cases).toHaveLength(retrieverContract((await catalog()).retrievers.at(-2)!).length);
  });

  it('lists every list of a plugin, every field that an entry must have, and every suite', () => {
    for (const [list, { needs }] of Object.entries(KINDS)) {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${list}\``));
      expect(row, list).toBeDefined();
      for (const field of Object.keys(needs)) expect(row, `${list}.${field}`).toMatch(new RegExp(`\`${field}[\`(]`));
    }
    for (const name of Object.keys(contracts).filter((one) => one.endsWith('Contract'))) expect(page).toContain(name);
  });
});
