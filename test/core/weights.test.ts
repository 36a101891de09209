import { describe, expect, it } from 'vitest';
import { checkedWeights, faultOfWeights, readWeights, sharesOf } from '../../src/core/weights.ts';

describe('the weights of a fusion', () => {
  it('are all 1 unless given', () => {
    expect(readWeights('', 3)).toEqual([1, 1, 1]);
    expect(readWeights('0.7:0.3', 2)).toEqual([0.7, 0.3]);
    expect(readWeights('0:1e2', 2)).toEqual([0, 100]);
  });

  it('are refused when their number is wrong, one is no number of 0 or more, or all are 0', () => {
    expect(faultOfWeights('1:2:3', 2)).toMatch(/3 weights for 2 inputs/);
    for (const text of ['-1:2', '1:', 'a:b', '1:Infinity', '1:1e999', '0x1:2', '1: 2']) {
      expect(faultOfWeights(text, 2), text).toMatch(/0 or more/);
    }
    expect(faultOfWeights('0:0', 2)).toMatch(/above 0/);
    expect(faultOfWeights('0:1', 2)).toBeUndefined();
  });

  it('are a bug when read unchecked', () => {
    expect(() => checkedWeights('1:2:3', 2)).toThrow(RangeError);
  });

  it('are scaled to sum 1 by their size alone', () => {
    expect(sharesOf([7, 3])).toEqual(sharesOf([0.7, 0.3]));
    expect(sharesOf([1.4e308, 6e307])).toEqual([0.7, 0.3]);
    expect(sharesOf([0, 2])).toEqual([0, 1]);
  });
});
