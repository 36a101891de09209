// What two results must have in common to be about the same data: one number for the documents, one for what is asked.
import { sha256 } from './hash.ts';
import type { Dataset } from './model.ts';
import { compareText } from './order.ts';

/** Over the text alone, not its chunks: reports of one corpus can be compared whatever the chunker. */
export function documentsFingerprint(documents: Dataset['documents']): string {
  return sha256(documents.flatMap(({ id, title, text }) => [id, title, text]));
}

/** Over what is asked: ids, texts, labels, slices and evidence. */
export function questionsFingerprint(topics: Dataset['topics'], evidence: Dataset['evidence']): string {
  const parts = [
    ...topics.map(({ id, text, labels, slices }) => [id, text, Object.entries(labels).sort(byKey), slices]),
    ...evidence.map(({ topicId, docId, span, grade, need }) => [topicId, docId, span?.start, span?.end, grade, need]),
  ];
  return sha256(parts.map((part) => JSON.stringify(part)));
}

function byKey([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return compareText(a, b);
}
