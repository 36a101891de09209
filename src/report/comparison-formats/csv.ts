// A comparison for spreadsheets and data frames: one line a pair and measure, then one a topic that flipped or differs most.
import { type Value, writeCsv } from '../formats/write-csv.ts';
import type { ComparisonFormat } from './comparison-format.ts';

/** `table` is `pairs`, `lost`, `gained` or `differences`; what a table does not have stays empty. */
const COLUMNS = [
  'table',
  'measure',
  'first',
  'second',
  'topic',
  'n',
  'firstMean',
  'secondMean',
  'difference',
  'low',
  'high',
  'test',
  'p',
  'adjustedP',
  'significant',
  'effectSize',
  'wins',
  'ties',
  'losses',
  'detectable',
  'firstValue',
  'secondValue',
  'firstRank',
  'secondRank',
  'firstSignal',
  'secondSignal',
] as const;

type Line = Readonly<Partial<Record<(typeof COLUMNS)[number], Value>>>;

export const csv: ComparisonFormat = {
  name: 'csv',
  summary: 'pairs, topics that flipped and largest differences, one a line',
  extension: 'csv',
  render({ pairs, flips, differences }) {
    const lines: Line[] = [
      ...pairs.map((pair) => ({ table: 'pairs', ...pair })),
      ...flips.map(({ change, ...flip }) => ({ table: change, ...flip })),
      ...differences.map((difference) => ({ table: 'differences', ...difference })),
    ];
    return writeCsv(
      COLUMNS,
      lines.map((line) => COLUMNS.map((column) => line[column])),
    );
  },
};
