// The work of `rag-lab generate`: a handbook and its questions as files, all of them or none.
import { join, resolve } from 'node:path';
import { LabError, LabErrors } from '../core/errors.ts';
import type { Document } from '../core/model.ts';
import { loadHandbook } from '../datasets/handbook.ts';
import { chunkQrels } from '../eval/project.ts';
import { formatQrels } from '../eval/trec.ts';
import { planChunker } from '../experiment/plan.ts';
import { prepareCollection } from '../experiment/prepare.ts';
import { slug } from '../experiment/run-files.ts';
import { chunkers } from '../ingest/chunkers/registry.ts';
import { removeStale, stalePages } from './former-results.ts';
import { neutralise } from './neutralise.ts';
import { type OutputFile, orAbandon, prepareOutputs } from './output-files.ts';
import { DEFAULT_CHUNKER, DEFAULT_SEED, type RunValues } from './run-options.ts';
import { stopIfInterrupted, writeResult } from './session.ts';
import type { Terminal } from './terminal.ts';

export async function performGenerate(terminal: Terminal, values: RunValues, faults: LabError[]): Promise<void> {
  if (values.out === undefined && !faults.some(({ message }) => message.startsWith('--out'))) {
    faults.push(
      new LabError('option.conflict', { problem: '--out DIR is missing: the folder that receives the files' }),
    );
  }
  const chunker = planChunker(chunkers, DEFAULT_CHUNKER, faults);
  if (faults.length > 0 || values.out === undefined || !chunker) throw new LabErrors(faults);

  const { out } = values;
  const folder = resolve(terminal.cwd, out);
  const outputs = await prepareOutputs([folder, join(folder, 'pages')], []);
  await orAbandon(outputs, undefined, async () => {
    const { seed = DEFAULT_SEED, pages, facts } = values;
    const { dataset, handbook, questions } = await loadHandbook({
      seed,
      ...(pages === undefined ? {} : { pages }),
      ...(facts === undefined ? {} : { facts }),
    });
    const { collection, projection } = prepareCollection(dataset, chunker);
    const digits = Math.max(3, String(handbook.pages.length).length);
    const files: OutputFile[] = [
      ...handbook.pages.map(({ number, title, markdown }) => ({
        path: join(folder, 'pages', `${String(number).padStart(digits, '0')}-${slug(title).toLowerCase()}.md`),
        text: markdown,
      })),
      { path: join(folder, 'corpus.jsonl'), text: dataset.documents.map(corpusLine).join('') },
      {
        path: join(folder, 'questions.jsonl'),
        text: questions.map((question) => `${JSON.stringify(question)}\n`).join(''),
      },
      { path: join(folder, 'handbook.qrels'), text: formatQrels(chunkQrels(collection, projection)) },
    ];
    await stopIfInterrupted(terminal);
    const said =
      values.quiet === true
        ? ''
        : `wrote ${count(handbook.pages.length, 'page')}, ${count(questions.length, 'question')}, corpus.jsonl and handbook.qrels to ${neutralise(out)}\n`;
    const paths = files.map(({ path }) => path);
    const stale = await stalePages(folder, paths);
    await outputs.commit(files, () => writeResult(terminal, said));
    await removeStale(terminal, stale);
  });
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

/** One document in BEIR's form; its blocks travel in the metadata, since chunkers cut on them. */
function corpusLine({ id, title, text, meta, blocks }: Document): string {
  const kept = blocks.map(({ kind, span, path, page }) => ({
    kind,
    ...span,
    path,
    ...(page === undefined ? {} : { page }),
  }));
  return `${JSON.stringify({ _id: id, title, text, metadata: { ...meta, blocks: kept } })}\n`;
}
