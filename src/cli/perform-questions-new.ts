// The work of `rag-lab questions new`: drafts from sentences of the documents, for a person to edit.
import { resolve } from 'node:path';
import type { LabError } from '../core/errors.ts';
import { createRng } from '../core/rng.ts';
import { draftQuestions } from '../datasets/questions/draft-questions.ts';
import { questionLine } from '../datasets/questions/question-record.ts';
import { neutralise } from './neutralise.ts';
import { orAbandon, prepareOutputs } from './output-files.ts';
import { documentsReader, requestOf, requireOptions, throwAny } from './perform-questions.ts';
import { createProgress } from './progress.ts';
import { DEFAULT_COUNT, type QuestionsValues } from './questions-options.ts';
import { DEFAULT_SEED } from './run-options.ts';
import { stopIfInterrupted, writeResult } from './session.ts';
import type { Terminal } from './terminal.ts';

export async function performQuestionsNew(
  terminal: Terminal,
  flags: QuestionsValues,
  configPath: string | undefined,
  faults: LabError[],
): Promise<void> {
  const request = await requestOf(terminal, flags, configPath);
  const { values } = request;
  requireOptions(request, 'questions new', ['corpus'], faults);
  const read = documentsReader(request, faults);
  throwAny(faults);
  const { out, count = DEFAULT_COUNT, seed = DEFAULT_SEED } = values;
  const path = out === undefined ? undefined : resolve(terminal.cwd, out);
  const progress = createProgress(terminal, { quiet: values.quiet === true });
  const outputs = await prepareOutputs([], path === undefined ? [] : [path]);
  await orAbandon(outputs, progress, async () => {
    const { documents } = await read(terminal, progress);
    await stopIfInterrupted(terminal);
    const questions = draftQuestions(documents, { count, rng: createRng(seed) });
    const asked = questions.length / 2;
    if (asked < count) {
      const message = `${asked === 0 ? 'no sentence' : `only ${asked} sentences`} of the documents can be asked about by a pattern, of ${count} wanted`;
      progress.report({ kind: 'warning', message });
    }
    await progress.end();
    const text = questions.map(questionLine).join('');
    await outputs.commit(path === undefined ? [] : [{ path, text }], () =>
      path === undefined ? writeResult(terminal, text) : Promise.resolve(),
    );
    if (values.quiet === true) return;
    const where = out === undefined ? '' : ` to ${neutralise(out)}`;
    const said = `${asked} drafts${where}, each with an open slot for a paraphrase: edit them, fill the slots or delete them, then rag-lab questions check`;
    await terminal.err.write(`rag-lab: ${path === undefined ? '' : 'wrote '}${said}\n`).catch(() => {});
  });
}
