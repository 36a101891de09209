import { expect, it } from 'vitest';
import { COMPARE_MEASURES, COMPARE_OPTIONS } from '../../src/cli/compare-options.ts';
import { resolveMeasures } from '../../src/eval/measure-name.ts';
import { measures } from '../../src/eval/measures/registry.ts';

it('compare has its own options and those that every output has, each once', () => {
  const names = COMPARE_OPTIONS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(['qrels', 'measures', 'cutoff', 'test', 'seed', 'format', 'json', 'plain', 'wide', 'quiet']);
});

it('compares by canonical names of measures, with the headline cutoff', () => {
  const written = COMPARE_MEASURES(5);
  expect(resolveMeasures(written, measures, []).map(({ name }) => name)).toEqual(written);
  expect(written[0]).toBe('R@5');
});
