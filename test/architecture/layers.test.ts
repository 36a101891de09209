// design.md 2.2 as a test: who may import whom, what pure folders must not touch, where packages live, what is forbidden.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** folder -> folders it may import besides itself. Listed so that every folder only imports ones above it. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  core: [],
  text: ['core'],
  vector: ['core'],
  stats: ['core'],
  eval: ['core'],
  handbook: ['core'],
  report: ['core'],
  network: ['core'],
  ingest: ['core', 'text'],
  retrieval: ['core', 'text', 'vector'],
  encoders: ['core', 'text', 'vector', 'network'],
  engines: ['core', 'text', 'vector', 'eval', 'network'],
  datasets: ['core', 'text', 'eval', 'handbook', 'ingest'],
  contracts: ['core'],
  catalog: ['core', 'eval', 'report', 'ingest', 'retrieval', 'encoders', 'engines', 'datasets'],
  experiment: ['core', 'stats', 'eval'],
  library: ['core', 'eval', 'catalog', 'experiment'],
  labs: ['core', 'text', 'vector', 'stats', 'eval', 'handbook', 'ingest', 'retrieval', 'experiment'],
  cli: ['core', 'eval', 'stats', 'handbook', 'datasets', 'ingest', 'report', 'catalog', 'experiment', 'labs'],
};

/** Folders that compute only: no `node:` modules. core/hash.ts is the one exception. */
const PURE = ['core', 'text', 'vector', 'stats', 'eval', 'handbook', 'retrieval', 'report'];

/** package -> the files (or folders, with a trailing slash) that may import it. */
const HOMES: Readonly<Record<string, readonly string[]>> = {
  seedrandom: ['core/rng.ts'],
  commander: ['cli/'],
  chalk: ['cli/'],
  'cli-table3': ['report/formats/terminal.ts'],
  'csv-stringify/sync': ['report/formats/write-csv.ts'],
  zod: ['report/schema.ts', 'report/evaluation-schema.ts', 'cli/config.ts'],
  yaml: ['cli/config.ts', 'ingest/front-matter.ts', 'datasets/'],
  jiti: ['catalog/import-module.ts'],
  'mersenne-twister': ['labs/cpython-random.ts'],
  'markdown-it': ['ingest/formats/markdown-blocks.ts'],
  parse5: ['ingest/formats/'],
  unpdf: ['ingest/formats/pdf-worker.js'],
  fflate: ['ingest/'],
  'csv-parse/sync': ['ingest/formats/csv-table.ts', 'datasets/'],
  ignore: ['ingest/list-files.ts'],
  picomatch: ['ingest/list-files.ts'],
  hyparquet: ['datasets/questions/importers/parquet-worker.js'],
  stemmer: ['text/english-lucene.ts'],
};

const FORBIDDEN: readonly { readonly what: string; readonly pattern: RegExp; readonly except: readonly string[] }[] = [
  { what: 'Math.random', pattern: /\bMath\.random\b/, except: [] },
  { what: 'a clock', pattern: /\bDate\.now\b|\bnew Date\b|\bperformance\.now\b|\bhrtime\b/, except: ['core/clock.ts'] },
  { what: 'a locale', pattern: /\blocaleCompare\b|\.toLocale\w+|\bIntl\./, except: [] },
  // Only the process tells that a module will never be there, and which process still writes a file.
  {
    what: 'console or process',
    pattern: /\bconsole\.|\bprocess\./,
    except: ['cli/', 'catalog/import-module.ts', 'encoders/cache-files.ts', 'ingest/formats/pdf-worker.js'],
  },
  {
    what: 'unsorted reading of a folder',
    pattern: /\b(readdir|opendir)(Sync)?\b/,
    // The caches and the search for stale files sort what they find.
    except: ['ingest/list-files.ts', 'encoders/cache-files.ts', 'cli/former-results.ts'],
  },
  {
    what: 'the network',
    pattern: /\bfetch\(|node:(https?|net|tls|dgram)\b/,
    except: ['network/'],
  },
  { what: 'a default export', pattern: /\bexport default\b/, except: [] },
];

interface Source {
  readonly path: string;
  readonly code: string;
  readonly imports: readonly string[];
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory()
        ? walk(join(folder, entry.name))
        : /\.[jt]s$/.test(entry.name)
          ? [join(folder, entry.name)]
          : [],
    )
    .sort();
}

