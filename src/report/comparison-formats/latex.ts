// A comparison as a LaTeX table for a paper (package booktabs): two systems side by side, or many with letters.
import type { ComparedPair, Comparison } from '../../core/comparison.ts';
import { isRoundRobin, lettersOf, TEST_NAMES } from '../comparison-sections.ts';
import { fourPlaces, grouped, probability, signedPlaces } from '../numbers.ts';
import { plainText } from '../plain-text.ts';
import type { ComparisonFormat } from './comparison-format.ts';

export const latex: ComparisonFormat = {
  name: 'latex',
  summary: 'a table for a paper, with booktabs: means, differences and p, or letters for three systems or more',
  extension: 'tex',
  render(comparison) {
    const [columns, rows] = isRoundRobin(comparison) ? lettersTable(comparison) : pairsTable(comparison);
    const lines = [
      '% needs \\usepackage{booktabs}',
      '\\begin{table}',
      '  \\centering',
      `  \\caption{${caption(comparison)}}`,
      `  \\begin{tabular}{${columns}}`,
      '    \\toprule',
      `    ${row(rows[0]!)}`,
      '    \\midrule',
      ...rows.slice(1).map((cells) => `    ${row(cells)}`),
      '    \\bottomrule',
      '  \\end{tabular}',
      '\\end{table}',
    ];
    return `${lines.join('\n')}\n`;
  },
};

/** How columns are aligned, then rows of LaTeX, the heads first. */
type Tabular = readonly [string, readonly (readonly string[])[]];

function lettersTable(comparison: Comparison): Tabular {
  const { systems, measures, scores } = comparison;
  const rows = systems.map(({ letter, label }) => [
    `(${letter})`,
    escapeLatex(label),
    ...measures.map((measure) => {
      const { mean, better } = scores.find((score) => score.measure === measure && score.system === label)!;
      const letters = lettersOf(comparison, better);
      return letters === '' ? number(fourPlaces(mean)) : `$${fourPlaces(mean)}^{\\mathrm{${letters}}}$`;
    }),
  ]);
  return [`ll${'l'.repeat(measures.length)}`, [['', 'System', ...measures.map(escapeLatex)], ...rows]];
}

function pairsTable({ systems, pairs }: Comparison): Tabular {
  const alone = systems.length === 2;
  const heads = alone ? systems.map(({ label }) => escapeLatex(label)) : ['Mean of first', 'Mean of second'];
  const rows = pairs.map((pair) => [
    ...(alone ? [] : [escapeLatex(pair.first), escapeLatex(pair.second)]),
    escapeLatex(pair.measure),
    number(fourPlaces(pair.firstMean)),
    number(fourPlaces(pair.secondMean)),
    number(`${signedPlaces(pair.difference)}${pair.significant ? '^{*}' : ''}`),
    `$[${signedPlaces(pair.low)}, ${signedPlaces(pair.high)}]$`,
    pValue(pair),
  ]);
  const first = alone ? ['Measure'] : ['First', 'Second', 'Measure'];
  return [
    `${'l'.repeat(first.length)}rrrlr`,
    [[...first, ...heads, 'Difference', '95\\,\\% interval', '$p$ (Holm)'], ...rows],
  ];
}

function pValue({ adjustedP }: ComparedPair): string {
  if (adjustedP === null) return '--';
  return number(
    probability(adjustedP).replace(
      /e([+-])(\d+)/,
      (_, sign, power) => ` \\cdot 10^{${sign === '-' ? '-' : ''}${power}}`,
    ),
  );
}

function caption(comparison: Comparison): string {
  const { topics, pairs, alpha, seed } = comparison;
  const tests = [...new Set(pairs.map(({ test }) => test))].map((test) => TEST_NAMES[test]).join(', ');
  const how = `paired tests (${tests}), two-sided, Holm-adjusted over ${pairs.filter(({ p }) => p !== null).length} comparisons`;
  const mark = isRoundRobin(comparison)
    ? `Letters: significantly better than the system of that letter ($p \\le ${alpha}$)`
    : `$^{*}$: $p \\le ${alpha}$; intervals: BCa bootstrap`;
  return `Means over ${grouped(topics)} topics. ${mark}; ${how}; seed ${seed}.`;
}

const number = (text: string): string => `$${text}$`;
const row = (cells: readonly string[]): string => `${cells.join(' & ')} \\\\`;

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  // \textquotedbl is an error in LaTeX's default encoding, and a plain one is a command to some languages.
  '"': '\\char34{}',
  '`': '\\textasciigrave{}',
  // Behind the `\\` that ends a row these would be read as its argument; two hyphens would become a dash.
  '[': '{[}',
  ']': '{]}',
  '*': '{*}',
  '-': '{-}',
};

/** Text as text: nothing in a label is a command, maths, a comment or a cell border. */
export function escapeLatex(text: string): string {
  return plainText(text).replace(/[\\~^<>|"`[\]*\-{}$&#_%]/g, (mark) => ESCAPES[mark] ?? `\\${mark}`);
}
