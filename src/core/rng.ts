// Seeded randomness. The only importer of seedrandom; streams are named by path, so a draw added in one place moves nothing elsewhere.
import seedrandom from 'seedrandom';

/** Random numbers of a seed; streams by name, so that a new draw in one place moves nothing elsewhere. */
export interface Rng {
  /** An independent generator for this name under this path; equal paths give equal draws. */
  stream(name: string): Rng;
  /** Uniform in [0, 1), 53 bits. */
  float(): number;
  /** Uniform integer in [0, n). */
  int(n: number): number;
  pick<T>(items: readonly T[]): T;
  /** A new array in random order (Fisher-Yates). */
  shuffle<T>(items: readonly T[]): T[];
}

/** @param seed an integer from 0 to 2^53 - 1 */
export function createRng(seed: number): Rng {
  return rngAt(String(seed));
}

function rngAt(path: string): Rng {
  // Lazy: a path that only names sub-streams never pays for key setup.
  let draw: (() => number) | undefined;
  const next = (): number => {
    draw ??= seedrandom(path).double;
    return draw();
  };
  const rng: Rng = {
    stream: (name) => rngAt(`${path}/${name}`),
    float: next,
    int: (n) => Math.floor(next() * n),
    pick: (items) => {
      if (items.length === 0) throw new RangeError('pick from an empty list');
      return items[Math.floor(next() * items.length)]!;
    },
    shuffle: (items) => {
      const out = [...items];
      for (let i = out.length - 1; i > 0; i--) {
        const j = Math.floor(next() * (i + 1));
        [out[i], out[j]] = [out[j]!, out[i]!];
      }
      return out;
    },
  };
  return rng;
}
