// What a command loads: the readers, writers and models that it has no use for stay on the disk, whatever the catalog lists.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { runBuilt } from './built.ts';

const root = temporaryFolder();
let runs = 0;

/** Runs on the loader's thread: every module that is loaded, `import` or `require`, passes by here. */
const HOOK = `
import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  appendFileSync(process.env.LOADED, url + '\\n');
  return next(url, context);
}`;

/** A module that a package requires is seen by its package alone: what matters is whether the package is loaded at all. */
async function loadedBy(argv: readonly string[], cwd = '/'): Promise<ReadonlySet<string>> {
  const list = join(root, `${runs++}.txt`);
  const hook = join(root, 'hook.mjs');
  const register = join(root, 'register.mjs');
  writeFileSync(list, '');
  writeFileSync(hook, HOOK);
  writeFileSync(
    register,
    `import { register } from 'node:module';\nregister(${JSON.stringify(pathToFileURL(hook).href)});`,
  );
  const env = {
    LOADED: list,
    NODE_OPTIONS: `--import=${pathToFileURL(register).href}`,
    RAG_LAB_CACHE: join(root, 'c'),
  };
  const { code, err } = await runBuilt(argv, { cwd, env });
  expect([code, err]).toEqual([0, '']);
  const urls = readFileSync(list, 'utf8').trimEnd().split('\n');
  return new Set(
    urls.map((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? url.replace(/^.*\/dist\//, '')),
  );
}

/** Of packages and own modules, those that only some commands need. */
const SELDOM = [
  'parse5',
  'yaml',
  'csv-parse',
  'csv-stringify',
  'fflate',
  'hyparquet',
  'ignore',
  'jiti',
  'markdown-it',
  'picomatch',
  'unpdf',
  'zod',
  'cli/commands/evaluate.js',
  'datasets/own-corpus.js',
  'datasets/read-corpus.js',
  'datasets/read-trec-collection.js',
  'encoders/hf-encoder.js',
  'encoders/openai-encoder.js',
  'encoders/use-lite/encoder.js',
  'experiment/explain.js',
  'ingest/load-corpus.js',
  'labs/registry.js',
  'report/html/report-page.js',
];
/** Each is a package or a source: a name that no longer means anything would never be found loaded. */
function isThere(name: string): boolean {
  const place = name.endsWith('.js') ? `../../src/${name.replace(/js$/, 'ts')}` : `../../node_modules/${name}`;
  return existsSync(new URL(place, import.meta.url));
}
const among = (loaded: ReadonlySet<string>): string[] => SELDOM.filter((name) => loaded.has(name));

/** The catalog, and registries that it is made of. */
const CATALOG = ['catalog/builtin.js', 'retrieval/registry.js', 'ingest/formats/registry.js', 'encoders/registry.js'];

describe('what a command loads', () => {
  it('is told by names of files and packages that exist', () => {
    expect([...SELDOM, ...CATALOG].filter((name) => !isThere(name))).toEqual([]);
  });

  const SMALL = ['run', '--pages', '12', '--facts', '3', '--systems', 'bm25,synonym-tfidf'];

  it('is nothing that a run of lexical systems on the handbook has no use for', async () => {
    const loaded = await loadedBy(SMALL);
    expect(among(loaded)).toEqual([]);
    // The hook sees what is loaded.
    for (const name of ['commander', 'cli-table3', 'stemmer', 'cli/commands/run.js', 'datasets/handbook.js'])
      expect(loaded).toContain(name);
  });

  it('is the reader of a format that is met, and the writer of one that is asked for', async () => {
    writeFileSync(join(root, 'page.html'), '<p>Leave is three weeks.</p>');
    writeFileSync(
      join(root, 'asked.jsonl'),
      '{"id":"a","text":"How long is leave?","evidence":[{"quote":"three weeks"}]}\n',
    );
    const own = [
      'run',
      '--corpus',
      'page.html',
      '--questions',
      'asked.jsonl',
      '--systems',
      'bm25',
      '--cutoff',
      '1',
      '--format',
      'csv',
    ];
    const loaded = await loadedBy(own, root);
    expect(among(loaded)).toEqual([
      'parse5',
      'csv-stringify',
      'ignore',
      'picomatch',
      'datasets/own-corpus.js',
      'ingest/load-corpus.js',
    ]);
  });

  it('is no catalog at all where runs are evaluated', async () => {
    writeFileSync(join(root, 'qrels'), 'a 0 d 1\n');
    writeFileSync(join(root, 'run'), 'a Q0 d 1 1.0 x\n');
    const loaded = await loadedBy(['evaluate', '--qrels', 'qrels', '--run', 'run'], root);
    expect(loaded).toContain('eval/measures/registry.js');
    expect(CATALOG.filter((name) => loaded.has(name))).toEqual([]);
    expect(among(loaded)).toEqual(['cli/commands/evaluate.js']);
  });
});
