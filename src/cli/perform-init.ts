// The work of `rag-lab init`: the scaffold's baseline is made by running its config; then all files are written, or none.
import { lstat, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { builtinCatalog } from '../catalog/builtin.ts';
import type { Catalog, Context } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';
import type { Dataset } from '../core/model.ts';
import { createRng } from '../core/rng.ts';
import { systemFault } from '../core/system-fault.ts';
import { loadOwnCorpus } from '../datasets/own-corpus.ts';
import { anchorQuestions } from '../datasets/questions/anchor-quotes.ts';
import { draftQuestions } from '../datasets/questions/draft-questions.ts';
import { questionLine } from '../datasets/questions/question-record.ts';
import { parseQuestionLines } from '../datasets/questions/read-questions.ts';
import { parseSynonyms } from '../datasets/read-synonyms.ts';
import { readStarter } from '../datasets/starter.ts';
import { openFolder } from '../ingest/list-files.ts';
import { baselineText } from './baseline-file.ts';
import { CONFIG_NAMES, parseConfig } from './config.ts';
import { CONFIG_OPTIONS } from './config-options.ts';
import { commandOf } from './gate-options.ts';
import { executeRun, prepareRun } from './lab-run.ts';
import { neutralise } from './neutralise.ts';
import type { Origins } from './origins.ts';
import { type OutputFile, orAbandon, prepareOutputs } from './output-files.ts';
import { createProgress } from './progress.ts';
import { configText, QUESTIONS, type ScaffoldFacts, SYNONYMS, SYNONYMS_TEXT, WORKFLOW_TEXT } from './scaffold.ts';
import { stopIfInterrupted, writeResult } from './session.ts';
import type { Terminal } from './terminal.ts';

const CONFIG = 'rag-lab.config.yaml';
const BASELINE = 'rag-lab.baseline.json';
const WORKFLOW = '.github/workflows/rag-lab.yml';
const DOCS = 'docs';
/** Enough to begin with, few enough to read each. */
const DRAFTS = 10;

/** What a new project searches and asks. */
interface Beginning {
  readonly facts: ScaffoldFacts;
  readonly dataset: Dataset;
  /** Of documents, questions and synonyms, where they are not there yet; by path from the project's folder. */
  readonly files: readonly Written[];
}

interface Written {
  readonly name: string;
  readonly text: string;
  readonly purpose: string;
}

/**
 * @param folder as typed
 * @param corpus what --corpus names, meant from the current folder
 */
export async function performInit(terminal: Terminal, folder: string, corpus: string | undefined): Promise<void> {
  const { cwd } = terminal;
  const root = resolve(cwd, folder);
  const fixed = [...CONFIG_NAMES, BASELINE, WORKFLOW, QUESTIONS, SYNONYMS].map((name) => join(root, name));
  // A config file of another kind would compete with the new one.
  await refuseExisting(fixed, cwd);
  const catalog = builtinCatalog();
  const progress = createProgress(terminal, { quiet: false, plain: false });
  const context: Context = { rng: createRng(0), progress, signal: terminal.interrupt };
  const found = corpus === undefined ? await docsIn(root) : { place: resolve(cwd, corpus) };
  const begin = found ? beginWith(root, found, catalog, context) : beginWithStarter(catalog, context);
  const { facts, dataset, files } = await begin.finally(() => progress.end());

  const text = configText(facts);
  const config = await parseConfig(join(root, CONFIG), text, CONFIG_OPTIONS);
  const origins: Origins = { cwd, config, typed: {} };
  const prepared = prepareRun(terminal, catalog, config.values, origins, []);
  const named = [
    { name: CONFIG, text, purpose: 'what is run, and what the gate demands' },
    ...files,
    { name: BASELINE, text: '', purpose: 'what the gate compares with, made by this very config' },
    { name: WORKFLOW, text: WORKFLOW_TEXT, purpose: 'runs the gate on GitHub; needs rag-lab in package.json' },
  ];
  const paths = named.map(({ name }) => join(root, name));
  await refuseExisting(paths, cwd);
  const outputs = await prepareOutputs([], paths);
  await orAbandon(outputs, progress, async () => {
    // What is not written yet cannot be read back: the data are handed over as they are.
    const source = { load: async () => dataset };
    const { report } = await executeRun(terminal, { ...prepared, source }, progress, false);
    const baseline = baselineText(report, commandOf(config.values, origins));
    await stopIfInterrupted(terminal);
    await progress.end();
    const written: OutputFile[] = named.map(({ name, text: own }, n) => ({
      path: paths[n]!,
      text: name === BASELINE ? baseline : own,
    }));
    await outputs.commit(written, async () => {
      await refuseExisting(paths, cwd);
      await writeResult(terminal, nextSteps(cwd, root, named, found === undefined));
    });
  });
}

/** A file or two may be a README; more are what the user came with. */
const PAGES_OF_A_CORPUS = 3;
const MARKDOWN = '*.md';

interface Found {
  readonly place: string;
  /** Among other files that are no documents. */
  readonly include?: readonly string[];
}

/** The documents of a folder that is to be a project, where it has some. */
async function docsIn(root: string): Promise<Found | undefined> {
  const place = join(root, DOCS);
  const found = await stat(place).catch(() => undefined);
  if (found?.isDirectory()) return { place };
  const there = await stat(root).catch(() => undefined);
  if (!there?.isDirectory()) return undefined;
  const tree = await openFolder(root);
  const names = (await tree.entries(tree.root)).filter(({ kind }) => kind === 'file').map(({ name }) => name);
  const pages = names.filter((name) => name.endsWith('.md'));
  return pages.length >= PAGES_OF_A_CORPUS ? { place: root, include: [MARKDOWN] } : undefined;
}

/** An empty folder: a few short pages to replace, with questions in both wordings. */
async function beginWithStarter(catalog: Catalog, context: Context): Promise<Beginning> {
  const { docs, pages, questions, synonyms } = await readStarter();
  const corpus = await loadOwnCorpus({ place: docs, formats: catalog.documentFormats }, context);
  const asked = anchorQuestions(parseQuestionLines(questions, QUESTIONS), corpus.documents);
  return {
    facts: { corpus: DOCS, chunker: 'structure(words=40)' },
    dataset: { ...corpus, ...asked, synonyms: await parseSynonyms(synonyms, SYNONYMS) },
    files: [
      ...pages.map(({ name, text }) => ({ name: `${DOCS}/${name}`, text, purpose: 'a page to replace by your own' })),
      { name: QUESTIONS, text: questions, purpose: 'what is asked, in the words of the pages and in other words' },
      { name: SYNONYMS, text: synonyms, purpose: 'words that mean the same' },
    ],
  };
}

/** Documents that are there: questions are drafted from their sentences, for a person to edit. */
async function beginWith(
  root: string,
  { place, include }: Found,
  catalog: Catalog,
  context: Context,
): Promise<Beginning> {
  const chosen = include === undefined ? {} : { include };
  const corpus = await loadOwnCorpus({ place, ...chosen, formats: catalog.documentFormats }, context);
  const drafts = draftQuestions(corpus.documents, { count: DRAFTS, rng: context.rng });
  const questions = drafts.map(questionLine).join('');
  const { topics, evidence } = anchorQuestions(parseQuestionLines(questions, QUESTIONS), corpus.documents);
  return {
    facts: {
      corpus: relative(root, place).split(sep).join('/') || '.',
      ...chosen,
      chunker: 'sentence(words=300,overlap=0)',
    },
    dataset: { ...corpus, topics, evidence },
    files: [
      {
        name: QUESTIONS,
        text: questions,
        purpose: `${topics.length} drafts to edit, each with a slot for a paraphrase`,
      },
      { name: SYNONYMS, text: SYNONYMS_TEXT, purpose: 'words that mean the same: none yet' },
    ],
  };
}

/** @throws LabError that names every one of the files that is there, a link that leads nowhere too */
async function refuseExisting(paths: readonly string[], cwd: string): Promise<void> {
  const there: string[] = [];
  for (const path of paths) {
    try {
      await lstat(path);
      there.push(relative(cwd, path));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Whatever else stands in the way is found, and said, when the place is tried.
      if (code !== 'ENOENT' && code !== 'ENOTDIR') {
        throw new LabError('file.unreadable', { path, problem: systemFault(error) });
      }
    }
  }
  if (there.length === 0) return;
  const problem = `${there.join(', ')}: ${there.length === 1 ? 'is' : 'are'} there already; init overwrites nothing`;
  throw new LabError('option.conflict', { problem }, 'name another folder: rag-lab init DIR');
}

function nextSteps(cwd: string, root: string, files: readonly Written[], isStarter: boolean): string {
  const shown = files.map(({ name, purpose }) => ({ name: relative(cwd, join(root, name)), purpose }));
  const width = Math.max(...shown.map(({ name }) => name.length));
  const steps = [
    ...(root === cwd ? [] : [[`cd ${relative(cwd, root)}`, 'the project']]),
    ['rag-lab run', 'the tables, and every question that was missed'],
    isStarter
      ? ['rag-lab questions check', `once ${DOCS} and ${QUESTIONS} are your own: what is wrong with them`]
      : ['rag-lab questions check', `once you have edited ${QUESTIONS}: what is wrong with it`],
    ['rag-lab baseline update --force', 'after edits: shows what they moved, and makes it the new baseline'],
    ['rag-lab gate', 'passes now; change a parameter or the chunker in the config and see what it costs'],
    ['git add . && git commit', 'documents, questions, config, baseline and workflow belong together'],
  ];
  const commandWidth = Math.max(...steps.map(([command]) => command!.length));
  const lines = [
    ...shown.map(({ name, purpose }) => `wrote ${name.padEnd(width)}  ${purpose}`),
    '',
    'Next:',
    ...steps.map(([command, why], n) => `  ${n + 1}. ${command!.padEnd(commandWidth)}  ${why}`),
  ];
  return lines.map((line) => `${neutralise(line)}\n`).join('');
}
