// Data inside a page: JSON in a script element that is no script, without a character that could end it.
import { stableJson } from '../formats/json.ts';
import { html, type Markup, trusted } from './markup.ts';

/** Beyond `<`, what acts on a reader of the source is escaped by `stableJson` already, and lost by parsing: so again. */
const ACTIVE = /[<>&\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** On one line: the very values of report.json, keys sorted, nine significant digits. */
export function embeddedJson(id: string, value: unknown): Markup {
  const compact = JSON.stringify(JSON.parse(stableJson(value)));
  const safe = compact.replace(ACTIVE, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return html`<script type="application/json" id="${id}">${trusted(safe)}</script>`;
}
