// Numbers of a report are rounded to nine significant digits, so that a last bit that differs between engines is not seen.

const DIGITS = 9;

/** A copy of plain data with every number that is no integer rounded. Values are otherwise untouched. */
export function roundNumbers<T>(data: T): T {
  if (typeof data === 'number') {
    return (Number.isInteger(data) || !Number.isFinite(data) ? data : Number(data.toPrecision(DIGITS))) as T;
  }
  if (Array.isArray(data)) return data.map(roundNumbers) as T;
  if (data !== null && typeof data === 'object') {
    return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, roundNumbers(value)])) as T;
  }
  return data;
}
