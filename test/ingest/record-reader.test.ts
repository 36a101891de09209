// Records made into documents: which fields are what, and what is wrong with a record.
import { describe, expect, it } from 'vitest';
import type { ColumnNames, ParsedDocument } from '../../src/core/contracts.ts';
import { type LabError, LabErrors } from '../../src/core/errors.ts';
import { findColumn, RecordReader } from '../../src/ingest/record-reader.ts';

function read(records: readonly object[], columns?: ColumnNames): readonly ParsedDocument[] | string[] {
  const reader = new RecordReader('a.jsonl', { warn: () => {}, ...(columns ? { columns } : {}) });
  records.forEach((record, n) => {
    reader.add(record as Record<string, unknown>, n + 1);
  });
  try {
    return reader.documents();
  } catch (error) {
    if (error instanceof LabErrors) return error.errors.map(({ message }) => message);
    return [(error as LabError).message];
  }
}

describe('fields', () => {
  it('go by their usual names, in any capitals; the exact name first', () => {
    expect(read([{ _id: 'a', id: 'b', Title: ' The\r\n title ', Body: 'x' }])).toEqual([
      expect.objectContaining({ id: 'a', title: 'The title', text: 'x', meta: { id: 'b' } }),
    ]);
    expect(findColumn('text', undefined, ['TEXT', 'text', 'content'])).toBe('text');
    expect(findColumn('id', undefined, ['constructor'])).toBeUndefined();
  });

  it('or by the names given, and by no others', () => {
    const record = { _id: 'a', key: 'k', q: 'Title', a: 'Text', text: 'other' };
    expect(read([record], { id: 'key', title: 'q', text: 'a' })).toEqual([
      expect.objectContaining({ id: 'k', title: 'Title', text: 'Text', meta: { _id: 'a', text: 'other' } }),
    ]);
    expect(read([record], { text: 'answer' })).toEqual([
      'a.jsonl:1: no field for the text: no "answer" among "_id", "key", "q", "a", "text"',
    ]);
    expect(read([record], { title: 'name' })).toEqual([expect.stringContaining('no field for the title: no "name"')]);
  });

  it('whole numbers are ids; what is no safe id is not', () => {
    expect(
      read([
        { id: 12, text: '' },
        { id: '0012', text: '' },
        { id: 0, text: '' },
      ]),
    ).toEqual([
      expect.objectContaining({ id: '12' }),
      expect.objectContaining({ id: '0012' }),
      expect.objectContaining({ id: '0' }),
    ]);
    const bad = ['', null, true, [], 2 ** 53, 1.5, '\ud800', 'a\nb', '\ufeff'];
    expect(read(bad.map((id) => ({ id, text: '' })))).toHaveLength(bad.length);
    expect((read([{ id: 2 ** 53, text: '' }]) as string[])[0]).toContain('write it as a string');
  });

  it('metadata is what else there is; what stands in `metadata` stands beside it', () => {
    expect(read([{ id: 'a', text: 't', team: 'x', metadata: { url: 'u', tags: ['b'] }, n: { m: 1 } }])).toEqual([
      expect.objectContaining({ meta: { team: 'x', url: 'u', tags: ['b'], 'n.m': 1 } }),
    ]);
    expect(read([{ id: 'a', text: 't', metadata: 'plain' }])).toEqual([
      expect.objectContaining({ meta: { metadata: 'plain' } }),
    ]);
  });

  it('a title may be absent or null, a text may not', () => {
    expect(read([{ id: 'a', text: 't', title: null }])).toEqual([expect.objectContaining({ title: '' })]);
    expect(
      read([
        { id: 'a', text: null },
        { id: 'b', text: 1 },
        { id: 'c', text: 'x', title: [] },
      ]),
    ).toEqual([
      'a.jsonl:1: "text" must be a string',
      'a.jsonl:2: "text" must be a string',
      'a.jsonl:3: "title" must be a string',
    ]);
  });
});

it('the same id twice names both lines', () => {
  expect(
    read([
      { id: 'a', text: '' },
      { id: 'b', text: '' },
      { id: 'a', text: 'x' },
    ]),
  ).toEqual(['a.jsonl:3: the id "a" is on line 1 already']);
});
