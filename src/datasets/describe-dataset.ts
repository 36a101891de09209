// Counts what a dataset holds.
import { countWords, estimateTokens } from '../core/collection.ts';
import type { DatasetInfo, Spread } from '../core/dataset-info.ts';
import { documentsFingerprint, questionsFingerprint } from '../core/fingerprints.ts';
import type { Dataset } from '../core/model.ts';
import { compareText } from '../core/order.ts';

/** A label with more values than this names things (facts, say) and slices nothing. */
const MOST_VALUES = 12;

export function describeDataset(dataset: Dataset, warnings: readonly string[]): DatasetInfo {
  const { name, seed, documents, topics, evidence, synonyms } = dataset;
  const lengths = documents.map(({ text }) => countWords(text));
  const pages = documents.reduce((sum, { blocks }) => sum + new Set(blocks.flatMap(({ page }) => page ?? [])).size, 0);

  const there = new Set(documents.map(({ id }) => id));
  const missing = evidence.filter(({ docId }) => !there.has(docId));
  const judged = new Map(topics.map(({ id }) => [id, { all: 0, relevant: new Set<number>() }]));
  const grades = new Map<number, number>();
  for (const { topicId, grade, need } of evidence) {
    grades.set(grade, (grades.get(grade) ?? 0) + 1);
    const own = judged.get(topicId);
    if (!own) continue;
    own.all++;
    if (grade > 0) own.relevant.add(need);
  }
  const counts = [...judged.values()];
  return {
    schema: 'rag-lab/dataset-info@1',
    name,
    seed,
    documents: {
      total: documents.length,
      ...(pages > 0 ? { pages } : {}),
      words: lengths.reduce((sum, words) => sum + words, 0),
      tokens: documents.reduce((sum, { text }) => sum + estimateTokens(text), 0),
      lengths: spreadOf(lengths),
      empty: lengths.filter((words) => words === 0).length,
      untitled: documents.filter(({ title }) => title.trim() === '').length,
      identical: repeated(documents.map(({ title, text }) => JSON.stringify([title, text]))),
      fingerprint: documentsFingerprint(documents),
    },
    questions: {
      total: topics.length,
      words: spreadOf(topics.map(({ text }) => countWords(text))),
      labels: labelsOf(topics),
      identical: repeated(topics.map(({ text }) => text)),
      fingerprint: questionsFingerprint(topics, evidence),
    },
    judgments: {
      total: evidence.length,
      spans: evidence.filter(({ span }) => span !== undefined).length,
      grades: [...grades].sort(([a], [b]) => b - a).map(([grade, total]) => ({ grade, total })),
      perQuestion: spreadOf(counts.map(({ all }) => all)),
      relevantPerQuestion: spreadOf(counts.map(({ relevant }) => relevant.size)),
      questionsWithoutRelevant: counts.filter(({ all, relevant }) => all > 0 && relevant.size === 0).length,
      questionsWithoutJudgment: counts.filter(({ all }) => all === 0).length,
      missing: {
        documents: new Set(missing.map(({ docId }) => docId)).size,
        judgments: missing.length,
        relevant: missing.filter(({ grade }) => grade > 0).length,
      },
    },
    synonymGroups: synonyms.groups.length,
    warnings,
  };
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  const at = (share: number): number => (n === 0 ? 0 : sorted[Math.max(0, Math.ceil(share * n) - 1)]!);
  return {
    min: at(0),
    p10: at(0.1),
    median: at(0.5),
    mean: n === 0 ? 0 : sorted.reduce((sum, value) => sum + value, 0) / n,
    p90: at(0.9),
    p99: at(0.99),
    max: at(1),
  };
}

/** How many repeat an earlier one. */
function repeated(texts: readonly string[]): number {
  return texts.length - new Set(texts).size;
}

function labelsOf(topics: Dataset['topics']): DatasetInfo['questions']['labels'] {
  const byName = new Map<string, Map<string, number>>();
  for (const { labels } of topics) {
    for (const [name, value] of Object.entries(labels)) {
      const values = byName.get(name) ?? new Map<string, number>();
      byName.set(name, values);
      values.set(value, (values.get(value) ?? 0) + 1);
    }
  }
  const few = [...byName].filter(([, values]) => values.size <= MOST_VALUES).sort(([a], [b]) => compareText(a, b));
  // fromEntries, so that `__proto__` is a name like any other.
  return Object.fromEntries(
    few.map(([name, values]) => [name, Object.fromEntries([...values].sort(([a], [b]) => compareText(a, b)))]),
  );
}
