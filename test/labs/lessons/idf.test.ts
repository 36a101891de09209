import { describe, expect, it } from 'vitest';
import { idf } from '../../../src/labs/lessons/idf.ts';
import { checkLesson } from './check-lesson.ts';

describe('why IDF', () => {
  const page = checkLesson(idf);

  it('gives the reference values of the 60-chunk example', () => {
    expect(page()).toContain('leave in 48 of 60: ln(1.258) = 0.23');
    expect(page()).toContain('annual in 1 of 60: ln(40.67) = 3.71');
    expect(page()).toContain('annual is worth 16.2 times leave');
  });

  it('shows arithmetic that comes to what it says', () => {
    const rows = [...page().matchAll(/ln\(1 \+ \((\d+) - (\d+) \+ 0\.5\) \/ \((\d+) \+ 0\.5\)\) (\d\.\d\d) /g)];
    expect(rows.length).toBeGreaterThanOrEqual(5);
    for (const [, n, df, again, value] of rows) {
      expect(again).toBe(df);
      expect(Math.log(1 + (Number(n) - Number(df) + 0.5) / (Number(df) + 0.5)).toFixed(2)).toBe(value);
    }
  });
});
