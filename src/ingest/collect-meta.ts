// Metadata of any shape (front matter, JSON fields, table columns) made into what filters can ask: flat keys with plain values.
import type { Meta } from '../core/model.ts';
import { tidyText } from './decode.ts';

/** Deeper keys would be longer than anybody types. */
const MOST_LEVELS = 8;

/** Tells each problem once a file, however many of its records have it. */
export function warnOnce(warn: (problem: string) => void): (problem: string) => void {
  const told = new Set<string>();
  return (problem) => {
    if (told.has(problem)) return;
    told.add(problem);
    warn(problem);
  };
}

export class MetaCollector {
  readonly #warn: (problem: string) => void;
  readonly #values = new Map<string, Meta[string]>();

  constructor(warn: (problem: string) => void) {
    this.#warn = warn;
  }

  /** Takes a value under a key, what it holds under dotted keys; null is no value. The first of two equal keys stays. */
  add(key: string, value: unknown): void {
    this.#add(tidyText(key), value, 1);
  }

  #add(key: string, value: unknown, level: number): void {
    if (value === null || value === undefined) return;
    if (isScalar(value)) this.#set(key, typeof value === 'string' ? tidyText(value) : value);
    else if (Array.isArray(value)) {
      const items = value.filter((item) => item !== null && item !== undefined);
      if (items.every(isScalar)) {
        this.#set(
          key,
          items.map((item) => tidyText(String(item))),
        );
      } else this.#warn(`metadata "${key}" is skipped: a list of other than strings, numbers and booleans`);
    } else if (typeof value === 'object' && level < MOST_LEVELS) {
      for (const [inner, held] of Object.entries(value)) this.#add(`${key}.${tidyText(inner)}`, held, level + 1);
    } else this.#warn(`metadata "${key}" is skipped: it is nested too deeply`);
  }

  #set(key: string, value: Meta[string]): void {
    if (this.#values.has(key)) this.#warn(`metadata "${key}" is there twice; the first value is kept`);
    else this.#values.set(key, value);
  }

  /** With its keys as own properties, whatever they are called. */
  meta(): Meta {
    return Object.fromEntries(this.#values);
  }
}

function isScalar(value: unknown): value is string | number | boolean {
  return (
    typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
  );
}
