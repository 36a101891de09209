// Numbers as people read them; the same everywhere, so no locale takes part.

/** `75,440` */
export function grouped(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `96.7%` */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

/** Percentage points with a sign, `-20.0`; nothing is `0.0`, without one. */
export function signedPoints(difference: number): string {
  const points = (difference * 100).toFixed(1);
  if (Number(points) === 0) return '0.0';
  return difference > 0 ? `+${points}` : points;
}

/** One question of n, in points: `3.3`; small ones keep a significant digit. */
export function pointsOfOne(n: number): string {
  const points = 100 / n;
  return points >= 0.1 ? points.toFixed(1) : points.toPrecision(1);
}

/** A measure's value, to four places as trec_eval prints it. */
export function fourPlaces(value: number): string {
  return value.toFixed(4);
}

/** A difference of values with a sign, `+0.0833`; nothing is `0.0000`, without one. */
export function signedPlaces(difference: number): string {
  const places = difference.toFixed(4);
  if (Number(places) === 0) return '0.0000';
  return difference > 0 ? `+${places}` : places;
}

/** A probability: four places, and small ones in scientific notation so that none reads as zero. */
export function probability(p: number): string {
  return p > 0 && p < 0.001 ? p.toExponential(2) : p.toFixed(4);
}

/** A score of any scale: four significant digits. */
export function score(value: number): string {
  return String(Number(value.toPrecision(4)));
}
