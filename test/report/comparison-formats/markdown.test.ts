import { describe, expect, it } from 'vitest';
import { markdown } from '../../../src/report/comparison-formats/markdown.ts';
import { threeCompared } from '../sample-comparison.ts';

const text = markdown.render(threeCompared, { width: 80, paint: (_, own) => own });

describe('a comparison as Markdown', () => {
  it('has as many cells in every row of a table as in its head', () => {
    for (const table of text.split('\n\n').filter((block) => block.startsWith('|'))) {
      const cells = table.split('\n').map((line) => line.match(/(?<!\\)\|/g)!.length);
      expect(new Set(cells).size).toBe(1);
    }
  });

  it('keeps labels and texts as texts', () => {
    expect(text).toMatch(/^# rag-lab comparison\n/);
    expect(text).not.toContain('<script>');
    expect(text).toContain('a\\_b%&amp;#\\$^\\~\\\\\\{x\\}&lt;y&gt;\\|');
  });
});
