import { describe, expect, it } from 'vitest';
import { chunks } from '../../../src/labs/lessons/chunks.ts';
import { checkLesson, committed } from './check-lesson.ts';

describe('chunk size and overlap', () => {
  const page = checkLesson(chunks);

  it("has the committed report's chunks, tokens and hits at the default size", () => {
    const { chunks: count, tokens } = committed.corpus;
    const hits = ['same', 'paraphrase'].map(
      (wording) =>
        committed.scores.find((row) => row.system === 'bm25' && row.wording === wording && row.split === 'all')!
          .measures['R@3']!.hits,
    );
    expect(page()).toContain(` 300 ${count} ${Math.round(tokens / count)} ${hits.join(' + ')} `);
  });

  it('measures a growth that the formula foretells', () => {
    const rows = [...page().matchAll(/ (\d+) words \d+ \d+ (1\.\d{3}) (1\.\d{3}) /g)];
    expect(rows.map(([, overlap]) => overlap)).toEqual(['0', '30', '60']);
    for (const [, , grown, foretold] of rows) expect(Math.abs(Number(grown) - Number(foretold))).toBeLessThan(0.01);
    expect(page()).toContain('1 / (1 - 0.2) = 1.25');
  });
});
