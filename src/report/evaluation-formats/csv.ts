// An evaluation for spreadsheets and data frames: one value a line.
import { type Value, writeCsv } from '../formats/csv.ts';
import type { EvaluationFormat } from './evaluation-format.ts';

/** `topic` is empty for what is aggregated over n topics; `expected` to `worst` are --ties, the last two --bounds. */
const COLUMNS = [
  'run',
  'topic',
  'n',
  'measure',
  'value',
  'expected',
  'best',
  'worst',
  'nonRelevant',
  'relevant',
] as const;

type Line = Readonly<Partial<Record<(typeof COLUMNS)[number], Value>>>;

export const csv: EvaluationFormat = {
  name: 'csv',
  summary: 'one value a line',
  extension: 'csv',
  render({ evaluation: { runs, measures } }) {
    const lines: Line[] = [];
    for (const { label, topics, topicScores = [], ...all } of runs) {
      for (const { topic, n, values, ties, bounds } of [
        ...topicScores.map((scores) => ({ n: 1, ...scores })),
        { topic: '', n: topics, ...all },
      ]) {
        for (const measure of measures) {
          if (!Object.hasOwn(values, measure)) continue;
          lines.push({
            run: label,
            topic,
            n,
            measure,
            value: values[measure],
            ...ties?.[measure],
            ...bounds?.[measure],
          });
        }
      }
    }
    return writeCsv(
      COLUMNS,
      lines.map((line) => COLUMNS.map((column) => line[column])),
    );
  },
};
