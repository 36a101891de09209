import { describe, expect, it } from 'vitest';
import { monotonicMs } from '../../src/core/clock.ts';

describe('the clock', () => {
  it('never runs backwards', () => {
    const before = monotonicMs();
    expect(monotonicMs()).toBeGreaterThanOrEqual(before);
  });
});
