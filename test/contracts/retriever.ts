// The retriever contract as a describe block, for a test file of one retriever.
import { describe, it } from 'vitest';
import { retrieverContract as casesOf } from '../../src/contracts/retriever.ts';
import type { RetrieverDef } from '../../src/core/contracts.ts';

export interface RetrieverTraits {
  /** `explain` sums to the score. */
  readonly additive: boolean;
  /** A question without known words matches nothing. */
  readonly needsWords: boolean;
}

export function retrieverContract(def: RetrieverDef, { additive, needsWords }: RetrieverTraits): void {
  describe(`the retriever contract: ${def.name}`, () => {
    const signal = needsWords ? 'known-words' : 'nothing';
    for (const { name, run } of casesOf(def, { additive, signal })) it(name, run);
  });
}
