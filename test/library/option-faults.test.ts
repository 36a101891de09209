import { describe, expect, it } from 'vitest';
import { integerFault, nameFault } from '../../src/library/option-faults.ts';

describe('options of the library', () => {
  it('integers are integers, in range', () => {
    for (const value of [undefined, 1, 7, Number.MAX_SAFE_INTEGER]) expect(integerFault('depth', value, 1)).toEqual([]);
    for (const value of [0, -1, 1.5, Number.NaN, Infinity, 2 ** 53, '5' as unknown as number]) {
      const [fault] = integerFault('depth', value, 1);
      expect(fault!.message).toBe(`depth ${value}: not valid; accepted: an integer of 1 or more`);
    }
  });

  it('names are known, or the nearest is shown', () => {
    expect(nameFault('test', undefined, ['t'])).toEqual([]);
    expect(nameFault('test', 't', ['t', 'wilcoxon'])).toEqual([]);
    expect(nameFault('test', 'wilcoxn', ['t', 'wilcoxon'])[0]!.message).toContain('did you mean "wilcoxon"?');
  });
});
