import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRun } from '../../src/datasets/read-run.ts';
import { judgeIds } from '../../src/eval/judge.ts';
import type { JudgedTopic } from '../../src/eval/judged-topic.ts';
import { parseRun } from '../../src/eval/trec.ts';
import { bytesOf } from './bytes.ts';
import { faultsOf } from './faults-of.ts';

const read = (text: string | Uint8Array, size?: number) => readRun(bytesOf(text, size), new Map());
const idsOf = async (text: string) => [...(await read(text))].map(({ topicId, ids }) => [topicId, ids()]);

const id = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'aa', 'B', '{1}', '#', 'é', '\ufffd', '😀', '\u00a0', '\0', 'constructor'),
  fc.string({ minLength: 1, maxLength: 4, unit: 'grapheme' }).filter((text) => !/[\t-\r ]|\p{Cs}/u.test(text)),
);
const score = fc.oneof(
  fc.constantFrom('1', '1.0', '2.5', '-1', '-0', '0', '1e3', '0.1', '0.10000000000000000001', '5e-324'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
);
const topic = fc.constantFrom('q1', 'q2', '007', '7', 'é', '{q}');
const row = fc.record({ topic, id, score });

describe('readRun', () => {
  it('orders by score as doubles, then by id in byte order, descending; the rank column means nothing', async () => {
    expect(await idsOf('t Q0 a 1 1 x\nt Q0 b 2 1 x\nu Q0 z 1 0 x\nt Q0 c 9 1.0000000001 x\nt Q0 B 4 1e0 x\n')).toEqual([
      ['t', ['c', 'b', 'a', 'B']],
      ['u', ['z']],
    ]);
    expect(await idsOf('t Q0 \ufffd 1 1 x\nt Q0 😀 2 1 x\n')).toEqual([['t', ['😀', '\ufffd']]]);
  });

  it('rounds scores to single precision where asked to', async () => {
    const text = 't Q0 a 1 16777217 x\nt Q0 b 2 16777216 x\n';
    const [double] = await readRun(bytesOf(text), new Map());
    const [single] = await readRun(bytesOf(text), new Map(), { float32: true });
    expect([double!.ids(), single!.ids()]).toEqual([
      ['a', 'b'],
      ['b', 'a'],
    ]);
    expect([...single!.scores]).toEqual([16777216, 16777216]);
  });

  it('says tag, topics and entries; an empty file has none', async () => {
    const run = await read('q Q0 a 1 2 first\nr Q0 a 1 2 second\n');
    expect([run.tag, run.topicIds, run.entries]).toEqual(['first', ['q', 'r'], 2]);
    const empty = await read('');
    expect([empty.tag, empty.topicIds, empty.entries, [...empty]]).toEqual([undefined, [], 0, []]);
  });

  it('knows where lines stand: whether topics are together, and the order of the file within a topic', async () => {
    const run = await read('q Q0 a 1 1 x\nr Q0 a 1 2 x\nq Q0 c 1 1 x\nq Q0 b 1 2 x\n');
    expect([run.isGrouped, (await read('q Q0 a 1 2 x\nq Q0 b 1 2 x\nr Q0 a 1 2 x\n')).isGrouped]).toEqual([
      false,
      true,
    ]);
    const [{ places, ids }] = [...run] as [JudgedTopic, JudgedTopic];
    const inFile = ids().toSorted((one, other) => places![ids().indexOf(one)]! - places![ids().indexOf(other)]!);
    expect([ids(), inFile]).toEqual([
      ['b', 'c', 'a'],
      ['a', 'c', 'b'],
    ]);
  });

  it('reads JSON {topic: {document: score}}', async () => {
    const run = await read('{"q": {"a": 1, "b": 2.5}, "r": {}}');
    expect([...run].map(({ topicId, ids, scores }) => [topicId, ids(), [...scores]])).toEqual([
      ['q', ['b', 'a'], [2.5, 1]],
    ]);
    for (const text of ['{}', ' \n{ }\n']) expect((await read(text, 1)).entries).toBe(0);
    expect(await faultsOf(() => read('{"q": {"a": 1,\n"a": NaN, "a": 1}}'))).toEqual([
      'f:2: score "NaN" is not a finite number',
      'f:2: document "a" is listed twice for topic "q" (first on line 1)',
    ]);
  });

  it('takes lines of four fields for judgments that were given as a run', async () => {
    const error = await read('q 0 a 1\n').catch((caught: unknown) => caught);
    expect(error).toMatchObject({ remedy: 'lines of 4 fields are judgments: give them as qrels' });
    expect(await read('q 0 a\n').catch((caught: unknown) => caught)).toMatchObject({ remedy: undefined });
  });

  it('refuses duplicates over any distance with both lines, and ids that are not UTF-8', async () => {
    const lines = Array.from({ length: 70_000 }, (_, n) => `t Q0 d${n} 1 ${-n} x\n`);
    const text = `# c\n\n${lines.join('')}u Q0 d7 1 1 x\n\nt Q0 d7 1 2 x\n`;
    expect(await faultsOf(() => read(text, 1000))).toEqual([
      'f:70005: document "d7" is listed twice for topic "t" (first on line 10)',
    ]);
    expect(await faultsOf(() => read(Buffer.from('é Q0 a 1 1 x\nq Q0 é 1 1 x\n', 'latin1')))).toEqual([
      'f:1: the topic id is not valid UTF-8',
      'f:2: the document id is not valid UTF-8',
    ]);
    expect(await faultsOf(() => read('bad\n'.repeat(50)))).toHaveLength(20);
    expect(await faultsOf(() => read('t Q0 d 1 1 x\n'.repeat(50)))).toHaveLength(20);
  });

  it('is the simple reader and the simple join on any rows, however the bytes arrive', async () => {
    const grade = fc.integer({ min: -2, max: 3 });
    const judgment = fc.record({ topic, id, grade });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(row, { selector: (r) => JSON.stringify([r.topic, r.id]), maxLength: 60 }),
        fc.array(judgment, { maxLength: 60 }),
        fc.integer({ min: 1, max: 100 }),
        async (rows, judgments, size) => {
          const text = rows.map((r) => `${r.topic} Q0 ${r.id} 1 ${r.score} x`).join('\n');
          const qrels = new Map<string, Map<string, number>>();
          for (const j of judgments) qrels.set(j.topic, (qrels.get(j.topic) ?? new Map()).set(j.id, j.grade));
          const { rankings } = parseRun(text, 'f');
          const run = await readRun(bytesOf(text, size), qrels);
          const topics = [...run];
          expect(topics.map(({ topicId }) => topicId)).toEqual([...rankings.keys()]);
          expect([...run.rankings.keys()]).toEqual([...rankings.keys()]);
          expect(run.rankings.get('not there')).toBeUndefined();
          for (const found of topics) {
            const simple = rankings.get(found.topicId)!;
            expect(found.ids()).toEqual(simple.ids);
            expect(found.scores).toEqual(simple.scores);
            expect(run.rankings.get(found.topicId)).toEqual(simple);
            expect(found.judged).toEqual(judgeIds(simple.ids, qrels.get(found.topicId)));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('gives the same faults as the simple reader', async () => {
    const field = fc.constantFrom('q', 'r', 'a', 'b', '#', 'é', '1', '-1.5', 'nan', '1e999', '0x1');
    const line = fc.oneof(
      { weight: 8, arbitrary: fc.array(field, { minLength: 6, maxLength: 6 }) },
      fc.array(field, { maxLength: 7 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 60 }), fc.integer({ min: 1, max: 50 }), async (lines, size) => {
        const text = lines.map((fields) => fields.join(' ')).join('\n');
        expect(await faultsOf(() => read(text, size))).toEqual(await faultsOf(() => parseRun(text, 'f')));
      }),
      { numRuns: 300 },
    );
  });

  it('gives the same topics whatever the order of the lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .uniqueArray(row, { selector: (r) => JSON.stringify([r.topic, r.id]), maxLength: 40 })
          .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
        async ([rows, shuffled]) => {
          const ranked = async (list: typeof rows) => {
            const run = await read(list.map((r) => `${r.topic} Q0 ${r.id} 1 ${r.score} x\n`).join(''));
            return new Map(
              [...run].map(({ topicId, ids, scores }) => [topicId, [ids(), [...scores].map((s) => s + 0)]]),
            );
          };
          expect(await ranked(shuffled)).toEqual(await ranked(rows));
        },
      ),
    );
  });

  it('keeps ids apart whose hashes are equal', async () => {
    // Found by search: equal under FNV-1a, so equal after mixing too.
    const ids = collidingIds();
    const text = ids.map((each, n) => `t Q0 ${each} 1 ${-n} x\n`).join('');
    const [found] = await readRun(bytesOf(text), new Map([['t', new Map([[ids[1]!, 2]])]]));
    expect(found!.ids()).toEqual(ids);
    expect([...found!.judged.grades]).toEqual([0, 2]);
  });
});

/** Two different ids with one hash: among 2^17 ids there are some (birthday). */
function collidingIds(): string[] {
  const seen = new Map<number, string>();
  for (let n = 0; ; n++) {
    const name = `k${n.toString(36)}`;
    let hash = 0x811c9dc5 | 0;
    for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
    const other = seen.get(hash);
    if (other !== undefined) return [other, name];
    seen.set(hash, name);
  }
}
