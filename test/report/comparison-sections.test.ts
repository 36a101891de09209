import { describe, expect, it } from 'vitest';
import { comparisonView, isRoundRobin, lettersOf } from '../../src/report/comparison-sections.ts';
import type { Table } from '../../src/report/view.ts';
import { groupsCompared, threeCompared, twoCompared } from './sample-comparison.ts';

const headings = (comparison: typeof twoCompared): string[] =>
  comparisonView(comparison).sections.map(({ heading }) => heading);
const tables = (comparison: typeof twoCompared, heading: RegExp): Table[] =>
  comparisonView(comparison)
    .sections.filter((section) => heading.test(section.heading))
    .flatMap(({ parts }) => parts.filter((part) => part.kind === 'table'));
const texts = (comparison: typeof twoCompared): string => JSON.stringify(comparisonView(comparison));

describe('a comparison for people', () => {
  it('shows systems, differences, flips and largest differences, in this order', () => {
    expect(headings(twoCompared)).toEqual([
      'Systems, over 30 topics',
      'Differences, n = 30',
      'Topics that flipped: something relevant in the top 3',
      'Largest differences',
    ]);
  });

  it('has one table with letters for three systems or more, and none for separate pairs', () => {
    expect([twoCompared, threeCompared, groupsCompared].map(isRoundRobin)).toEqual([false, true, false]);
    const [means] = tables(threeCompared, /^Means/);
    expect(means!.rows.map((row) => row.at(-1)!.text)).toEqual([
      expect.stringMatching(/^0\.\d{4} bc$/),
      expect.stringMatching(/^0\.\d{4}/),
      expect.stringMatching(/^0\.\d{4}$/),
    ]);
  });

  it('gives letters in the order of the systems', () => {
    const labels = threeCompared.systems.map(({ label }) => label);
    expect(lettersOf(threeCompared, labels.toReversed())).toBe('abc');
    expect(lettersOf(threeCompared, [])).toBe('');
  });

  it('says for each pair n, interval, p, Holm, test, effect, wins and what could be detected', () => {
    const [table] = tables(twoCompared, /^Differences/);
    expect(table!.columns.map(({ head }) => head).slice(3)).toEqual([
      'difference',
      '95% low',
      '95% high',
      'p',
      'Holm p',
      'test',
      'd_z',
      'win/tie/loss',
      'detectable',
    ]);
    expect(table!.rows.map((row) => row[8]!.text)).toEqual(['McNemar', 'sign-flip']);
    expect(table!.rows[1]![3]!.tone).toBe('bad');
    expect(texts(twoCompared)).toContain('seed 404');
  });

  it('gives every pair of several its own table', () => {
    expect(tables(twoCompared, /^Differences/).map(({ caption }) => caption)).toEqual([undefined]);
    expect(tables(threeCompared, /^Differences/)).toHaveLength(3);
    expect(tables(groupsCompared, /^Differences/)[1]!.caption).toMatch(/^again against a_b/);
  });

  it('shows flips against the first system of each group, twenty at most', () => {
    const captions = tables(groupsCompared, /flipped/).map(({ caption }) => caption);
    expect(captions).toHaveLength(4);
    expect(captions[3]).toMatch(/^gained by again: found by again, not by a_b.*: 30$/);
    expect(tables(groupsCompared, /flipped/)[3]!.rows).toHaveLength(20);
    expect(texts(groupsCompared)).toContain('20 are shown, the worst');
    expect(tables(threeCompared, /flipped/)).toHaveLength(4);
  });

  it('marks what was not retrieved and what matched nothing', () => {
    expect(texts(threeCompared)).toContain('– = not retrieved');
    expect(texts(twoCompared)).toContain('a place among zeros');
  });

  it('has no control character', () => {
    expect(texts(threeCompared)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]|\\u00/);
  });
});
