import { describe, expect, it } from 'vitest';
import type { Dataset } from '../../src/core/model.ts';
import { planChunker } from '../../src/experiment/plan.ts';
import { prepareCollection, prepareSearch } from '../../src/experiment/prepare.ts';
import { lines, tinyDataset } from './tiny.ts';

const chunker = planChunker([lines], 'lines', [])!;
const documents = [
  { id: 'old', team: 'finance', text: 'shared\nold' },
  { id: 'new', team: 'people', text: 'shared\nnew' },
].map(({ id, team, text }) => ({ id, title: id, text, blocks: [], meta: { team }, source: id }));
const dataset: Dataset = {
  ...tinyDataset,
  documents,
  topics: [{ id: 't', text: 'shared', labels: {}, slices: [] }],
  evidence: [{ topicId: 't', docId: 'new', span: { start: 0, end: 6 }, grade: 1, need: 0 }],
};

describe('what is searched', () => {
  it('is every chunk unless something limits it', () => {
    const { collection, projection, filter, copies } = prepareSearch(dataset, chunker, {});
    expect(collection.chunks).toEqual(prepareCollection(dataset, chunker).collection.chunks);
    expect(filter).toBeUndefined();
    expect(copies).toMatchObject({ exact: 1, near: 0 });
    expect([...projection.topics.get('t')!.grades.keys()]).toEqual([2]);
  });

  it('is limited by a filter on the documents of the chunks', () => {
    const { collection, filter } = prepareSearch(dataset, chunker, { filter: 'team="people"' });
    expect(collection.chunks).toHaveLength(4);
    expect({ ...filter, allowed: [...filter!.allowed] }).toEqual({
      text: 'team = people',
      allowed: [0, 0, 1, 1],
      count: 2,
    });
  });

  it('refuses a filter that lets nothing pass, names an unknown field, or cannot be read', () => {
    const refused = (filter: string) => () => prepareSearch(dataset, chunker, { filter });
    expect(refused('team = legal')).toThrow('filter "team = legal": none of the 4 chunks passes it');
    expect(refused('tema = people')).toThrow('unknown metadata field "tema"; did you mean "team"?');
    expect(refused('team = ')).toThrow('expected a value at character 8');
  });

  it('leaves the first of several copies', () => {
    const { collection, projection } = prepareSearch(dataset, chunker, { dedupe: 'exact' });
    expect(collection.chunks.map(({ id }) => id)).toEqual(['old#0', 'old#1', 'new#1']);
    expect([...projection.topics.get('t')!.grades.keys()]).toEqual([0]);
  });

  it('does not give up a copy that passes the filter for one that does not', () => {
    const { collection, projection, filter } = prepareSearch(dataset, chunker, {
      dedupe: 'exact',
      filter: 'team = people',
    });
    expect(collection.chunks.map(({ id }) => id)).toEqual(['old#0', 'old#1', 'new#0', 'new#1']);
    expect([...projection.topics.get('t')!.grades.keys()].every((ord) => filter!.allowed[ord] === 1)).toBe(true);
  });
});
