import { describe, expect, it } from 'vitest';
import { answers } from '../../src/handbook/proof.ts';

const fact = { proof: [['annual', 'yearly'], ['leave'], ['#']] };

describe('what would answer a question', () => {
  it('needs a word of every group, whatever the case', () => {
    expect(answers('Yearly LEAVE is 30 days.', fact)).toBe(true);
    expect(answers('Leave is 30 days.', fact)).toBe(false);
    expect(answers('Annual leave is generous.', fact)).toBe(false);
  });

  it('compares whole words', () => {
    expect(answers('Biannual leaves: 30.', fact)).toBe(false);
  });
});
