import { describe, expect, it } from 'vitest';
import { filter } from '../../../src/labs/lessons/filter.ts';
import { checkLesson } from './check-lesson.ts';

describe('filtering an approximate index', () => {
  const page = checkLesson(filter);

  it('returns about four rows of ten where a tenth pass, as the formula says', () => {
    const [, returned, recall] = /10\.0% min\(10, 40 \* 0\.1\) = 4 ([\d.]+) ([\d.]+)/.exec(page())!.map(Number);
    expect(returned).toBeGreaterThan(3.4);
    expect(returned).toBeLessThan(4.6);
    expect(recall).toBeCloseTo(returned! / 10, 1);
  });

  it('says that it is a simulation, and which figures are not its own', () => {
    expect(page()).toContain('A simulation: 10,000 random vectors');
    expect(page()).toContain(
      'pgvector itself, measured once at the same sizes: 4.10 rows and recall 0.41; with iterative scans 10 rows and 0.93',
    );
  });
});