/** Comments must not trip the rules; string contents are kept, since import paths are strings. */
function stripComments(code: string): string {
  return code.replace(/(["'`])(?:\\.|(?!\1)[^\\])*\1|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (match, quote) =>
    quote ? match : ' ',
  );
}

/** Statements begin a line; words such as "import" or "from" in a text do not count. */
function importsOf(code: string): string[] {
  const patterns = [
    /^\s*(?:import|export)\b[^;'"`]*\bfrom\s*['"]([^'"]+)['"]/gm,
    /^\s*import\s*['"]([^'"]+)['"]/gm,
    /\bimport\(\s*['"]([^'"]+)['"]/g,
  ];
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1]!));
}

const sources: readonly Source[] = walk(join(root, 'src')).map((file) => {
  const code = stripComments(readFileSync(file, 'utf8'));
  return { path: relative(join(root, 'src'), file).split(sep).join('/'), code, imports: importsOf(code) };
});

const folderOf = (path: string): string => (path.includes('/') ? path.slice(0, path.indexOf('/')) : path);
const allows = (homes: readonly string[], path: string): boolean =>
  homes.some((home) => (home.endsWith('/') ? path.startsWith(home) : path === home));

function resolveImport(from: string, target: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '.') parts.push(step);
  }
  return parts.join('/');
}

describe('the dependency table', () => {
  it('knows every folder and reads every source', () => {
    expect(sources.length).toBeGreaterThan(5);
    const unknown = sources.filter((source) => source.path !== 'index.ts' && !(folderOf(source.path) in LAYERS));
    expect(unknown.map((source) => source.path)).toEqual([]);
  });

  it('has no cycle: every folder imports only folders listed before it', () => {
    const order = Object.keys(LAYERS);
    for (const [folder, allowed] of Object.entries(LAYERS)) {
      for (const other of allowed)
        expect(order.indexOf(other), `${folder} -> ${other}`).toBeLessThan(order.indexOf(folder));
    }
  });

  it('holds for every import', () => {
    const broken: string[] = [];
    for (const { path, imports } of sources) {
      if (path === 'index.ts') continue;
      for (const target of imports.filter((name) => name.startsWith('.'))) {
        const resolved = resolveImport(path, target);
        const folder = folderOf(path);
        if (folderOf(resolved) !== folder && !LAYERS[folder]!.includes(folderOf(resolved)))
          broken.push(`${path} -> ${resolved}`);
        if (resolved.endsWith('/registry.ts') && folderOf(resolved) === folder && folder !== 'cli') {
          broken.push(`${path} imports the registry beside it: ${resolved}`);
        }
        if (!target.endsWith('.ts')) broken.push(`${path}: "${target}" does not end in .ts`);
      }
    }
    expect(broken).toEqual([]);
  });

  it('keeps pure folders free of node: modules', () => {
    const broken = sources
      .filter(({ path }) => PURE.includes(folderOf(path)) && path !== 'core/hash.ts')
      .flatMap(({ path, imports }) =>
        imports.filter((name) => name.startsWith('node:')).map((name) => `${path}: ${name}`),
      );
    expect(broken).toEqual([]);
  });

  it('keeps each package in its one home', () => {
    const broken: string[] = [];
    for (const { path, imports } of sources) {
      for (const name of imports.filter((target) => !target.startsWith('.') && !target.startsWith('node:'))) {
        if (!Object.hasOwn(HOMES, name)) broken.push(`${path}: ${name} has no home`);
        else if (!allows(HOMES[name]!, path)) broken.push(`${path}: ${name} lives in ${HOMES[name]!.join(', ')}`);
      }
    }
    expect(broken).toEqual([]);
  });
});

describe('forbidden calls', () => {
  for (const { what, pattern, except } of FORBIDDEN) {
    it(what, () => {
      const found = sources.filter(({ path, code }) => !allows(except, path) && pattern.test(code));
      expect(found.map((source) => source.path)).toEqual([]);
    });
  }

  it('reads code, not comments, and sees code behind strings', () => {
    expect(stripComments('a(); // Math.random\n/* new Date */ b("http://x"); Math.random()')).toContain(
      'Math.random()',
    );
    expect(stripComments('a(); // Math.random')).not.toContain('Math.random');
    expect(importsOf("import { a } from './a.ts';\nawait import('yaml')")).toEqual(['./a.ts', 'yaml']);
    expect(importsOf("import {\n  a,\n} from './a.ts';\nimport './b.ts';\nexport type { C } from './c.ts';")).toEqual([
      './a.ts',
      './c.ts',
      './b.ts',
    ]);
    expect(importsOf("say(`words from 'a list'`, 'what you import from \"x\"');")).toEqual([]);
  });
});

