import { describe, expect, it } from 'vitest';
import { diagnose, type MissFacts } from '../../src/eval/diagnose.ts';
import { remedies } from '../../src/eval/remedies.ts';

/** Every reason at once; each diagnosis takes its own away, so that the next one shows. */
const STEPS: readonly Partial<MissFacts>[] = [
  { splitEvidence: false },
  { filtered: false },
  { truncated: false },
  { terms: [{ term: 'a', chunks: 1 }] },
  { signal: true },
  { scoreAtCutoff: 2 },
  { distinctAbove: undefined },
  { rank: 9 },
];

describe('remedies', () => {
  it('are one for each diagnosis, in the order in which they are tried', () => {
    let facts: MissFacts = {
      splitEvidence: true,
      filtered: true,
      truncated: true,
      terms: [{ term: 'a', chunks: 0 }],
      signal: false,
      rank: 4,
      cutoff: 3,
      score: 1,
      scoreAtCutoff: 1,
      distinctAbove: 2,
    };
    const tried = [diagnose(facts)];
    for (const step of STEPS) {
      facts = { ...facts, ...step };
      tried.push(diagnose(facts));
    }
    expect(remedies.map(({ diagnosis }) => diagnosis)).toEqual(tried);
  });

  it('say something, and each something else', () => {
    for (const field of ['rule', 'remedy'] as const) {
      const said = remedies.map((remedy) => remedy[field]);
      expect(new Set(said).size).toBe(remedies.length);
      for (const text of said) expect(text).toMatch(/^\S.*\S$/);
    }
  });
});
