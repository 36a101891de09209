import { describe, expect, it } from 'vitest';
import { builtinCatalog } from '../../src/catalog/builtin.ts';
import { describeRegistered } from '../../src/cli/describe-registered.ts';
import { comparisonFormats } from '../../src/report/comparison-formats/registry.ts';
import { evaluationFormats } from '../../src/report/evaluation-formats/registry.ts';
import { gateFormats } from '../../src/report/gate-formats/registry.ts';
import { tinyCatalog } from '../experiment/tiny.ts';

const catalog = tinyCatalog();

describe('describeRegistered', () => {
  it('lists systems with parameters, defaults, ranges and inputs, then aliases', () => {
    expect(describeRegistered(catalog, 'systems', undefined)).toBe(
      `words             shared words
    bonus=0  a number from 0 to 9  added to each match
pair[system,...]  two inputs
    k=60  an integer of 1 or more  constant
both              stands for pair[words,words(bonus=1)]
`,
    );
  });

  it('shows one entry by name', () => {
    expect(describeRegistered(catalog, 'chunkers', 'lines')).toBe(
      `lines  one chunk a line
    skip=0  an integer from 0 to 3  lines left out at the start
`,
    );
  });

  it('shows a measure with formula, source and range, by its name or an everyday one', () => {
    const text = describeRegistered(catalog, 'measures', 'mrr');
    expect(text).toMatch(/^RR or RR@K {2}/);
    expect(text).toMatch(/^ {4}formula {2}\S/m);
    expect(text).toMatch(/^ {4}source {3}\S/m);
    expect(text).toMatch(/^ {4}range {4}0 to 1, higher is better, mean over questions$/m);
  });

  it('takes a whole spec for the name that it begins with', () => {
    expect(describeRegistered(catalog, 'systems', 'words(bonus=3)')).toMatch(/^words /);
    expect(describeRegistered(catalog, 'systems', 'pair[words,words]')).toMatch(/^pair\[/);
    for (const name of ['R@3', 'recall@3', 'recall_100', 'R(rel=2)@3', 'R']) {
      expect(describeRegistered(catalog, 'measures', name), name).toMatch(/^R@K /);
    }
  });

  it('says what the kinds are, one line each, where none is named', () => {
    const lines = describeRegistered(catalog, undefined, undefined).trimEnd().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      'systems',
      'measures',
      'fusions',
      'chunkers',
      'datasets',
      'formats',
    ]);
    for (const line of lines) expect(line).toMatch(/^\w+ {2,}\S.*--\w+$/);
  });

  it('says of each format which commands take it, those of evaluate, compare and gate included', () => {
    const text = describeRegistered(builtinCatalog(), 'formats', undefined);
    expect(text).toMatch(/^terminal +tables .* \(run, render, baseline show, evaluate, compare, gate\)$/m);
    expect(text).toMatch(/^junit .* \(gate\)$/m);
    expect(text).toMatch(/^github .* \(gate\)$/m);
    const all = [...builtinCatalog().reportFormats, ...evaluationFormats, ...comparisonFormats, ...gateFormats];
    const listed = text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]);
    expect(listed).toEqual([...new Set(all.map(({ name }) => name))]);
    expect(describeRegistered(builtinCatalog(), 'formats', 'markdown')).toContain('\n    gate: ');
  });

  it('says of datasets where parameters stand, and which options set them', () => {
    expect(describeRegistered(catalog, 'datasets', undefined)).toMatch(
      /before the colon.*--pages, --facts and --split/,
    );
  });

  it('refuses what is neither a list nor on it', () => {
    expect(() => describeRegistered(catalog, 'system', undefined)).toThrow('did you mean "systems"?');
    expect(() => describeRegistered(catalog, 'toString', undefined)).toThrow('unknown list "toString"');
    expect(() => describeRegistered(catalog, 'systems', 'wrods')).toThrow('did you mean "words"?');
    expect(() => describeRegistered(catalog, 'measures', 'nDGC@3')).toThrow('did you mean "nDCG"?');
  });
});
