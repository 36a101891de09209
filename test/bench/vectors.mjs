// Unit vectors made from a seed: in clusters, as sentences of a language lie, or spread (64 latent dimensions, no
// clusters), which leaves a search the least to skip.
import { randomFrom } from './corpus.mjs';

const LATENT = 64;
const CLUSTERS = 1000;

/** @returns row-major Float32Array; the same kind and salt give vectors of one space, whatever the seed */
export function unitVectors(kind, count, dims, seed) {
  const uniform = (random) => (random() + 0.5) / 2 ** 32;
  // Four uniform numbers make a good enough normal one, without a logarithm.
  const normal = (random) => uniform(random) + uniform(random) + uniform(random) + uniform(random) - 2;
  const shape = randomFrom(77);
  const base = Float64Array.from({ length: (kind === 'clustered' ? CLUSTERS : LATENT) * dims }, () => normal(shape));
  const random = randomFrom(seed);
  const rows = new Float32Array(count * dims);
  const row = new Float64Array(dims);
  for (let at = 0; at < count; at++) {
    row.fill(0);
    if (kind === 'clustered') {
      const cluster = random() % CLUSTERS;
      for (let i = 0; i < dims; i++) row[i] = base[cluster * dims + i] + 0.6 * normal(random);
    } else {
      for (let latent = 0; latent < LATENT; latent++) {
        const weight = normal(random);
        for (let i = 0; i < dims; i++) row[i] += weight * base[latent * dims + i];
      }
    }
    let squares = 0;
    for (let i = 0; i < dims; i++) squares += row[i] * row[i];
    const inverse = 1 / Math.sqrt(squares);
    for (let i = 0; i < dims; i++) rows[at * dims + i] = row[i] * inverse;
  }
  return rows;
}
