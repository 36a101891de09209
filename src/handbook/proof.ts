// Which sentences would answer a fact's question: the generator refuses such filler, and tests search the finished text.
import type { FactMaterial } from './material.ts';

type Provable = Pick<FactMaterial, 'proof'>;

/** True where the sentence holds a word of every group of the fact's proof. */
export function answers(sentence: string, fact: Provable): boolean {
  return answersAny(sentence, [fact]);
}

/** True where the sentence answers one of the facts. */
export function answersAny(sentence: string, facts: readonly Provable[]): boolean {
  const words = new Set(sentence.toLowerCase().match(/[a-z0-9]+/g) ?? []);
  const numbered = /[0-9]/.test(sentence);
  const holds = (word: string): boolean => (word === '#' ? numbered : words.has(word));
  return facts.some((fact) => fact.proof.every((group) => group.some(holds)));
}
