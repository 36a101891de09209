// A lesson of the walkthrough: one page, computed live, with a question to think about before its answer is shown.
import type { Named } from '../core/contracts.ts';
import type { Desk } from './desk.ts';

export interface Lesson extends Named {
  /** Heads the page. */
  readonly title: string;
  prepare(desk: Desk): Promise<LessonPage>;
}

export interface LessonPage {
  readonly parts: readonly Part[];
  /** What to notice. */
  readonly notice: readonly string[];
  readonly question: string;
  readonly answer: readonly Part[];
  /** What a right answer holds, where it is one number or word. */
  readonly key?: string;
}

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  /** Arithmetic and quotes: kept line by line. */
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  /** One after the other, numbered. */
  | { readonly kind: 'steps'; readonly steps: readonly string[] }
  | { readonly kind: 'table'; readonly heads: readonly Head[]; readonly rows: readonly (readonly string[])[] };

export interface Head {
  readonly text: string;
  readonly align: 'left' | 'right';
}

export const text = (...sentences: readonly string[]): Part => ({ kind: 'text', text: sentences.join(' ') });
export const lines = (...own: readonly string[]): Part => ({ kind: 'lines', lines: own });
export const steps = (...own: readonly string[]): Part => ({ kind: 'steps', steps: own });

/** @param heads those of figures begin with `>` and are aligned to the right */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): Part {
  const read = heads.map(
    (head): Head => (head.startsWith('>') ? { text: head.slice(1), align: 'right' } : { text: head, align: 'left' }),
  );
  return { kind: 'table', heads: read, rows };
}
