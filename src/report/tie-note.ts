// Where the order of ids, and no score, decided what a measure saw.
import { grouped } from './numbers.ts';

/**
 * @param atCutoff by cutoff k: topics whose ranks k and k + 1 have one score
 * @returns undefined where there is no such topic
 */
export function tiesAtCutoffs(atCutoff: Readonly<Record<string, number>>): string | undefined {
  const tied = Object.entries(atCutoff).filter(([, topics]) => topics > 0);
  if (tied.length === 0) return undefined;
  const places = tied.map(([cutoff, topics]) => `${cutoff} in ${grouped(topics)} topic${topics === 1 ? '' : 's'}`);
  return `equal scores on both sides of cutoff ${places.join(', ')}: there the order of ids decides`;
}
