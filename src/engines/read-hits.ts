// Hits as programs and servers write them: strings, or objects with some of id, document, start, end, text, score.
import { readScore } from '../eval/trec-fields.ts';
import type { Hit } from './match-hits.ts';

/** Ids as text: a whole number stands for its digits; one too large to be read exactly is no id. */
export function readId(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

/** Numbers, also as text; undefined where there is none, NaN where what stands there is no number. */
export function readNumber(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? readScore(value.trim()) : Number.NaN;
}

/** @param fields each as found, of any type */
export function readHit(fields: Readonly<Partial<Record<keyof Hit, unknown>>>): Hit {
  const id = readId(fields.id);
  const document = readId(fields.document);
  const start = readNumber(fields.start);
  const end = readNumber(fields.end);
  const score = readNumber(fields.score);
  return {
    ...(id !== undefined && { id }),
    ...(document !== undefined && { document }),
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
    ...(typeof fields.text === 'string' && { text: fields.text }),
    ...(score !== undefined && { score }),
  };
}

/**
 * The hits of one question.
 * @returns or what is wrong
 */
export function readHits(value: unknown): readonly Hit[] | { readonly problem: string } {
  if (!Array.isArray(value)) return { problem: `"hits" is ${kindOf(value)}, not a list` };
  const hits: Hit[] = [];
  for (const [place, entry] of value.entries()) {
    if (isObject(entry)) hits.push(readHit(entry));
    else if (readId(entry) !== undefined) hits.push({ id: readId(entry)! });
    else return { problem: `hit ${place + 1} is ${kindOf(entry)}; accepted: an id or an object` };
  }
  return hits;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What kind of JSON a value is, for messages. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
