import { describe, expect, it } from 'vitest';
import { RunColumns } from '../../src/datasets/run-columns.ts';

/** Rows of topic and id, one a line unless lines are given. */
function columnsOf(rows: readonly (readonly [topic: string, id: string, line?: number])[]): RunColumns {
  const columns = new RunColumns();
  rows.forEach(([topic, id, line], n) => {
    const [t, d] = [Buffer.from(topic), Buffer.from(id)];
    expect(columns.add(t, 0, t.length, d, 0, d.length, -n, line ?? n + 1)).toBeUndefined();
  });
  return columns;
}

const idsOf = (columns: RunColumns, topic: number): string[] => {
  const { rows, count } = columns.rowsOf(topic);
  return Array.from(rows.subarray(0, count), (row) => columns.idOf(row));
};

describe('RunColumns', () => {
  it('gathers the rows of a topic from wherever they stand, topics in order of first appearance', () => {
    const columns = columnsOf([
      ['b', '1'],
      ['a', '2'],
      ['b', '3'],
      ['b', '4'],
      ['a', '5'],
    ]);
    expect(columns.topicIds).toEqual(['b', 'a']);
    expect(idsOf(columns, 0)).toEqual(['1', '3', '4']);
    expect(idsOf(columns, 1)).toEqual(['2', '5']);
  });

  it('holds rows over many blocks, ids of any length, and one row a stretch', () => {
    const rows = Array.from({ length: 200_000 }, (_, n) => [`t${n % 3}`, 'x'.repeat(n % 50) + n] as const);
    const columns = columnsOf(rows);
    for (const topic of [0, 1, 2]) {
      expect(idsOf(columns, topic)).toEqual(rows.filter((_, n) => n % 3 === topic).map(([, id]) => id));
    }
    expect(columns.lineOf(199_999)).toBe(200_000);
  });

  it('knows the line of each row where lines hold none or several', () => {
    const lines = [3, 4, 7, 7, 7, 8, 1_000_000];
    const columns = columnsOf(lines.map((line, n) => ['t', String(n), line]));
    expect(lines.map((_, row) => columns.lineOf(row))).toEqual(lines);
  });

  it('compares ids by bytes, a beginning before the whole', () => {
    const columns = columnsOf(['a', 'ab', 'b', 'é', '\ufffd', '😀'].map((id) => ['t', id]));
    for (let a = 0; a < 6; a++) {
      for (let b = 0; b < 6; b++) expect(Math.sign(columns.compareIds(a, b))).toBe(Math.sign(a - b));
    }
  });

  it('adds nothing whose names are not UTF-8', () => {
    const columns = new RunColumns();
    const [good, bad] = [Buffer.from('é'), Buffer.from('é', 'latin1')];
    expect(columns.add(good, 0, 2, bad, 0, 1, 1, 1)).toBe('the document id is not valid UTF-8');
    expect(columns.add(bad, 0, 1, good, 0, 2, 1, 2)).toBe('the topic id is not valid UTF-8');
    expect(columns.add(good, 0, 2, good, 0, 2, 1, 3)).toBeUndefined();
    expect([columns.length, columns.topicIds, columns.lineOf(0)]).toEqual([1, ['é'], 3]);
  });
});
