import { describe, expect, it } from 'vitest';
import { escapeLatex, latex } from '../../../src/report/comparison-formats/latex.ts';
import { groupsCompared, threeCompared, twoCompared } from '../sample-comparison.ts';

const style = { width: 80, paint: (_: string, text: string) => text };
const rowsOf = (text: string): string[] => text.split('\n').filter((line) => line.endsWith(' \\\\'));

describe('a comparison as LaTeX', () => {
  it('is a table with as many cells in every row as columns', () => {
    for (const comparison of [twoCompared, threeCompared, groupsCompared]) {
      const text = latex.render(comparison, style);
      const columns = /\\begin\{tabular\}\{(\w+)\}/.exec(text)![1]!.length;
      const rows = rowsOf(text);
      expect(rows.length).toBeGreaterThan(2);
      for (const row of rows) expect(row.match(/(?<!\\)&/g)).toHaveLength(columns - 1);
      // Every brace that is opened is closed, and maths ends where it begins.
      const bare = text.replace(/\\[\\{}$&#_%]/g, '');
      expect(bare.split('{').length).toBe(bare.split('}').length);
      expect(bare.split('$').length % 2).toBe(1);
    }
  });

  it('writes letters as superscripts, and names test, correction and seed', () => {
    const text = latex.render(threeCompared, style);
    expect(text).toMatch(/\(a\) & bm25 & .*\$0\.\d{4}\^\{\\mathrm\{bc\}\}\$ \\\\/);
    expect(text).toMatch(/caption\{.*McNemar, sign-flip.*Holm.*seed 404\.\}/);
  });

  it('never prints a p of 0', () => {
    expect(latex.render(groupsCompared, style)).toMatch(/\$\d\.\d+ \\cdot 10\^\{-\d+\}\$/);
  });

  it('takes nothing in a label for a command', () => {
    expect(escapeLatex('50% of R&D_#1 $x$ {y}')).toBe('50\\% of R\\&D\\_\\#1 \\$x\\$ \\{y\\}');
    expect(escapeLatex('\\input{/etc/passwd}')).toBe('\\textbackslash{}input\\{/etc/passwd\\}');
    expect(escapeLatex('~^<>|"`')).toBe(
      '\\textasciitilde{}\\textasciicircum{}\\textless{}\\textgreater{}\\textbar{}\\char34{}\\textasciigrave{}',
    );
    expect(escapeLatex('[2pt]*a--b')).toBe('{[}2pt{]}{*}a{-}{-}b');
    expect(escapeLatex('a\nb\u0007')).toBe('a b\ufffd');
  });
});
