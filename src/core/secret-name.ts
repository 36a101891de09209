// Names of what nobody else should read: where such a value is written out, every report would show it.

const SECRET_WORDS = new Set(
  'auth authorization bearer apikey token secret password passwd pwd cookie credential credentials signature sig'.split(
    ' ',
  ),
);
/** `api_key` is one; `key` alone may be anything in a body, such as the field of a filter. */
const KEEPERS = new Set(['api', 'access', 'secret', 'private', 'subscription']);

/** Whether a header, a parameter of an address or a member of a body sounds like a secret by its name. */
export function soundsSecret(name: string, place: 'header' | 'address' | 'body'): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  if (words.some((word) => SECRET_WORDS.has(word))) return true;
  if (words.at(-1) !== 'key') return false;
  if (place === 'header' || KEEPERS.has(words.at(-2) ?? '')) return true;
  return place === 'address' && words.length === 1;
}
