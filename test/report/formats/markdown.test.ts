// Markdown: the terminal's sections as tables, with texts that stay texts.
import { describe, expect, it } from 'vitest';
import { markdown } from '../../../src/report/formats/markdown.ts';
import { expectGolden } from '../golden.ts';
import { HOSTILE, sampleReport } from '../sample-report.ts';

const style = { width: 80, paint: (_: string, text: string) => text };
const text = markdown.render({ report: sampleReport, style });

describe('the Markdown report', () => {
  it('looks as its golden file', () => {
    expectGolden('report.md', text);
  });

  it('opens with its title, the version, and the corpus as a list', () => {
    expect(text.split('\n\n').slice(0, 3)).toEqual([
      '# rag-lab report',
      'Made by rag-lab 0.1.0.',
      '## Corpus and questions',
    ]);
    expect(text).toContain('- **chunks**: 167 by sentence(words=300,overlap=0), 452 tokens on average\n');
    expect(text).not.toMatch(/^\|\s*\|/m);
  });

  it('escapes HTML, cell borders, emphasis, links and bare addresses', () => {
    expect(HOSTILE.markup).toContain('<script>');
    expect(text).not.toMatch(/<\/?script/);
    expect(text).toContain(
      'Is &lt;script&gt;alert(1)&lt;/script&gt; \\| a \\*pipe\\* &amp; \\[link\\](http\\://x.example)?',
    );
  });

  it('has as many cells in every row of a table as in its head', () => {
    for (const table of text.split('\n\n').filter((block) => block.startsWith('|'))) {
      const cells = table.split('\n').map((line) => line.match(/(?<!\\)\|/g)!.length);
      expect(new Set(cells).size).toBe(1);
    }
  });

  it('gives the RESULT line verbatim, in a line of its own', () => {
    expect(text.split('\n')).toContain(sampleReport.result);
  });
});
