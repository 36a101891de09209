// The work of `rag-lab explain`: the questions that are meant, ranked by every system, and why.
import type { Catalog } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';
import type { Explanation } from '../core/explanation.ts';
import { documentsFingerprint, questionsFingerprint } from '../core/fingerprints.ts';
import type { Dataset } from '../core/model.ts';
import type { ExplainOptions } from '../experiment/explain.ts';
import { runExplanation } from '../experiment/explain-run.ts';
import { splitByEvidence } from '../experiment/unanswerable.ts';
import type { ExplanationFormat, ExplanationInput } from '../report/explanation-formats/explanation-format.ts';
import { explanationFormats } from '../report/explanation-formats/registry.ts';
import { askedOf } from './asked-questions.ts';
import { cacheFolder } from './cache-folder.ts';
import { loadConfig } from './config.ts';
import { CONFIG_OPTIONS, type ConfigValues } from './config-options.ts';
import type { ExplainValues } from './explain-options.ts';
import { checkSeal, ledgerPlace, looksAtHeldOut, recordLook, type Seen } from './held-out-ledger.ts';
import { catalogOf, contextOf, headOf, type PreparedRun, prepareRun, resolvePlaced } from './lab-run.ts';
import type { Origins } from './origins.ts';
import { orAbandon, prepareOutputs } from './output-files.ts';
import { packageVersion } from './package-version.ts';
import { mergeValues } from './perform-run.ts';
import { createProgress } from './progress.ts';
import { sayWritten } from './say-written.ts';
import { stopIfInterrupted, writeResult } from './session.ts';
import { FILE_STYLE, terminalStyle } from './style.ts';
import { renderFiles, resolveTargets, type Target } from './targets.ts';
import type { Terminal } from './terminal.ts';

/**
 * @param words ids, or a question in words
 * @param configPath what --config names
 * @param faults found in the flags so far; all are reported together
 */
export async function performExplain(
  terminal: Terminal,
  words: readonly string[],
  flags: ExplainValues,
  configPath: string | undefined,
  faults: LabError[],
): Promise<void> {
  const { misses = false, chunks, ...typed } = flags;
  faults.push(...wordFaults(words, misses));
  const config = await loadConfig(terminal.cwd, configPath, CONFIG_OPTIONS);
  // Formats and folder of a config file are those of `rag-lab run`.
  const { format: _, json: __, out: ___, ...kept } = config?.values ?? {};
  const values = mergeValues<ConfigValues>(kept, typed);
  const catalog = await catalogOf(terminal, values);
  const ledger = ledgerPlace(config, {}, faults);
  const origins = { cwd: terminal.cwd, config, typed };
  const { targets, ...prepared } = resolvePlaced(
    (some, found) => resolveExplain(terminal, catalog, some, origins, !misses, found),
    values,
    config,
    faults,
  );

  const outputs = await prepareOutputs(
    [],
    targets.flatMap((target) => target.file ?? []),
  );
  const progress = createProgress(terminal, { quiet: values.quiet === true, plain: values.plain === true });
  await orAbandon(outputs, progress, async () => {
    const { catalog, source, plan, search } = prepared;
    const context = contextOf(terminal, prepared, progress);
    const whole = await source.load(context(0));
    const dataset = misses ? answerable(whole) : askedOf(whole, words);
    const looksNow = ledger !== undefined && looksAtHeldOut(dataset);
    if (looksNow) await checkSeal(ledger, whole);
    const explain: ExplainOptions = misses
      ? { hints: true, onlyMisses: true, above: chunks ?? 0 }
      : { hints: true, ...(chunks === undefined ? {} : { above: chunks }) };
    const explanation = await runExplanation({
      plan,
      catalog,
      dataset,
      context: context(dataset.seed ?? 0),
      cacheDir: cacheFolder(terminal),
      ...search,
      explain,
    });
    // Before anybody is shown what was seen; a run of the same systems is the same look.
    const looks = looksNow ? await recordLook(ledger, whole, seenOf(prepared, explanation, whole)) : undefined;
    const input: Omit<ExplanationInput, 'style'> = {
      explanation,
      version: packageVersion(),
      ...(misses && { misses: { asked: splitByEvidence(dataset).answerable.length } }),
    };
    const files = await renderFiles(targets, (format) => format.render({ ...input, style: FILE_STYLE }));
    const style = terminalStyle(terminal, { plain: values.plain === true, wide: values.wide === true });
    const shown = targets.find((target) => target.file === undefined);
    const head = shown?.format.name === 'terminal' ? headOf(looks) : '';
    const text = head + (shown?.format.render({ ...input, style }) ?? '');
    await stopIfInterrupted(terminal);
    await progress.end();
    await outputs.commit(files, () => writeResult(terminal, text));
    if (values.quiet !== true && values.json !== true) await sayWritten(terminal, { targets });
  });
}

function seenOf(
  { plan, search }: PreparedRun,
  { depth, filter }: Explanation,
  { documents, topics, evidence }: Dataset,
): Seen {
  return {
    systems: plan.systems.map(({ spec }) => spec),
    measures: plan.measures.map(({ name }) => name),
    cutoff: plan.cutoff,
    depth,
    chunker: plan.chunker.full,
    ...(filter === undefined ? {} : { filter }),
    ...(search.dedupe === undefined ? {} : { dedupe: search.dedupe }),
    corpus: documentsFingerprint(documents),
    questions: questionsFingerprint(topics, evidence),
  };
}

function wordFaults(words: readonly string[], misses: boolean): LabError[] {
  const isAsked = words.some((word) => word.trim() !== '');
  if (isAsked && !misses) return [];
  if (misses && words.length === 0) return [];
  const problem = misses
    ? `explain: --misses is about all questions, and ${JSON.stringify(words.join(' '))} asks for one; give one of them`
    : "explain: what is to be explained? accepted: a question's id, a question in words, or --misses";
  return [new LabError('option.conflict', { problem }, 'rag-lab explain --help')];
}

interface Resolved extends PreparedRun {
  readonly targets: readonly Target<ExplanationFormat>[];
}

/** @throws LabErrors with everything that is wrong */
function resolveExplain(
  terminal: Terminal,
  catalog: Catalog,
  values: ConfigValues,
  origins: Origins,
  isAsked: boolean,
  faults: LabError[],
): Resolved {
  const formats = values.format ?? (values.json ? [] : ['terminal']);
  const targets = resolveTargets(explanationFormats, formats, values.json === true, terminal.cwd, faults);
  return { ...prepareRun(terminal, catalog, values, origins, faults, isAsked), targets };
}

/** Questions without evidence cannot be missed. */
function answerable(dataset: Dataset): Dataset {
  const { answerable: kept } = splitByEvidence(dataset);
  if (kept.length === 0) {
    const remedy = 'rag-lab questions check says what each question lacks';
    throw new LabError('nothing.answerable', { questions: dataset.topics.length }, remedy);
  }
  return { ...dataset, topics: kept.map((i) => dataset.topics[i]!) };
}
