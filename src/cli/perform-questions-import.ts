// The work of `rag-lab questions import`: another tool's golden set becomes a question set, and what is left out is counted.
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { LabError } from '../core/errors.ts';
import { type ByteSource, type NamedPath, readPieces } from '../datasets/byte-source.ts';
import { locateQuestions } from '../datasets/questions/anchor-quotes.ts';
import { questionImporters } from '../datasets/questions/importers/registry.ts';
import { questionLine } from '../datasets/questions/question-record.ts';
import { fileSource, inputPaths } from './compare-inputs.ts';
import { neutralise } from './neutralise.ts';
import { orAbandon, prepareOutputs } from './output-files.ts';
import { documentsReader, requestOf, requireOptions, throwAny } from './perform-questions.ts';
import { createProgress } from './progress.ts';
import type { QuestionsValues } from './questions-options.ts';
import { stopIfInterrupted, writeResult } from './session.ts';
import type { Terminal } from './terminal.ts';

export async function performQuestionsImport(
  terminal: Terminal,
  formatName: string,
  file: string,
  flags: QuestionsValues,
  configPath: string | undefined,
  faults: LabError[],
): Promise<void> {
  const { cwd } = terminal;
  const request = await requestOf(terminal, flags, configPath);
  const { values } = request;
  const importer = questionImporters.find(({ name }) => name === formatName);
  if (!importer) {
    const known = questionImporters.map(({ name }) => name);
    faults.push(new LabError('spec.unknown-name', { kind: 'format of question sets', name: formatName, known }));
  }
  requireOptions(request, 'questions import FORMAT FILE', ['out'], faults);
  // Importing needs no documents: those of a config file are not asked.
  const corpus = flags.corpus;
  const read = corpus === undefined ? undefined : documentsReader(request, faults);
  throwAny(faults);
  const path = resolve(cwd, values.out!);
  const progress = createProgress(terminal, { quiet: values.quiet === true });
  const passages = formatName === 'autorag' ? await passagesOf(cwd, file, values.passages) : undefined;
  const outputs = await prepareOutputs([], [path], inputPaths(cwd, [file, values.passages]));
  await orAbandon(outputs, progress, async () => {
    const { questions, notes } = await importer!.import({ file: await sourceOf(cwd, file), passages });
    const lines = [`${questions.length} questions from ${file} to ${values.out}`, ...notes.map((note) => `  ${note}`)];
    if (formatName === 'autorag' && passages === undefined) {
      lines.push('  no corpus file: passage ids were taken for document ids; --passages names one');
    }
    if (read) {
      const { name, documents } = await read(terminal, progress);
      await stopIfInterrupted(terminal);
      const placed = questions.map((question, n) => ({ ...question, source: values.out!, line: n + 1 }));
      const { findings } = locateQuestions(placed, documents);
      const lost = new Set(findings.filter(({ isFault }) => isFault).map(({ question }) => question)).size;
      const anchored = questions.filter(({ evidence }) => evidence?.length).length;
      lines.push(`  in ${name}: the evidence of ${anchored - lost} of ${anchored} questions is found as it is`);
    }
    lines.push(`next: rag-lab questions check --corpus ${corpus ?? 'PATH'} --questions ${values.out}`);
    await progress.end();
    const said = lines.map((line) => `${neutralise(line)}\n`).join('');
    await outputs.commit([{ path, text: questions.map(questionLine).join('') }], () =>
      values.quiet === true ? Promise.resolve() : writeResult(terminal, said),
    );
  });
}

/** Importers look at a file more than once, which a pipe does not allow. */
async function sourceOf(cwd: string, file: string): Promise<ByteSource> {
  if (file !== '-') return fileSource(cwd, file);
  const pieces: Buffer[] = [];
  for await (const piece of readPieces(file)) pieces.push(Buffer.from(piece));
  return { name: 'standard input', bytes: pieces };
}

/** The corpus that belongs to an AutoRAG set: as named, else the file of that name beside it. */
async function passagesOf(cwd: string, file: string, named: string | undefined): Promise<NamedPath | undefined> {
  if (named !== undefined) return { name: named, path: resolve(cwd, named) };
  if (file === '-') return undefined;
  for (const name of ['corpus.parquet', 'corpus.json', 'corpus.jsonl']) {
    const path = join(dirname(resolve(cwd, file)), name);
    const isFile = await stat(path).then(
      (facts) => facts.isFile(),
      () => false,
    );
    if (isFile && path !== resolve(cwd, file)) return { name: join(dirname(file), name), path };
  }
  return undefined;
}
