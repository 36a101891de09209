import { describe, expect, it } from 'vitest';
import { A, B, fused } from './fused.ts';

describe('combmnz', () => {
  it('multiplies by the number of lists that hold the document, the last of a list included', () => {
    expect(fused('combmnz', A, B)).toContain('mango 0.5');
    expect(fused('combsum', A, B)).toContain('mango 0.25');
    expect(fused('combmnz(norm=none)', A, B)[0]).toBe('mango 23.4');
  });
});
