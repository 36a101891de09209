// Topics joined with judgments of whole documents: what is asked, and the evidence. What has no partner is counted, never lost.
import type { Context } from '../core/contracts.ts';
import { LabError } from '../core/errors.ts';
import type { Document, Evidence, Qrels, Topic } from '../core/model.ts';
import type { ByteSource } from './byte-source.ts';
import { readQrels } from './read-qrels.ts';
import { readTopics, type TopicText } from './read-topics.ts';
import type { TopicField } from './topic-fields.ts';

export interface JudgedTopics {
  readonly topics: readonly Topic[];
  /** Every relevant document is a need of its own, so that measures over them equal trec_eval's. */
  readonly evidence: readonly Evidence[];
}

/** Names of the two files, for messages. */
interface Sources {
  readonly topics: string;
  readonly qrels: string;
}

/**
 * Reads both files and joins them.
 * @throws LabError where nothing of one occurs in the other
 */
export async function readJudgedTopics(
  topics: ByteSource,
  qrels: ByteSource,
  documents: readonly Document[],
  context: Context,
  field: TopicField = 'title',
): Promise<JudgedTopics> {
  const options = { signal: context.signal };
  const texts = await readTopics(topics, field, options);
  const judgments = await readQrels(qrels, options);
  const sources = { topics: nameOf(topics), qrels: nameOf(qrels) };
  return joinJudgments(texts, judgments, documents, sources, (message) => {
    context.progress.report({ kind: 'warning', message });
  });
}

const nameOf = (source: ByteSource): string => (typeof source === 'string' ? source : source.name);

/**
 * Keeps the topics that are judged, in their own order.
 * @param warn told how many judged topics have no text, how many judged documents are missing, how many topics have
 *   nothing to be found
 */
export function joinJudgments(
  texts: readonly TopicText[],
  qrels: Qrels,
  documents: readonly Document[],
  sources: Sources,
  warn: (message: string) => void,
): JudgedTopics {
  const judged = texts.filter(({ id }) => qrels.has(id));
  if (judged.length === 0) {
    const problem = `none of its ${count(qrels.size, 'topic')} is among the ${texts.length} of ${sources.topics}`;
    throw new LabError('data.invalid', { what: sources.qrels, problem });
  }
  const there = new Set(documents.map(({ id }) => id));
  const evidence: Evidence[] = [];
  const missing = new Set<string>();
  const incomplete = new Set<string>();
  const barren: string[] = [];
  for (const { id: topicId } of judged) {
    let need = 0;
    let relevant = 0;
    for (const [docId, grade] of qrels.get(topicId)!) {
      evidence.push({ topicId, docId, grade, need: need++ });
      if (grade > 0) relevant++;
      if (there.has(docId)) continue;
      missing.add(docId);
      if (grade > 0) incomplete.add(topicId);
    }
    if (relevant === 0) barren.push(topicId);
  }
  if (evidence.every(({ docId }) => missing.has(docId))) {
    const problem = `none of the ${count(missing.size, 'document')} that it judges is in the corpus`;
    throw new LabError('data.invalid', { what: sources.qrels, problem });
  }

  const known = new Set(texts.map(({ id }) => id));
  const textless = [...qrels.keys()].filter((id) => !known.has(id));
  if (textless.length > 0) {
    const what = `${count(textless.length, 'topic')} of ${sources.qrels}`;
    warn(`${what} cannot be asked: not in ${sources.topics}: ${some(textless)}`);
  }
  if (missing.size > 0) {
    const lost = incomplete.size === 0 ? '' : `; ${count(incomplete.size, 'topic')} cannot be answered in full`;
    warn(`${count(missing.size, 'document')} of ${sources.qrels} not in the corpus${lost}: ${some([...missing])}`);
  }
  if (barren.length > 0) {
    warn(`${count(barren.length, 'topic')} of ${sources.qrels} without a relevant document: ${some(barren)}`);
  }
  return { topics: judged.map(({ id, text }) => ({ id, text, labels: {}, slices: [] })), evidence };
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}

/** The first few ids. */
function some(ids: readonly string[]): string {
  return ids.length > 5 ? `${ids.slice(0, 5).join(', ')}, ...` : ids.join(', ');
}
