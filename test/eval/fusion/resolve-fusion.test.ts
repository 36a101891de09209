import { describe, expect, it } from 'vitest';
import type { LabError } from '../../../src/core/errors.ts';
import { fusions } from '../../../src/eval/fusion/registry.ts';
import { resolveFusion } from '../../../src/eval/fusion/resolve-fusion.ts';

function resolve(method: string, options: Record<string, string> = {}, runs = 2) {
  const faults: LabError[] = [];
  const fusion = resolveFusion(method, fusions, runs, options, faults);
  return { name: fusion?.name, weights: fusion?.weights, faults: faults.map(({ message }) => message).join('\n') };
}

describe('resolveFusion', () => {
  it('prints back in canonical form: sorted, no spaces, defaults left out', () => {
    expect(resolve(' weighted( weights = 0.7:0.3 , norm=zscore )').name).toBe('weighted(norm=zscore,weights=0.7:0.3)');
    expect(resolve('rrf(k=60)').name).toBe('rrf');
    expect(resolve('CombMNZ').name).toBe('combmnz');
    expect(resolve('rrf').weights).toEqual([1, 1]);
  });

  it('takes parameters beside the method, and everyday spellings of norms', () => {
    expect(resolve('weighted', { norm: 'z-score', weights: '2:1' })).toMatchObject({
      name: 'weighted(norm=zscore,weights=2:1)',
      weights: [2, 1],
    });
    expect(resolve('combsum(norm=min-max)').name).toBe('combsum');
    expect(resolve('rrf(weights=2:1)', { weights: '2:1' }).name).toBe('rrf(weights=2:1)');
  });

  it('refuses what is unknown, not valid, contradictory or of the wrong number', () => {
    expect(resolve('rff').faults).toMatch(/unknown fusion "rff"; did you mean "rrf"\?/);
    expect(resolve('rrf', { norm: 'rank' }).faults).toMatch(/rrf has no parameter "norm" \(it takes k, weights\)/);
    expect(resolve('combsum(norm=max)').faults).toMatch(/accepted: minmax or zscore or rank or sum or none/);
    expect(resolve('rrf(weights=1:2)', { weights: '2:1' }).faults).toMatch(/contradict/);
    expect(resolve('rrf(weights=1:1:1)').faults).toMatch(/3 weights for 2 inputs/);
    expect(resolve('rrf(').faults).toMatch(/cannot read/);
    expect(resolve('rbc(phi=1)').faults).toMatch(/phi=1 is not valid/);
  });
});
