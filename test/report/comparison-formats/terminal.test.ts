import { describe, expect, it } from 'vitest';
import { terminal } from '../../../src/report/comparison-formats/terminal.ts';
import { displayWidth } from '../../../src/report/display-width.ts';
import { groupsCompared, threeCompared, twoCompared } from '../sample-comparison.ts';

const paint = (_: string, text: string): string => text;

describe('a comparison at the terminal', () => {
  it.each([60, 80, 100, 120])('fits %i columns', (width) => {
    for (const comparison of [twoCompared, threeCompared, groupsCompared]) {
      const lines = terminal.render(comparison, { width, paint }).split('\n');
      expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(width);
    }
  });

  it('ends with one line feed and holds no empty table', () => {
    const text = terminal.render(twoCompared, { width: Number.POSITIVE_INFINITY, paint });
    expect(text).toMatch(/[^\n]\n$/);
    expect(text).not.toContain('\n\n\n');
  });
});
