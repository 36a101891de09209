// Documents of the user's own, and questions of the user's own about any documents, as a dataset.
import type { ColumnNames, Context, DocumentFormat } from '../core/contracts.ts';
import type { Dataset } from '../core/model.ts';
import { loadCorpus } from '../ingest/load-corpus.ts';
import type { ByteSource } from './byte-source.ts';
import { readJudgedTopics } from './judged-topics.ts';
import { anchorQuestions } from './questions/anchor-quotes.ts';
import { readQuestions } from './questions/read-questions.ts';

export interface OwnCorpus {
  /** As messages call it. */
  readonly place: string;
  /** What a relative place is meant from. */
  readonly folder?: string;
  readonly formats: readonly DocumentFormat[];
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly columns?: ColumnNames;
  readonly keepGoing?: boolean;
}

/** The documents alone: nothing is asked yet. */
export async function loadOwnCorpus({ place, ...options }: OwnCorpus, context: Context): Promise<Dataset> {
  const { progress, signal } = context;
  const { name, documents } = await loadCorpus(place, { ...options, progress, signal });
  return { name, seed: null, documents, topics: [], evidence: [], synonyms: { groups: [] } };
}

export interface OwnQuestions {
  /** A question set, or bare topics where there are `qrels`. */
  readonly questions: ByteSource;
  /** Judgments of whole documents. */
  readonly qrels: ByteSource | undefined;
}

/**
 * The same documents, asked the questions of a file.
 * @throws LabErrors where a quote is not in its document
 */
export async function askQuestions(
  dataset: Dataset,
  { questions, qrels }: OwnQuestions,
  context: Context,
): Promise<Dataset> {
  if (qrels !== undefined)
    return { ...dataset, ...(await readJudgedTopics(questions, qrels, dataset.documents, context)) };
  const records = await readQuestions(questions);
  const { topics, evidence, warnings } = anchorQuestions(records, dataset.documents);
  for (const message of warnings) context.progress.report({ kind: 'warning', message });
  return { ...dataset, topics, evidence };
}
