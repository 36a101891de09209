// A table of questions: CSV or TSV with a header, the columns known by their usual names.

import { nearestName } from '../../../core/nearest.ts';
import { sourceName } from '../../byte-source.ts';
import { type NeedRecord, type QuestionRecord, SPLITS, WORDINGS } from '../question-record.ts';
import { malformed, QuestionCollector, type QuestionImporter } from './question-importer.ts';
import { readDelimited } from './read-delimited.ts';
import { readPythonList } from './read-python-list.ts';

const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  id: ['id', '_id', 'qid', 'question id', 'query id'],
  text: ['question', 'query', 'text', 'user input', 'prompt'],
  answer: ['answer', 'reference', 'reference answer', 'ground truth', 'expected', 'expected answer'],
  quote: ['quote', 'evidence', 'answer quote', 'context', 'contexts', 'reference contexts', 'passage', 'excerpt'],
  document: ['document', 'doc', 'doc id', 'document id', 'file', 'filename', 'path', 'source', 'page'],
  fact: ['fact'],
  wording: ['wording'],
  split: ['split'],
  slices: ['slices', 'slice', 'tags', 'category'],
};

export const csv: QuestionImporter = {
  name: 'csv',
  summary: 'a table of your own, CSV or TSV with a header: question, answer, quote, document',
  maps: [
    ...Object.entries(COLUMNS).map(([field, names]) => `${names.slice(0, 4).join(', ')} -> ${field}`),
    'several quotes in one cell: a list as JSON or Python prints it',
    'rows of one id are one question: all of their quotes are needed',
    'not taken: other columns',
  ],
  async import({ file }) {
    const name = sourceName(file);
    const { columns, rows } = await readDelimited(file);
    const found = new Map<string, string>();
    const others: string[] = [];
    for (const column of columns) {
      const plain = column.toLowerCase().replace(/[_-]+/g, ' ').trim();
      const field = Object.keys(COLUMNS).find((key) => COLUMNS[key]!.includes(plain) && !found.has(key));
      if (field === undefined) others.push(column);
      else found.set(field, column);
    }
    if (!found.has('text')) {
      const near = columns.map((column) => nearestName(column, COLUMNS.text!)).find((one) => one !== undefined);
      const hint = near === undefined ? '' : `; did you mean "${near}"?`;
      throw malformed(
        `${name}:1`,
        `no column with the question${hint} (known: ${COLUMNS.text!.join(', ')}; found: ${columns.join(', ')})`,
      );
    }
    const collector = new QuestionCollector();
    const joined = new Map<string, QuestionRecord & { evidence: NeedRecord[] }>();
    for (const { line, fields } of rows) {
      const get = (field: string): string | undefined => fields.get(found.get(field) ?? '')?.trim() || undefined;
      const evidence = evidenceOf(get('quote'), get('document'));
      const id = get('id');
      const before = id === undefined ? undefined : joined.get(id);
      const text = get('text') ?? before?.text;
      if (text === undefined) {
        collector.note('rows without a question, left out');
        continue;
      }
      if (before) {
        if (before.text !== text) {
          throw malformed(`${name}:${line}`, `id ${JSON.stringify(id)} stands above with another question`);
        }
        before.evidence.push(...evidence);
        continue;
      }
      const question = { text, evidence, ...labelsOf(get, collector) };
      const own = id ?? `csv-${joined.size + 1}`;
      joined.set(own, { id: own, ...question });
    }
    for (const { id, ...question } of joined.values()) collector.add(id, question);
    for (const column of others) collector.note(`column ${JSON.stringify(column)} left out, rows`, rows.length);
    return collector.end();
  },
};

function evidenceOf(quote: string | undefined, document: string | undefined): NeedRecord[] {
  const where = document === undefined ? {} : { document };
  if (quote === undefined) return document === undefined ? [] : [{ document }];
  return (readPythonList(quote) ?? [quote]).filter((one) => one.trim() !== '').map((one) => ({ ...where, quote: one }));
}

function labelsOf(get: (field: string) => string | undefined, collector: QuestionCollector) {
  const answer = get('answer');
  const fact = get('fact');
  const slices = get('slices')
    ?.split(/[,;|]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const choice = <T extends string>(field: string, accepted: readonly T[]): T | undefined => {
    const written = get(field);
    const known = accepted.find((one) => one === written?.toLowerCase());
    if (written !== undefined && known === undefined)
      collector.note(`${field}s that are none of ${accepted.join(', ')}, left out`);
    return known;
  };
  const wording = choice('wording', WORDINGS);
  const split = choice('split', SPLITS);
  return {
    ...(answer === undefined ? {} : { answer }),
    ...(fact === undefined ? {} : { fact }),
    ...(wording === undefined ? {} : { wording }),
    ...(split === undefined ? {} : { split }),
    ...(slices === undefined || slices.length === 0 ? {} : { slices: [...new Set(slices)] }),
  };
}