describe('tests', () => {
  it('exist for every source file with behaviour', () => {
    const tests = new Set(
      walk(join(root, 'test')).map((file) => relative(join(root, 'test'), file).split(sep).join('/')),
    );
    const missing = sources
      .filter(
        ({ path, code }) =>
          /\bfunction\b|=>|\bclass\b/.test(code) && !path.endsWith('registry.ts') && path !== 'index.ts',
      )
      .map(({ path }) => path)
      .filter((path) => !['core/model.ts', 'core/contracts.ts', 'core/results.ts'].includes(path))
      .filter((path) => !tests.has(path.replace(/\.[jt]s$/, '.test.ts')) && !coveredElsewhere(path, tests));
    expect(missing).toEqual([]);
  });
});

/** Files whose behaviour is a command's: the test that holds it is named here, and must exist. */
function coveredElsewhere(path: string, tests: ReadonlySet<string>): boolean {
  return Object.hasOwn(COVERED, path) && tests.has(COVERED[path]!);
}

const COVERED: Readonly<Record<string, string>> = {
  'ingest/formats/pdf-blocks.ts': 'ingest/formats/pdf.test.ts',
  'ingest/formats/pdf-columns.ts': 'ingest/formats/pdf.test.ts',
  'ingest/formats/pdf-edges.ts': 'ingest/formats/pdf.test.ts',
  'ingest/formats/pdf-page.ts': 'ingest/formats/pdf.test.ts',
  'ingest/formats/pdf-worker.js': 'ingest/formats/pdf-thread.test.ts',
  'ingest/formats/csv-table.ts': 'ingest/formats/csv.test.ts',
  'ingest/formats/docx-document.ts': 'ingest/formats/docx.test.ts',
  'ingest/formats/html-page.ts': 'ingest/formats/html.test.ts',
  'ingest/formats/pdf-document.ts': 'ingest/formats/pdf.test.ts',
  'ingest/formats/docx-body.ts': 'ingest/formats/docx.test.ts',
  'ingest/formats/docx-package.ts': 'ingest/formats/docx.test.ts',
  'ingest/formats/docx-styles.ts': 'ingest/formats/docx.test.ts',
  'ingest/formats/html-blocks.ts': 'ingest/formats/html.test.ts',
  'ingest/formats/html-main.ts': 'ingest/formats/html.test.ts',
  'ingest/formats/html-tree.ts': 'ingest/formats/html.test.ts',
  'catalog/check-definition.ts': 'catalog/plugins.test.ts',
  'contracts/contract-case.ts': 'contracts/retriever.test.ts',
  'contracts/definition-case.ts': 'contracts/retriever.test.ts',
  'contracts/small-world.ts': 'contracts/retriever.test.ts',
  'contracts/word-encoder.ts': 'retrieval/dense.test.ts',
  'cli/lab-run.ts': 'cli/commands/run.test.ts',
  'datasets/own-corpus.ts': 'cli/data-source.test.ts',
  'encoders/hf-encoder.ts': 'encoders/hf.test.ts',
  'encoders/openai-encoder.ts': 'encoders/openai.test.ts',
  'encoders/use-lite/encoder.ts': 'encoders/use-lite.test.ts',
  'encoders/cached-encode.ts': 'encoders/openai.test.ts',
  'ingest/formats/markdown-blocks.ts': 'ingest/formats/markdown.test.ts',
  'text/analyzer.ts': 'text/analyzers.test.ts',
  'cli/perform-dataset.ts': 'cli/commands/dataset.test.ts',
  'datasets/read-trec-collection.ts': 'datasets/trec-collection.test.ts',
  'datasets/known-ids.ts': 'datasets/beir.test.ts',
  'datasets/read-json-records.ts': 'datasets/beir.test.ts',
  'datasets/read-corpus.ts': 'datasets/beir.test.ts',
  'datasets/files-of.ts': 'datasets/beir.test.ts',
  'datasets/first-sign.ts': 'datasets/read-topics.test.ts',
  'cli/fuse-options.ts': 'cli/commands/fuse.test.ts',
  'cli/perform-fuse.ts': 'cli/commands/fuse.test.ts',
  'cli/perform-compare.ts': 'cli/commands/compare.test.ts',
  'cli/evaluate-options.ts': 'cli/commands/evaluate.test.ts',
  'cli/perform-evaluate.ts': 'cli/commands/evaluate.test.ts',
  'eval/peers/beir.ts': 'eval/peers/registry.test.ts',
  'eval/peers/ir-measures.ts': 'eval/peers/registry.test.ts',
  'eval/peers/peer.ts': 'eval/peers/registry.test.ts',
  'eval/peers/ranx.ts': 'eval/peers/registry.test.ts',
  'eval/describe-evaluation.ts': 'library/evaluate-run.test.ts',
  'report/evaluation-formats/csv.ts': 'report/evaluation-formats/registry.test.ts',
  'report/evaluation-formats/json.ts': 'report/evaluation-formats/registry.test.ts',
  'report/evaluation-formats/markdown.ts': 'report/evaluation-formats/registry.test.ts',
  'report/evaluation-formats/terminal.ts': 'report/evaluation-formats/registry.test.ts',
  'report/evaluation-formats/trec-eval.ts': 'report/evaluation-formats/registry.test.ts',
  'report/gate-formats/json.ts': 'report/gate-formats/registry.test.ts',
  'report/gate-formats/markdown.ts': 'report/gate-formats/registry.test.ts',
  'report/gate-formats/terminal.ts': 'report/gate-formats/registry.test.ts',
  'report/explanation-formats/json.ts': 'report/explanation-formats/registry.test.ts',
  'report/explanation-formats/markdown.ts': 'report/explanation-formats/registry.test.ts',
  'report/explanation-formats/terminal.ts': 'report/explanation-formats/registry.test.ts',
  'experiment/explain-run.ts': 'experiment/planted-diagnoses.test.ts',
  'experiment/search-systems.ts': 'experiment/run.test.ts',
  'cli/explain-options.ts': 'cli/commands/explain.test.ts',
  'cli/perform-explain.ts': 'cli/commands/explain.test.ts',
  'cli/perform-gate.ts': 'cli/commands/gate.test.ts',
  'cli/perform-baseline.ts': 'cli/commands/baseline.test.ts',
  'cli/perform-generate.ts': 'cli/commands/generate.test.ts',
  'cli/perform-render.ts': 'cli/commands/render.test.ts',
  'cli/perform-doctor.ts': 'cli/commands/doctor.test.ts',
  'cli/perform-init.ts': 'cli/commands/init.test.ts',
  'cli/questions-options.ts': 'cli/commands/questions.test.ts',
  'cli/perform-questions.ts': 'cli/commands/questions.test.ts',
  'cli/perform-questions-anchor.ts': 'cli/commands/questions.test.ts',
  'cli/perform-questions-check.ts': 'cli/commands/questions.test.ts',
  'cli/perform-questions-import.ts': 'cli/commands/questions.test.ts',
  'cli/perform-questions-new.ts': 'cli/commands/questions.test.ts',
  'datasets/questions/read-question-tree.ts': 'datasets/questions/read-questions.test.ts',
  'datasets/questions/importers/question-importer.ts': 'datasets/questions/importers/ragas.test.ts',
  'datasets/questions/importers/read-delimited.ts': 'datasets/questions/importers/csv.test.ts',
  'datasets/questions/importers/read-thrift.ts': 'datasets/questions/importers/read-parquet.test.ts',
  'datasets/questions/importers/parquet-thread.ts': 'datasets/questions/importers/read-parquet.test.ts',
  'datasets/questions/importers/parquet-worker.js': 'datasets/questions/importers/read-parquet.test.ts',
  'report/html/recall-curves.ts': 'report/html/charts.test.ts',
  'report/html/slope-chart.ts': 'report/html/charts.test.ts',
  'report/html/split-chart.ts': 'report/html/charts.test.ts',
  'report/html/cost-chart.ts': 'report/html/charts.test.ts',
  'report/html/rank-chart.ts': 'report/html/charts.test.ts',
  'report/html/svg.ts': 'report/html/charts.test.ts',
  'report/html/autopsy.ts': 'report/formats/html.test.ts',
  'report/html/manifest.ts': 'report/formats/html.test.ts',
  'report/formats/write-csv.ts': 'report/formats/csv.test.ts',
  'report/html/report-page.ts': 'report/formats/html.test.ts',
  'report/html/page.ts': 'report/formats/html.test.ts',
  'report/html/question-table.ts': 'report/formats/html.test.ts',
  'report/html/verdict.ts': 'report/formats/html.test.ts',
  'report/html/view-tables.ts': 'report/formats/html.test.ts',
  'report/html/difference-chart.ts': 'report/comparison-formats/html.test.ts',
  'report/html/flips.ts': 'report/comparison-formats/html.test.ts',
  'report/html/script.ts': 'browser/report-page.test.ts',
  'cli/perform-view.ts': 'cli/commands/view.test.ts',
  'cli/show-page.ts': 'cli/commands/view.test.ts',
  'cli/read-report.ts': 'cli/commands/view.test.ts',
  'cli/walk-through.ts': 'cli/commands/walkthrough.test.ts',
  'labs/lesson.ts': 'labs/lesson-text.test.ts',
  'labs/lessons/fusion.ts': 'labs/lessons/dense.test.ts',
  'labs/lessons/interview.ts': 'labs/lessons/dense.test.ts',
};
