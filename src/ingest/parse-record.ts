// One JSON object out of a file of many, or in plain words why it is none.

type JsonRecord = Readonly<Record<string, unknown>>;

export function parseRecord(written: string): JsonRecord | string {
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch {
    // Node's own words differ between versions.
    return `not valid JSON${endsInString(written) ? ': a string is not closed' : ''}; accepted: an object with an id and a text`;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonRecord;
  return `${kindOf(value)} where an object with an id and a text should stand`;
}

function endsInString(written: string): boolean {
  // Outside of strings there are no backslashes, so a pair of them never hides a quote that counts.
  return (written.replace(/\\./g, '').match(/"/g)?.length ?? 0) % 2 === 1;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
