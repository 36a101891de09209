import { describe, expect, it } from 'vitest';
import { buildCollection } from '../../src/core/collection.ts';
import type { Dataset, Document } from '../../src/core/model.ts';
import { idealGrades, projectEvidence } from '../../src/eval/project.ts';
import { copiesOf, describeCopies, dropCopies } from '../../src/experiment/dedupe.ts';
import { lines, tinyDataset } from './tiny.ts';

function documentOf(id: string, text: string): Document {
  return { id, title: id, text, blocks: [], meta: {}, source: id };
}

const long = Array.from({ length: 60 }, (_, n) => `w${n}`).join(' ');
const documents = [
  documentOf('a', `same line\nfirst ${long}`),
  documentOf('b', `only here\nsame line\nsecond ${long}\nsame line`),
];

function searchable(evidence: Dataset['evidence'] = []) {
  const collection = buildCollection('c', documents, lines, { skip: 0 });
  const topics = [{ id: 't', text: '', labels: {}, slices: [] }];
  return { collection, projection: projectEvidence(collection, { topics, evidence }) };
}

const gold = (docId: string, quote: string, need = 0, grade = 1) => {
  const text = documents.find(({ id }) => id === docId)!.text;
  const start = text.lastIndexOf(quote);
  return { topicId: 't', docId, span: { start, end: start + quote.length }, grade, need };
};

describe('copies of chunks', () => {
  it('are counted, those that are the same apart from those that are nearly so', () => {
    const { collection } = searchable();
    expect(describeCopies(copiesOf(collection, undefined))).toEqual({ exact: 2, near: 1 });
    expect([...copiesOf(collection, undefined).keptBy]).toEqual([0, 1, 2, 0, 1, 0]);
  });

  it('that are nearly the same are looked for among many chunks only when asked for', () => {
    const text = Array.from({ length: 10_001 }, (_, n) => `line ${n % 10_000}`).join('\n');
    const collection = buildCollection('c', [documentOf('long', text)], lines, { skip: 0 });
    expect(describeCopies(copiesOf(collection, undefined))).toEqual({ exact: 1, near: null });
    expect(describeCopies(copiesOf(collection, 'exact'))).toEqual({ exact: 1, near: null });
    expect(describeCopies(copiesOf(collection, 'near'))).toEqual({ exact: 1, near: 0 });
  });

  it('are dropped as far as was asked for, and counted all the same', () => {
    const { collection } = searchable();
    const exact = copiesOf(collection, 'exact');
    expect([[...exact.keptBy], describeCopies(exact)]).toEqual([[0, 1, 2, 0, 4, 0], { exact: 2, near: 1 }]);
    expect([...copiesOf(collection, 'near').keptBy]).toEqual([0, 1, 2, 0, 1, 0]);
  });

  it('leave chunks that keep their ids, under ordinals without gaps', () => {
    const { collection, projection } = searchable();
    const kept = dropCopies({ collection, projection }, copiesOf(collection, 'near').keptBy).collection;
    expect(kept.chunks.map(({ id, ord }) => [id, ord])).toEqual([
      ['a#0', 0],
      ['a#1', 1],
      ['b#0', 2],
    ]);
    expect([kept.ordOf('b#0'), kept.ordOf('b#2')]).toEqual([2, undefined]);
    expect(kept.documents).toBe(collection.documents);
    expect(kept.fingerprint).not.toBe(collection.fingerprint);
    const exact = dropCopies({ collection, projection }, copiesOf(collection, 'exact').keptBy).collection;
    expect(exact.fingerprint).not.toBe(kept.fingerprint);
  });

  it('change nothing where there are none', () => {
    const collection = buildCollection('tiny', tinyDataset.documents, lines, { skip: 0 });
    const whole = { collection, projection: projectEvidence(collection, tinyDataset) };
    expect(dropCopies(whole, copiesOf(collection, 'near').keptBy)).toEqual(whole);
  });

  it('hand their evidence to the chunk that stays', () => {
    const { collection, projection } = searchable([
      gold('b', 'same line', 0, 2),
      gold('b', 'second w0 w1', 1),
      gold('b', 'only here', 2),
    ]);
    const kept = dropCopies({ collection, projection }, copiesOf(collection, 'near').keptBy);
    const evidence = kept.projection.topics.get('t')!;
    expect([...evidence.grades]).toEqual([
      [0, 2],
      [1, 1],
      [2, 1],
    ]);
    expect(evidence.needs.map(({ alternatives }) => alternatives.map(({ whole }) => whole))).toEqual([
      [[0]],
      [[1]],
      [[2]],
    ]);
    // Its offsets are those of another document.
    expect(evidence.needs[0]!.alternatives[0]).toMatchObject({ from: 0, to: 0 });
    expect(evidence.needs[2]!.alternatives[0]).toMatchObject({ from: 0, to: 'only here'.length });
    expect([...idealGrades(evidence).keys()]).toEqual([0, 1, 2]);
  });

  it('hand over the pieces of a quote that is cut in two', () => {
    const { collection, projection } = searchable([gold('b', `only here\nsame line\nsecond ${long}`)]);
    const kept = dropCopies({ collection, projection }, copiesOf(collection, 'exact').keptBy);
    const [need] = kept.projection.topics.get('t')!.needs;
    expect(need!.split).toBe(true);
    expect(need!.alternatives[0]!.pieces.map(({ ord }) => kept.collection.chunks[ord]!.id)).toEqual([
      'b#0',
      'a#0',
      'b#2',
    ]);
  });

  it('are none of each other on two sides of a filter', () => {
    const { collection } = searchable();
    const groups = Uint8Array.from(collection.chunks, ({ docId }) => (docId === 'a' ? 0 : 1));
    expect([...copiesOf(collection, 'near', groups).keptBy]).toEqual([0, 1, 2, 3, 4, 3]);
  });
});
