import { describe, expect, it } from 'vitest';
import { LabErrors } from '../../src/core/errors.ts';
import { readRun } from '../../src/datasets/read-run.ts';
import { parseRun } from '../../src/eval/trec.ts';
import { fuse } from '../../src/library/fuse-runs.ts';

const A = 'q2 Q0 x 1 3 A\nq1 Q0 kiwi 1 0.9 A\nq1 Q0 mango 3 0.7 A\nq1 Q0 lime 2 0.8 A\n';
const B = 'q1 Q0 plum 1 14 B\nq1 Q0 mango 2 11 B\nq1 Q0 pear 3 10 B\nq3 Q0 y 1 1 B\n';

describe('fuse', () => {
  it('fuses runs that were read as text or streamed, topic by topic, ascending', async () => {
    const parsed = [parseRun(A, 'a').rankings, parseRun(B, 'b').rankings];
    const streamed = await Promise.all(
      [A, B].map((text) => readRun({ name: 'run', bytes: [Buffer.from(text)] }, new Map())),
    );
    const fused = fuse(parsed, 'rrf');
    expect([...fused.keys()]).toEqual(['q1', 'q2', 'q3']);
    expect(fused.get('q1')!.ids).toEqual(['mango', 'plum', 'kiwi', 'lime', 'pear']);
    expect(
      fuse(
        streamed.map(({ rankings }) => rankings),
        'rrf',
      ),
    ).toEqual(fused);
    expect(fuse(parsed, 'rrf(k=10)', { depth: 1 }).get('q1')!.ids).toEqual(['mango']);
  });

  it('refuses a method that is not valid', () => {
    expect(() => fuse([new Map()], 'rff(k=1)')).toThrow(LabErrors);
    expect(() => fuse([], 'rrf', { depth: 0 })).toThrow('depth 0: not valid; accepted: an integer of 1 or more');
  });
});
