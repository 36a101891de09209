// Which sentences would answer a fact's question: the generator refuses such filler, and tests search the finished text.
import type { FactMaterial } from './material.ts';

type Provable = Pick<FactMaterial, 'proof'>;

/** True where the sentence holds a word of every group of the fact's proof. */
export function answers(sentence: string, fact: Provable): boolean {
  return answersAny(sentence, [fact]);
}

/** True where the sentence answers one of the facts. */
export function answersAny(sentence: string, facts: readonly Provable[]): boolean {
  const { groupsOf, numberGroups, factOf, sizes } = proofsOf(facts);
  const held = new Set<number>();
  const hold = (group: number): void => void held.add(group);
  for (const word of sentence.toLowerCase().match(/[a-z0-9]+/g) ?? []) groupsOf.get(word)?.forEach(hold);
  if (numberGroups.length > 0 && /[0-9]/.test(sentence)) numberGroups.forEach(hold);
  if (sizes.includes(0)) return true;
  if (held.size === 0) return false;
  const counts = new Map<number, number>();
  for (const group of held) {
    const fact = factOf[group]!;
    const count = (counts.get(fact) ?? 0) + 1;
    if (count === sizes[fact]) return true;
    counts.set(fact, count);
  }
  return false;
}

/** The groups of all facts, numbered. */
interface Proofs {
  readonly groupsOf: ReadonlyMap<string, readonly number[]>;
  /** Those that any number satisfies. */
  readonly numberGroups: readonly number[];
  /** By group. */
  readonly factOf: readonly number[];
  /** By fact: its groups. */
  readonly sizes: readonly number[];
}

// Millions of sentences are held against the same facts.
const proofs = new WeakMap<readonly Provable[], Proofs>();

function proofsOf(facts: readonly Provable[]): Proofs {
  const known = proofs.get(facts);
  if (known) return known;
  const groupsOf = new Map<string, number[]>();
  const numberGroups: number[] = [];
  const factOf: number[] = [];
  facts.forEach(({ proof }, fact) => {
    for (const group of proof) {
      const id = factOf.push(fact) - 1;
      for (const word of new Set(group)) {
        if (word === '#') numberGroups.push(id);
        else groupsOf.set(word, [...(groupsOf.get(word) ?? []), id]);
      }
    }
  });
  const read = { groupsOf, numberGroups, factOf, sizes: facts.map(({ proof }) => proof.length) };
  proofs.set(facts, read);
  return read;
}
