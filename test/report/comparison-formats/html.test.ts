// A comparison as a page: flips first, the comparison's own numbers, texts as texts, bounded.
import { describe, expect, it } from 'vitest';
import { html } from '../../../src/report/comparison-formats/html.ts';
import { attribute, readPage, textOf } from '../html/read-page.ts';
import { groupsCompared, threeCompared, twoCompared } from '../sample-comparison.ts';

const style = { width: 80, paint: (_: string, text: string) => text };
const all = [twoCompared, threeCompared, groupsCompared].map((comparison) => ({
  comparison,
  text: html.render(comparison, style),
}));

describe('a comparison as a page', () => {
  it('has its sections in this order, flips first', () => {
    for (const { text } of all) {
      const sections = readPage(text).find(({ tagName }) => tagName === 'section');
      expect(sections.map((section) => attribute(section, 'id'))).toEqual([
        'flips',
        'sides',
        'questions',
        'tables',
        'manifest',
      ]);
    }
  });

  it('runs no script of a topic or label, and leads nowhere', () => {
    for (const { text } of all) {
      const page = readPage(text);
      expect(page.find(({ tagName }) => tagName === 'script')).toHaveLength(2);
      expect(text).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
      const ids = page.elements.flatMap((element) => attribute(element, 'id') ?? []);
      expect(new Set(ids).size).toBe(ids.length);
      for (const link of page.find(({ tagName }) => tagName === 'a'))
        expect(ids).toContain(attribute(link, 'href')!.slice(1));
    }
  });

  it('shows the means and differences of the comparison', () => {
    for (const { comparison, text } of all) {
      const page = readPage(text);
      const values = page
        .find(({ tagName }) => tagName === 'data')
        .map((element) => Number(attribute(element, 'value')));
      for (const { mean } of comparison.scores) expect(values).toContain(mean);
      for (const { difference, low, high } of comparison.pairs)
        for (const value of [difference, low, high]) expect(values).toContain(value);
    }
  });

  it('counts and lists every flip of a pair', () => {
    const { comparison, text } = all[0]!;
    const section = readPage(text).find((element) => attribute(element, 'id') === 'flips')[0]!;
    const count = (change: string): number => comparison.flips.filter((flip) => flip.change === change).length;
    expect(textOf(section)).toContain(`Loses ${count('lost')} and gains ${count('gained')} of 30.`);
    expect(textOf(section).match(/✕ lost/g) ?? []).toHaveLength(count('lost'));
    expect(comparison.flips.length).toBeGreaterThan(0);
  });

  it('stays small whatever the number of topics', () => {
    const topicResults = Array.from({ length: 20_000 }, (_, n) => ({
      ...twoCompared.topicResults[0]!,
      topic: `t${n}`,
    }));
    const flips = Array.from({ length: 20_000 }, (_, n) => ({ ...twoCompared.flips[0]!, topic: `t${n}` }));
    const text = html.render({ ...twoCompared, topicResults, flips: flips.slice(0, 5000) }, style);
    expect(text.length).toBeLessThan(5_000_000);
    expect(readPage(text).text).toContain('1,000 of 20,000 are shown');
  });
});
