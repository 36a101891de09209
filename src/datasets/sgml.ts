// What TREC calls SGML: tags in any case, closed or not, with a handful of entities. Read with forgiveness, in one pass.

export interface Tag {
  /** Lower case. */
  readonly name: string;
  readonly closes: boolean;
  /** What stands behind the name. */
  readonly attributes: string;
  /** UTF-16 units: from the `<` to behind the `>`. */
  readonly start: number;
  readonly end: number;
}

const TAG = /<(\/?)([A-Za-z][\w.-]*)((?:\s[^<>]*)?)>/g;

export function* tagsOf(text: string): Generator<Tag> {
  for (const match of text.matchAll(TAG)) {
    yield {
      name: match[2]!.toLowerCase(),
      closes: match[1] === '/',
      attributes: match[3]!,
      start: match.index,
      end: match.index + match[0].length,
    };
  }
}

/** Comments become a space: words on either side stay apart. */
export function withoutComments(text: string): string {
  if (!text.includes('<!--')) return text;
  const kept: string[] = [];
  let from = 0;
  for (let at = text.indexOf('<!--'); at >= 0; at = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', at);
    if (end < 0) break;
    kept.push(text.slice(from, at), ' ');
    from = end + 3;
  }
  kept.push(text.slice(from));
  return kept.join('');
}

/** XML's five, and those that TREC's newspapers use most. */
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['blank', ' '],
  ['hyph', '-'],
  ['sect', '§'],
  ['para', '¶'],
  ['cent', '¢'],
  ['pound', '£'],
  ['deg', '°'],
  ['mu', 'µ'],
]);

/** Unknown names stay as they are written. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{1,8});/g, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES.get(name) ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : whole;
  });
}
