import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Parser, parse, stringify } from 'yaml';
import { MOST_LEVELS, tooDeepAt } from '../../src/ingest/yaml-nesting.ts';

const at = (text: string): number | undefined => tooDeepAt(text, new Parser());

const flow = (n: number): string => `${'['.repeat(n)}1${']'.repeat(n)}\n`;
const maps = (n: number): string => `${'{a: '.repeat(n)}1${'}'.repeat(n)}\n`;
const compact = (n: number): string => `${'- '.repeat(n)}x\n`;
const keys = (n: number): string => `${'? '.repeat(n)}x\n`;
const block = (n: number): string => Array.from({ length: n }, (_, i) => `${' '.repeat(i)}k:\n`).join('');
/** Lists in the column of their key: two levels a column pair. */
const hanging = (n: number): string =>
  Array.from({ length: n / 2 }, (_, i) => `${'  '.repeat(i)}k:\n${'  '.repeat(i)}- a: 1\n`).join('');

describe('the depth of YAML', () => {
  it.each([
    ['lists', flow],
    ['maps', maps],
    ['compact lists', compact],
    ['keys of keys', keys],
    ['indented maps', block],
    ['hanging lists', hanging],
  ])('is known without descending: %s', (_, make) => {
    expect(at(make(20))).toBeUndefined();
    expect(at(make(MOST_LEVELS - 2))).toBeUndefined();
    expect(at(make(MOST_LEVELS + 4))).toBeGreaterThan(0);
    expect(at(`first: 1\n---\n${make(MOST_LEVELS + 4)}`)).toBeGreaterThan(10);
  });

  it.each([1000, 20_000, 200_000])('is bounded for %i levels, closed or not', (n) => {
    for (const text of [flow(n), '['.repeat(n), '{'.repeat(n), compact(n), maps(n), keys(n)]) {
      expect(at(text)).toBeGreaterThan(0);
    }
  });

  it('is not misled by brackets and indentation in texts', () => {
    const texts = Array.from({ length: 300 }, () => "- '[[{ see [1'\n").join('');
    expect(at(texts)).toBeUndefined();
    expect(at(`a: |\n${' '.repeat(400)}far to the right\n`)).toBeUndefined();
    expect(at(`# ${'['.repeat(500)}\na: 1\n`)).toBeUndefined();
  });

  it('is that of what the parser reads', () => {
    const depth = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? 1 + Math.max(0, ...Object.values(value as Record<string, unknown>).map(depth))
        : 0;
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 8 },
        fc.string(),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(fc.string(), tie('node'), { maxKeys: 3 }),
      ),
    })).node;
    fc.assert(
      fc.property(tree, fc.integer({ min: 0, max: 130 }), (value, more) => {
        let deep = value;
        for (let i = 0; i < more; i++) deep = i % 3 === 0 ? [deep] : { k: deep };
        const text = stringify(deep);
        expect(parse(text)).toEqual(deep);
        if (depth(deep) < MOST_LEVELS) expect(at(text)).toBeUndefined();
        if (depth(deep) > MOST_LEVELS + 1) expect(at(text)).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  });
});
