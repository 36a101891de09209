import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCollection } from '../../src/core/collection.ts';
import type { ChunkerDef, Filter } from '../../src/core/contracts.ts';
import type { Collection } from '../../src/core/model.ts';
import { createHitMatcher, type Hit } from '../../src/engines/match-hits.ts';
import { checkRankings } from '../../src/experiment/check-ranking.ts';
import { topicOf } from '../retrieval/small-world.ts';

/** A chunk a line, each 10 units and a line feed long unless written otherwise. */
const perLine: ChunkerDef = {
  name: 'lines',
  summary: '',
  params: {},
  chunk: ({ text, title }) => {
    let start = 0;
    return text.split('\n').map((line) => {
      const span = { start, end: start + line.length };
      start = span.end + 1;
      return { span, path: [], ...(title ? { prefix: title } : {}) };
    });
  },
};

function collect(texts: Readonly<Record<string, string>>, title = ''): Collection {
  const documents = Object.entries(texts).map(([id, text]) => ({ id, title, text, blocks: [], meta: {}, source: id }));
  return buildCollection('small', documents, perLine, {});
}

const collection = collect({
  a: 'the first line\nthe second line\nthe third and last line',
  b: 'badges are blue\nthe second line',
});

function match(
  hits: readonly Hit[],
  { depth = 10, filter, on = collection }: { depth?: number; filter?: Filter; on?: Collection } = {},
) {
  const matcher = createHitMatcher(on);
  const ranking = matcher.rank({ topic: topicOf('x', 'q'), depth, ...(filter && { filter }) }, hits);
  checkRankings('test', [topicOf('x', 'q')], [ranking], depth, on.chunks.length);
  expect(ranking.signal).toBe(ranking.chunks.length);
  return {
    found: Array.from(ranking.chunks, (ord, i) => [on.chunks[ord]!.id, ranking.scores[i]]),
    note: matcher.takeNote(),
  };
}

describe('hits become chunks', () => {
  it.each<[string, Hit, readonly string[]]>([
    ['a chunk id', { id: 'a#1' }, ['a#1']],
    ['a document id: all its chunks, in document order', { id: 'a' }, ['a#0', 'a#1', 'a#2']],
    ['a document', { document: 'b' }, ['b#0', 'b#1']],
    ['offsets in a document: the chunk that holds most of them', { document: 'a', start: 10, end: 25 }, ['a#1']],
    ['offsets, the document given as the id', { id: 'a', start: 0, end: 3 }, ['a#0']],
    ['offsets that two chunks share alike: the first', { document: 'a', start: 12, end: 17 }, ['a#0']],
    ['a passage of a document', { document: 'b', text: 'the second line' }, ['b#1']],
    ['a passage over a boundary: the larger part', { document: 'a', text: 'line\nthe second' }, ['a#1']],
    ['a passage whose lines break elsewhere', { document: 'a', text: ' the third\n\tand  last ' }, ['a#2']],
    ['a passage without its document: the first that holds it', { text: 'the second line' }, ['a#1']],
    ['a passage of an unknown document', { id: '8f3c', document: 'files/b.md', text: 'are blue' }, ['b#0']],
    ['nothing for an unknown id', { id: 'c' }, []],
    ['nothing for offsets beyond the document', { document: 'a', start: 900, end: 950 }, []],
    ['nothing for offsets the wrong way round', { document: 'a', start: 20, end: 10 }, []],
    ['nothing for a passage that stands nowhere', { document: 'a', text: 'badges' }, []],
    ['nothing for nothing', {}, []],
    ['nothing for names that objects have', { id: '__proto__', document: 'constructor' }, []],
  ])('%s', (_, hit, ids) => {
    const { found, note } = match([hit]);
    expect(found.map(([id]) => id)).toEqual(ids);
    expect(note === undefined).toBe(ids.length > 0);
  });

  it('knows a file by its path as well as by its id, which wins', () => {
    const on = collect({ 'it/a%20b%2520.md': 'one\ntwo', 'c d': 'three' });
    for (const id of ['it/a%20b%2520.md', 'it/a b%20.md', './it/a b%20.md', 'it\\a b%20.md']) {
      expect(match([{ id }], { on }).found.map(([chunk]) => chunk)).toEqual([
        'it/a%20b%2520.md#0',
        'it/a%20b%2520.md#1',
      ]);
      const { found } = match([{ document: id, start: 4, end: 7 }], { on });
      expect(found).toEqual([['it/a%20b%2520.md#1', 1]]);
    }
    expect(match([{ id: 'c d' }], { on }).found).toEqual([['c d#0', 1]]);
    expect(match([{ id: 'a b%20.md' }], { on }).found).toEqual([]);
  });

  it('takes a passage as systems read it, with the context line before it', () => {
    const on = collect({ a: 'one\ntwo', b: 'two' }, 'Handbook');
    expect(match([{ text: 'Handbook\ntwo' }], { on }).found).toEqual([['a#1', 1]]);
    expect(match([{ text: 'Handbook two', document: 'b' }], { on }).found).toEqual([['b#0', 1]]);
  });

  it('finds any slice of any chunk, with its document', () => {
    const word = fc.constantFrom('red', 'green', 'blue');
    const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
    const text = fc.array(line, { minLength: 1, maxLength: 5 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, fc.nat(), (written, pick) => {
        const on = collect({ d: written });
        const chunk = on.chunks[pick % on.chunks.length]!;
        const [[id]] = match([{ document: 'd', text: chunk.text }], { on }).found as [[string]];
        const found = on.chunks[on.ordOf(id)!]!;
        expect(written.slice(found.span.start, found.span.end)).toContain(chunk.text);
        expect(match([{ document: 'd', ...chunk.span }], { on }).found).toEqual([[chunk.id, 1]]);
      }),
    );
  });
});

