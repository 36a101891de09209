// A testset of ragas: JSON, JSON lines or CSV, of version 0.2 and later (user_input) or before (question).
import { type ByteSource, sourceName } from '../../byte-source.ts';
import type { NeedRecord } from '../question-record.ts';
import {
  fieldOf,
  malformed,
  QuestionCollector,
  type QuestionImporter,
  readJsonRecords,
  textOf,
  textsOf,
} from './question-importer.ts';
import { readDelimited } from './read-delimited.ts';
import { isParquet, readParquet } from './read-parquet.ts';
import { readPythonList } from './read-python-list.ts';

const QUESTION = ['user_input', 'question'];
const REFERENCE = ['reference_contexts', 'ground_truth_context', 'ground_truth_contexts'];
const ANSWER = ['reference', 'ground_truth', 'ground_truths', 'answer'];
const KIND = ['synthesizer_name', 'evolution_type', 'question_type'];

export const ragas: QuestionImporter = {
  name: 'ragas',
  summary: 'a testset of ragas: JSON, JSONL, CSV or Parquet',
  maps: [
    'user_input (question) -> text',
    'reference_contexts (in testsets before 0.2: contexts) -> evidence, a quote each, all of them needed',
    'reference (ground_truth) -> answer',
    'synthesizer_name (evolution_type) -> a slice',
    'not taken: conversations of several turns, responses and what was retrieved',
  ],
  async import({ file }) {
    const name = sourceName(file);
    const records = await readRecords(file);
    const collector = new QuestionCollector();
    for (const [n, record] of records.entries()) {
      const asked = fieldOf(record, QUESTION);
      if (Array.isArray(asked)) {
        collector.note('conversations of several turns, left out');
        continue;
      }
      const text = textOf(asked);
      if (text === undefined) {
        collector.note('records without a question, left out');
        continue;
      }
      const kind = textOf(fieldOf(record, KIND));
      const answer = textsOf(listed(fieldOf(record, ANSWER)))[0];
      collector.add(textOf(fieldOf(record, ['id', 'sample_id'])) ?? `ragas-${n + 1}`, {
        text,
        ...(kind === undefined ? {} : { slices: [kind] }),
        evidence: evidenceOf(record, collector),
        ...(answer === undefined ? {} : { answer }),
      });
    }
    const imported = collector.end();
    if (imported.questions.length === 0) {
      throw malformed(name, `no record has a question; accepted: records with ${QUESTION.join(' or ')}`);
    }
    return imported;
  },
};

async function readRecords(file: ByteSource): Promise<Record<string, unknown>[]> {
  if (/\.[ct]sv(\.gz)?$/i.test(sourceName(file))) {
    return (await readDelimited(file)).rows.map(({ fields }) => Object.fromEntries(fields));
  }
  if (await isParquet(file)) return readParquet(file);
  return readJsonRecords(file, ['samples', 'examples', 'data', 'rows']);
}

function evidenceOf(record: Record<string, unknown>, collector: QuestionCollector): NeedRecord[] {
  let contexts = listed(fieldOf(record, REFERENCE));
  if (contexts === undefined) {
    contexts = listed(fieldOf(record, ['contexts']));
    // In a testset they are what the question was made of; in an evaluation they are what a system brought.
    if (contexts !== undefined && fieldOf(record, ['evolution_type', 'episode_done']) === undefined) {
      collector.note('questions whose "contexts" were taken for the gold; if a system retrieved them, they are none');
    }
  }
  return textsOf(contexts).map((context) => ({ quote: withoutHop(context) }));
}

/** Multi-hop samples carry `<1-hop>` before each passage. */
function withoutHop(context: string): string {
  return context.replace(/^\s*<\d+-hop>\s*/, '');
}

/** In CSV a list is the text that Python prints. */
function listed(value: unknown): unknown {
  return typeof value === 'string' ? (readPythonList(value) ?? value) : value;
}
