// HTML that is safe by construction: what is put into a template is escaped unless it came out of one.
import { HIDDEN } from '../plain-text.ts';

export interface Markup {
  /** Escaped already: made by `html` and nothing else. */
  readonly markup: string;
}

type Part = string | number | Markup | undefined | false | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as text: in an element or a quoted attribute nothing of it acts, hides or turns the direction of what follows. */
export function escapeHtml(text: string): string {
  return text
    .replace(/\r\n?|[\v\f\x85\u2028\u2029]/g, '\n')
    .replace(/[^\S\n]/g, ' ')
    .replace(HIDDEN, '\ufffd')
    .replace(/[&<>"']/g, (mark) => ENTITIES[mark]!);
}

/** A template whose parts are escaped; lists are joined, `false` and `undefined` are nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let markup = strings[0]!;
  parts.forEach((part, n) => {
    markup += write(part) + strings[n + 1]!;
  });
  return { markup };
}

export const NOTHING: Markup = { markup: '' };

/** Code of our own, put in as it is: styles and scripts. */
export const trusted = (markup: string): Markup => ({ markup });

function write(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'number') return String(part);
  if (typeof part === 'string') return escapeHtml(part);
  if ('markup' in part) return part.markup;
  return part.map(write).join('');
}

/** Between parts of a list. */
export function joined(parts: readonly Part[], separator: Part): Markup {
  return html`${parts.flatMap((part, n) => (n === 0 ? [part] : [separator, part]))}`;
}
