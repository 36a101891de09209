import { expect, it } from 'vitest';
import { discounts } from '../../../src/eval/measures/discount.ts';

it('is log2(1 + rank), as far as asked', () => {
  for (const most of [0, 1, 10, 5000]) {
    const logs = discounts(most);
    for (let rank = 1; rank <= most; rank++) expect(logs[rank]).toBe(Math.log2(1 + rank));
  }
});
