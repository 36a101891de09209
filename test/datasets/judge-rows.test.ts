import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashBytes } from '../../src/datasets/hash-bytes.ts';
import { GradeTable } from '../../src/datasets/judge-rows.ts';
import { judgeIds } from '../../src/eval/judge.ts';

describe('GradeTable', () => {
  it('joins as judgeIds does, one topic after another with the same memory', () => {
    const table = new GradeTable();
    const id = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 });
    const grades = fc.array(fc.tuple(id, fc.integer({ min: -2, max: 3 })), { maxLength: 300, size: 'large' });
    fc.assert(
      fc.property(fc.uniqueArray(id, { maxLength: 50 }), grades, (ids, judgments) => {
        const bytes = ids.map((each) => Buffer.from(each));
        const hashes = Int32Array.from(bytes, (each) => hashBytes(each, 0, each.length));
        const order = Uint32Array.from(ids, (_, n) => ids.length - 1 - n);
        table.load(new Map(judgments));
        const found = table.judge(order, hashes, (n, other, start, end) =>
          bytes[n]!.equals(other.subarray(start, end)),
        );
        expect(found).toEqual(judgeIds(ids.toReversed(), new Map(judgments)));
      }),
    );
  });

  it('finds nothing for a topic without judgments', () => {
    const table = new GradeTable();
    table.load(undefined);
    const { relevant, judged } = table.judge(Uint32Array.of(0), Int32Array.of(0), () => true);
    expect([relevant, [...judged]]).toEqual([0, [0]]);
  });
});
