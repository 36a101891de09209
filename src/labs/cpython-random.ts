// Draws as CPython 3.11's random.Random(seed) does, for the 60-chunk example, whose corpus comes from Python.
// Source: Matsumoto and Nishimura's MT19937; CPython's Modules/_randommodule.c and Lib/random.py for what is built on it.
import MersenneTwister from 'mersenne-twister';

export interface CpythonRandom {
  /** Uniform integer of `bits` random bits, 1 to 53. */
  bits(bits: number): number;
  /** Uniform integer in [0, n), by rejection. */
  below(n: number): number;
  choice<T>(items: readonly T[]): T;
  /** `count` items, each at most once, in the order drawn. */
  sample<T>(items: readonly T[], count: number): T[];
  /** A shuffled copy. */
  shuffle<T>(items: readonly T[]): T[];
}

const WORD = 2 ** 32;

/** @param seed an integer from 0 to 2^53 - 1 */
export function cpythonRandom(seed: number): CpythonRandom {
  if (!(Number.isSafeInteger(seed) && seed >= 0)) throw new RangeError(`${seed} is not an integer of 0 or more`);
  // CPython seeds with the integer's 32-bit words, lowest first.
  const twister = new MersenneTwister(seed < WORD ? [seed] : [seed % WORD, Math.floor(seed / WORD)]);

  function bits(count: number): number {
    if (count <= 32) return Math.floor(twister.random_int() / 2 ** (32 - count));
    const low = twister.random_int();
    return Math.floor(twister.random_int() / 2 ** (64 - count)) * WORD + low;
  }

  function below(n: number): number {
    const width = n.toString(2).length;
    for (;;) {
      const drawn = bits(width);
      if (drawn < n) return drawn;
    }
  }

  return {
    bits,
    below,
    choice: (items) => items[below(items.length)]!,
    sample<T>(items: readonly T[], count: number): T[] {
      if (count > items.length) throw new RangeError(`${count} of ${items.length} cannot be drawn`);
      // Up to this size CPython takes items out of a copied pool; above it, it remembers what was drawn.
      const poolLimit = 21 + (count > 5 ? 4 ** Math.ceil(Math.log(count * 3) / Math.log(4)) : 0);
      if (items.length > poolLimit) {
        const drawn = new Set<number>();
        while (drawn.size < count) drawn.add(below(items.length));
        return [...drawn].map((at) => items[at]!);
      }
      const pool = [...items];
      return Array.from({ length: count }, (_, i) => {
        const at = below(pool.length - i);
        const item = pool[at]!;
        pool[at] = pool[pool.length - i - 1]!;
        return item;
      });
    },
    shuffle<T>(items: readonly T[]): T[] {
      const out = [...items];
      for (let i = out.length - 1; i > 0; i--) {
        const j = below(i + 1);
        [out[i], out[j]] = [out[j]!, out[i]!];
      }
      return out;
    },
  };
}
