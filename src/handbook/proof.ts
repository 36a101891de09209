// Which sentences would answer a fact's question: the generator refuses such filler, and tests search the finished text.
import type { FactMaterial } from './material.ts';

/** True where the sentence holds a word of every group of the fact's proof. */
export function answers(sentence: string, fact: Pick<FactMaterial, 'proof'>): boolean {
  const words = new Set(sentence.toLowerCase().match(/[a-z0-9]+/g) ?? []);
  const numbered = /[0-9]/.test(sentence);
  return fact.proof.every((group) => group.some((word) => (word === '#' ? numbered : words.has(word))));
}
