import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtinCatalog } from '../../src/catalog/builtin.ts';
import { loadPlugins } from '../../src/catalog/plugins.ts';
import { describeRegistered } from '../../src/cli/describe-registered.ts';
import type { Catalog } from '../../src/core/contracts.ts';
import { LabError, LabErrors } from '../../src/core/errors.ts';
import { planExperiment } from '../../src/experiment/plan.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { collectionOf, contextOf, matched, topicOf } from '../retrieval/small-world.ts';

const root = temporaryFolder();
const base = builtinCatalog();

function write(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(root, 'p-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

async function load(files: Readonly<Record<string, string>>, paths = Object.keys(files)): Promise<Catalog> {
  return loadPlugins(paths, write(files), base);
}

/** One line a fault, without the folder. */
async function faults(files: Readonly<Record<string, string>>, paths = Object.keys(files)): Promise<string[]> {
  const folder = write(files);
  const error = await loadPlugins(paths, folder, base).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(LabErrors);
  return (error as LabErrors).errors.map(({ message }) => message.replaceAll(`${folder}/`, ''));
}

const LONGEST = `
  name: 'longest', summary: 'longest chunk first',
  params: { scale: { default: 1, min: 0.5, max: 2, doc: 'units of length' } },
  async open(collection, { scale }) {
    const scores = collection.chunks.map(({ text }) => text.length * scale);
    return { search: async (requests) => requests.map(({ topic, depth }) => rankScores(topic.id, scores, depth, 0)) };
  },
`;
const mjs = `import { rankScores } from 'rag-lab';\nexport const plugin = { retrievers: [{${LONGEST}}], aliases: { long: 'rrf[longest,bm25]' } };`;
const ts = `import { LabError, rankScores, type Catalog, type RetrieverDef } from 'rag-lab';
const longest: RetrieverDef<{ scale: number }> = {${LONGEST}
  check: ({ scale }) => (scale === 2 ? new LabError('spec.invalid', { what: 'x', problem: 'y' }).message : undefined),
};
export const plugin: Partial<Catalog> = { retrievers: [longest as never], aliases: new Map([['long', 'rrf[longest,bm25]']]) };`;

const measure = (name: string, more = ''): string => `export const plugin = { measures: [{
  name: '${name}', summary: 's', params: {}, cutoff: 'none', better: 'higher', aggregate: 'mean', hits: 'never',
  range: [0, 1], formula: 'f', source: 's', evaluate: () => 0.5, ${more} }] };`;
const retriever = (name: string, more = ''): string =>
  `export const plugin = { retrievers: [{ name: '${name}', summary: 's', params: {}, open: async () => ({ search: async () => [] }), ${more} }] };`;

describe('loadPlugins', () => {
  for (const [kind, code] of Object.entries({ mjs, ts })) {
    it(`makes what a .${kind} module lists usable in the grammar, in lists, and for real`, async () => {
      const catalog = await load({ [`mine.${kind}`]: code });
      const plan = planExperiment(catalog, {
        systems: ['longest( scale = 1.5 )', 'long'],
        measures: ['R@3'],
        cutoff: 3,
        chunker: 'sentence',
      });
      expect(plan.systems.map(({ label, spec }) => [label, spec])).toEqual([
        ['longest(scale=1.5)', 'longest(scale=1.5)'],
        ['long', 'rrf[longest,bm25]'],
      ]);
      expect(describeRegistered(catalog, 'systems', 'longest')).toContain('a number from 0.5 to 2');
      const { def, params } = plan.systems[0]!.node;
      const searcher = await def.open(collectionOf(['a', 'ccc', 'bb']), params, contextOf(), []);
      expect(matched((await searcher.search([{ topic: topicOf('?'), depth: 2 }]))[0]!)).toEqual([1, 2]);
    });
  }

  it('gives a module this very library, so that its errors are faults of input here', async () => {
    const catalog = await load({
      'own.ts': `import { LabError } from 'rag-lab';
        export const plugin = { chunkers: [{ name: 'none', summary: 's', params: {}, chunk() {
          throw new LabError('spec.invalid', { what: 'none', problem: 'cuts nothing' });
        } }] };`,
    });
    const { LabError: own } = await import('../../src/index.ts');
    expect(own).toBe(LabError);
    const none = catalog.chunkers.find(({ name }) => name === 'none')!;
    expect(() => none.chunk({} as never, {})).toThrow('none: cuts nothing');
  });

  it('adds after what is there, document formats before, and leaves the base as it was', async () => {
    const before = JSON.stringify(Object.values(base).map((list) => [...list].length));
    const format = `{ name: 'notes', summary: 's', extensions: ['md', 'note'], parse: async () => [] }`;
    const catalog = await load({
      'f.mjs': `export const plugin = { documentFormats: [${format}] };`,
      'r.mjs': retriever('r'),
    });
    expect(catalog.documentFormats[0]!.name).toBe('notes');
    expect(catalog.retrievers.at(-1)!.name).toBe('r');
    expect(catalog.retrievers.slice(0, -1)).toEqual(base.retrievers);
    expect(JSON.stringify(Object.values(base).map((list) => [...list].length))).toBe(before);
    expect(await loadPlugins([], root, base)).toBe(base);
  });

  it('loads a file named twice once', async () => {
    const catalog = await load({ 'r.mjs': retriever('r') }, ['r.mjs', './r.mjs']);
    expect(catalog.retrievers.filter(({ name }) => name === 'r')).toHaveLength(1);
  });

  it('refuses a name that is taken, and says by which file', async () => {
    expect(await faults({ 'a.mjs': retriever('bm25') })).toEqual([
      'a.mjs: the system "bm25" is there already: built in; accepted: another name',
    ]);
    expect(await faults({ 'a.mjs': retriever('same'), 'b.mjs': retriever('same') })).toEqual([
      'b.mjs: the system "same" is there already: a.mjs; accepted: another name',
    ]);
    expect(await faults({ 'a.mjs': retriever('hybrid') })).toHaveLength(1);
    expect(await faults({ 'a.mjs': "export const plugin = { aliases: { bm25: 'dense' } };" })).toEqual([
      'a.mjs: the system "bm25" is there already: built in; accepted: another name',
    ]);
    const twice = `${retriever('one')} plugin.retrievers.push(plugin.retrievers[0]);`;
    expect(await faults({ 'a.mjs': twice })).toEqual(['a.mjs: the system "one" is listed twice']);
    // A measure is found by any of its names; one that differs by case alone is another.
    await load({ 'a.mjs': measure('NDCG') });
    expect((await faults({ 'a.mjs': measure('map') }))[0]).toContain('the measure "map" is there already');
    expect((await faults({ 'a.mjs': measure('Mine', "aliases: ['map']") }))[0]).toContain('the measure "map" is there');
  });

  it('says of each definition what is missing or not valid, all at once, with file and place', async () => {
    const code = `export const plugin = {
      retrievers: [
        { name: 'no-open', summary: 's', params: {} },
        { name: 'has space', summary: 's', params: {}, open() {} },
        { summary: 's', params: {}, open() {} },
        { name: 'p', summary: 'two\\nlines', params: { 'a b': { default: 1, doc: 'd' }, n: { doc: 'd' }, k: { default: 5, max: 4, doc: 'd' },
          c: { default: 'x', choices: ['y'], doc: 'd' }, u: { default: 1 }, m: { default: 'x', min: 1, doc: 'd' } }, open() {} },
        'bm25',
        { name: 'i', summary: 's', params: {}, inputs: { min: 2, max: 1 }, open() {} },
      ],
      measures: [{ name: 'M', summary: 's', params: {}, evaluate() {} }],
      documentFormats: [{ name: 'd', summary: 's', extensions: ['.MD'], parse() {} }],
      retriever: [],
      chunkers: {},
      aliases: { 'x y': 'bm25', z: 'rrf[' },
    };`;
    const found = await faults({ 'm.mjs': code });
    expect(found).toEqual([
      'm.mjs: retrievers[0] "no-open": open is missing; accepted: a function',
      'm.mjs: retrievers[1]: name is "has space"; accepted: a letter, then letters, digits, "_", "+", "." and "-"',
      'm.mjs: retrievers[2]: name is missing; accepted: a letter, then letters, digits, "_", "+", "." and "-"',
      'm.mjs: retrievers[3] "p": summary is "two\\nlines"; accepted: one line of text',
      'm.mjs: retrievers[3] "p": the parameter name "a b" cannot be written in a system',
      'm.mjs: retrievers[3] "p": params.n.default is missing; accepted: a number, text, true or false',
      'm.mjs: retrievers[3] "p": params.k.default is 5, which the parameter itself does not accept',
      'm.mjs: retrievers[3] "p": params.c.default is "x", which the parameter itself does not accept',
      'm.mjs: retrievers[3] "p": params.u.doc is missing; accepted: one line of text',
      'm.mjs: retrievers[3] "p": params.m.min is 1; accepted: a number, beside a default that is one',
      'm.mjs: retrievers[4] is "bm25"; accepted: an object with name, summary and more',
      'm.mjs: retrievers[5] "i": inputs is an object; accepted: { min, max }, whole numbers of 0 or more',
      'm.mjs: measures[0] "M": cutoff is missing; accepted: required or optional or none',
      'm.mjs: measures[0] "M": better is missing; accepted: higher or lower',
      'm.mjs: measures[0] "M": aggregate is missing; accepted: mean or sum or geometric',
      'm.mjs: measures[0] "M": hits is missing; accepted: always or single-need or never',
      'm.mjs: measures[0] "M": range is missing; accepted: the least and the greatest value: [0, 1]',
      'm.mjs: measures[0] "M": formula is missing; accepted: text',
      'm.mjs: measures[0] "M": source is missing; accepted: text',
      'm.mjs: documentFormats[0] "d": extensions is a list; accepted: a list of extensions in lower case, without the dot',
    ]);
    expect(
      await faults({
        'm.mjs': 'export const plugin = { retriever: [], chunkers: {}, aliases: { "x y": "bm25", z: "rrf[" } };',
      }),
    ).toEqual([
      expect.stringMatching(/^m\.mjs: unknown list "retriever"; did you mean "retrievers"\?/),
      'm.mjs: chunkers is an object; accepted: a list',
      'm.mjs: aliases: "x y" is no name of a system',
      expect.stringMatching(/^m\.mjs: aliases: z: cannot read "rrf\["/),
    ]);
  });

  it('refuses a module that exports no plugin, or nothing like one', async () => {
    expect(await faults({ 'a.mjs': 'export const plugins = {}; export default {}' })).toEqual([
      'a.mjs: exports no "plugin" (it exports default, plugins); accepted: export const plugin = { retrievers: [...] }',
    ]);
    expect((await faults({ 'a.mjs': '' }))[0]).toContain('(it exports nothing)');
    expect((await faults({ 'a.mjs': 'export const plugin = [];' }))[0]).toContain('plugin is a list');
    expect((await faults({ 'a.mjs': 'export const plugin = {};' }))[0]).toContain('plugin is empty');
  });

  it('says of each file why it cannot be loaded, and goes on to the next', async () => {
    const files = {
      'throws.mjs': 'throw new Error("boom\\nsecond")',
      'syntax.ts': 'const x: = ;',
      'getter.mjs': 'export const plugin = { get retrievers() { throw null; } };',
      'plain.txt': '',
    };
    const found = await faults(files, [...Object.keys(files), 'absent.mjs', '.']);
    expect(found.map((line) => line.slice(0, 120))).toEqual([
      'throws.mjs: cannot be loaded: Error: boom',
      expect.stringMatching(/^syntax\.ts: cannot be loaded: /),
      'getter.mjs: cannot be loaded: null',
      expect.stringMatching(/^--plugin plain\.txt: not valid; accepted: a module that ends in .mjs/),
      expect.stringMatching(/^absent\.mjs: cannot be read: no such file/),
      expect.stringMatching(/^--plugin .*: not valid/),
    ]);
    mkdirSync(join(root, 'folder.mjs'));
    await expect(loadPlugins(['folder.mjs'], root, base)).rejects.toThrow('cannot be read: it is not a file');
  });

  it.skipIf(process.platform === 'win32')('does not wait for a pipe in place of a module', async () => {
    execFileSync('mkfifo', [join(root, 'pipe.mjs')]);
    await expect(loadPlugins(['pipe.mjs'], root, base)).rejects.toThrow('it is not a file');
  });
});
