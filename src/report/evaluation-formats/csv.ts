// An evaluation for spreadsheets and data frames: one value a line.
import type { Value } from '../formats/write-csv.ts';
import type { EvaluationFormat } from './evaluation-format.ts';

/** `topic` is empty for what is aggregated over n topics; `expected` to `worst` are --ties, the next two --bounds, the rest --as. */
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
  'theirs',
  'why',
] as const;

/** Columns that are there only where another tool was compared with. */
const OF_PEER = 2;

type Line = Readonly<Partial<Record<(typeof COLUMNS)[number], Value>>>;

export const csv: EvaluationFormat = {
  name: 'csv',
  summary: 'one value a line',
  extension: 'csv',
  async render({ evaluation: { runs, measures, peer } }) {
    const columns = peer ? COLUMNS : COLUMNS.slice(0, -OF_PEER);
    const lines: Line[] = [];
    for (const { label, topics, topicScores = [], peer: theirs = [], ...all } of runs) {
      for (const { topic, n, values, ties, bounds } of [
        ...topicScores.map((scores) => ({ n: 1, ...scores })),
        { topic: '', n: topics, ...all },
      ]) {
        for (const measure of measures) {
          if (!Object.hasOwn(values, measure)) continue;
          const other = topic === '' ? theirs.find((one) => one.measure === measure) : undefined;
          lines.push({
            run: label,
            topic,
            n,
            measure,
            value: values[measure],
            ...ties?.[measure],
            ...bounds?.[measure],
            ...(other && { theirs: other.theirs ?? undefined, why: other.why.map(({ flag }) => flag).join(' ') }),
          });
        }
      }
    }
    const { writeCsv } = await import('../formats/write-csv.ts');
    return writeCsv(
      columns,
      lines.map((line) => columns.map((column) => line[column])),
    );
  },
};
