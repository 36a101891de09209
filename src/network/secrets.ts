// Secrets stand in a system only as ${NAME}: they are read from the environment when a request is made, and whatever is
// shown to people is cleared of them first.
import { compareText } from '../core/order.ts';

const PLACEHOLDER = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Names in a text, in order, each once. */
export function placeholders(text: string): readonly string[] {
  return [...new Set(Array.from(text.matchAll(PLACEHOLDER), (match) => match[1]!))];
}

/** Whether a text is more than placeholders and a scheme before them: `Bearer ${KEY}` is not, `Bearer 3f9a` is. */
export function holdsLiteral(value: string): boolean {
  const rest = value.replace(PLACEHOLDER, '').trim();
  return rest !== '' && !(placeholders(value).length > 0 && /^[A-Za-z-]+$/.test(rest));
}

/** A text without secrets: each occurrence, as it is or as it was written into an address or JSON, becomes its placeholder. */
export type Conceal = (text: string) => string;

/** @param secrets by name, as read from the environment */
export function concealing(secrets: ReadonlyMap<string, string>): Conceal {
  const written = new Map<string, string>();
  for (const [name, secret] of secrets) {
    if (secret === '') continue;
    const forms = [secret, encodeURIComponent(secret), encodeURI(secret), inJson(secret), inJson(inJson(secret))];
    for (const form of [...forms, Buffer.from(secret).toString('base64')]) written.set(form, `\${${name}}`);
  }
  // Longest first: a secret may hold another one.
  const ordered = [...written].sort(([a], [b]) => b.length - a.length || compareText(a, b));
  return (text) => ordered.reduce((shown, [form, name]) => shown.replaceAll(form, () => name), text);
}

/** As between the quotes of a JSON string. */
export function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