describe('chunks that overlap', () => {
  it('are searched for the largest overlap as by trying them all', () => {
    const span = fc
      .tuple(fc.nat(60), fc.integer({ min: 1, max: 30 }))
      .map(([start, length]) => ({ start, end: start + length }));
    const spans = fc.uniqueArray(span, { selector: ({ start }) => start, minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(spans, span, (drafts, asked) => {
        const sorted = drafts.toSorted((a, b) => a.start - b.start);
        const cut: ChunkerDef = {
          name: 'cut',
          summary: '',
          params: {},
          chunk: () => sorted.map((one) => ({ span: one, path: [] })),
        };
        const text = 'x'.repeat(100);
        const on = buildCollection('s', [{ id: 'd', title: '', text, blocks: [], meta: {}, source: 'd' }], cut, {});
        const shared = sorted.map(({ start, end }) => Math.min(end, asked.end) - Math.max(start, asked.start));
        const most = Math.max(...shared);
        const expected = most > 0 ? [[`d#${shared.indexOf(most)}`, 1]] : [];
        expect(match([{ document: 'd', ...asked }], { on }).found).toEqual(expected);
      }),
    );
  });
});

describe('the order of hits', () => {
  it('is by score, ties by ordinal, whatever order they came in', () => {
    const { found } = match([
      { id: 'b#0', score: 1 },
      { id: 'a#2', score: -3 },
      { id: 'a#0', score: 1 },
      { id: 'b#1', score: 7.5 },
    ]);
    expect(found).toEqual([
      ['b#1', 7.5],
      ['a#0', 1],
      ['b#0', 1],
      ['a#2', -3],
    ]);
  });

  it('is by place where there are no scores, and a hit that matched nothing keeps its place', () => {
    const { found } = match([{ id: 'b' }, { id: '?' }, { id: 'a#2' }]);
    expect(found).toEqual([
      ['b#0', 1],
      ['b#1', 1],
      ['a#2', 1 / 3],
    ]);
  });

  it('is cut at the depth after it is made', () => {
    const hits = [
      { id: 'a#0', score: 1 },
      { id: 'a#1', score: 2 },
      { id: 'b', score: 3 },
    ];
    expect(match(hits, { depth: 3 }).found).toEqual([
      ['b#0', 3],
      ['b#1', 3],
      ['a#1', 2],
    ]);
    expect(match(hits, { depth: 0 }).found).toEqual([]);
    expect(match(hits, { depth: Number.POSITIVE_INFINITY }).found).toHaveLength(4);
  });

  it('is sound for any hits', () => {
    const hit: fc.Arbitrary<Hit> = fc.record(
      {
        id: fc.constantFrom('a', 'a#0', 'a#1', 'b#0', 'zz', ''),
        document: fc.constantFrom('a', 'b', 'zz'),
        start: fc.oneof(fc.integer(), fc.double()),
        end: fc.oneof(fc.integer(), fc.double()),
        text: fc.constantFrom('the', 'line', '', ' \n', 'zz'),
        score: fc.double(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(hit), fc.nat(6), (hits, depth) => {
        match(hits, { depth });
      }),
    );
  });
});

describe('what could not be used', () => {
  it('is counted and said once, with the first of it', () => {
    const { found, note } = match([
      { id: 'a#0', score: 1 },
      { id: 'nope', score: 4 },
      { id: 'neither', score: 4 },
      { id: 'a#1', score: Number.NaN },
      { id: 'a#2' },
      { id: 'b#0', score: Number.POSITIVE_INFINITY },
      { id: 'a#0', score: 3 },
      { id: 'a#0', score: 2 },
    ]);
    expect(found).toEqual([['a#0', 3]]);
    expect(note).toBe(
      '2 of 8 hits matched no chunk: first "nope", question q; ' +
        '3 of 8 hits have no finite score and were left out; ' +
        '2 of 8 hits repeat a chunk, whose best score was kept',
    );
  });

  it('shows what was looked for, however long', () => {
    const { note } = match([{ document: 'a', text: `x${'y'.repeat(500)}`, start: 5, end: 1 }]);
    expect(note).toMatch(/^1 of 1 hits matched no chunk: first document "a" 5 to 1 text "xy+\.\.\.", question q$/);
    expect(match([{}]).note).toContain('a hit without id, document or text');
  });

  it('counts hits outside of the filter, and keeps the rest of a document', () => {
    const filter = { text: 'team = people', allowed: Uint8Array.of(1, 0, 0, 0, 1), count: 2 };
    const { found, note } = match([{ id: 'a' }, { id: 'b#0' }, { id: 'b#1' }], { filter });
    expect(found).toEqual([
      ['a#0', 1],
      ['b#1', 1 / 3],
    ]);
    expect(note).toBe('1 of 3 hits lie outside of the filter and were left out');
  });

  it('is counted once for a question asked again, and forgotten when told', () => {
    const matcher = createHitMatcher(collection);
    const request = { topic: topicOf('x', 'q'), depth: 3 };
    matcher.rank(request, [{ id: 'nope' }]);
    matcher.rank(request, [{ id: 'nope' }]);
    expect(matcher.takeNote()).toContain('1 of 1 hits');
    matcher.rank(request, [{ id: 'nope' }]);
    expect(matcher.takeNote()).toBeUndefined();
  });
});
