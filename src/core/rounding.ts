// Numbers of a result are rounded to nine significant digits, so that a last bit that differs between engines is not seen.

const DIGITS = 9;

/** Nine significant digits for what is no integer; never minus zero. What is not finite stays as it is. */
export function roundNumber(value: number): number {
  const near = Number.isInteger(value) || !Number.isFinite(value) ? value : Number(value.toPrecision(DIGITS));
  return near === 0 ? 0 : near;
}

/** A copy of plain data with every number rounded. Values are otherwise untouched. */
export function roundNumbers<T>(data: T): T {
  if (typeof data === 'number') return roundNumber(data) as T;
  if (Array.isArray(data)) return data.map(roundNumbers) as T;
  if (data !== null && typeof data === 'object') {
    return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, roundNumbers(value)])) as T;
  }
  return data;
}
