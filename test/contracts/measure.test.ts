// Every registered measure keeps the contract, and the contract notices one that does not.
import { describe, expect, it } from 'vitest';
import { measureContract } from '../../src/contracts/measure.ts';
import type { MeasureDef } from '../../src/core/contracts.ts';
import { measures } from '../../src/eval/measures/registry.ts';
import { success } from '../../src/eval/measures/success.ts';

for (const def of measures) {
  describe(`the measure contract: ${def.name}`, () => {
    for (const { name, run } of measureContract(def)) it(name, run);
  });
}

async function broken(def: MeasureDef<{ rel: number }>): Promise<string[]> {
  const found: string[] = [];
  for (const { name, run } of measureContract(def)) {
    await run().catch((error: Error) => found.push(`${name}: ${error.message}`));
  }
  return found;
}

describe('the measure contract', () => {
  let calls = 0;
  const FAULTS: Readonly<Record<string, readonly [MeasureDef<{ rel: number }>['evaluate'], RegExp]>> = {
    'a division by zero': [({ relevant, creditRanks }) => creditRanks.length / relevant, /NaN is not from 0 to 1/],
    'a value beyond the range': [({ creditRanks }) => creditRanks.length, /is not from 0 to 1/],
    'another value each time': [() => (calls++ % 2) / 2, /asked again/],
    'a list it sorted in place': [({ ideal }) => (ideal.sort().length > 0 ? 1 : 0), /has been changed/],
    'a hit that is none': [() => 0.5, /where it says that it is 0 or 1/],
    'an eye beyond the cutoff': [({ creditRanks }) => (creditRanks.length > 0 ? 1 : 0), /without the rest/],
    'a reward for the worst': [({ grades }) => (grades[0] === 0 ? 1 : 0), /in the best order/],
  };
  for (const [what, [evaluate, said]] of Object.entries(FAULTS)) {
    it(`notices ${what}`, async () => {
      expect(await broken({ ...success, evaluate })).toContainEqual(expect.stringMatching(said));
    });
  }

  it('notices an expectation that differs where nothing is tied', async () => {
    expect(await broken({ ...success, expected: () => 0.25 })).toContainEqual(expect.stringMatching(/without any tie/));
  });
});
