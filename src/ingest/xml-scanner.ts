// Reads XML as a stream of tags and text, without a tree and without recursion; what could grow without bounds is refused.

/** What stands in the text and where; the reader of a file makes an error of it. */
export class XmlFault extends Error {
  constructor(problem: string, offset: number) {
    super(`${problem} at character ${offset + 1}`);
    this.name = 'XmlFault';
  }
}

export interface XmlHandler {
  /** Names have the prefix that `prefixes` gives their namespace, whatever the file calls it; others keep their own. */
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  /** Entities are decoded. One text may come in pieces. */
  text(value: string): void;
}

/** Office files nest some dozens of elements; tables in tables in tables some hundreds. */
export const MAX_XML_DEPTH = 2000;

const NAMED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
const NAME = /[^\s<>/=&"'?!]+/y;
const ATTRIBUTE = /\s+([^\s<>/=&"']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

interface Open {
  readonly raw: string;
  readonly name: string;
  /** Prefixes as they were before the element declared its own. */
  readonly outer: ReadonlyMap<string, string> | undefined;
}

/**
 * @param prefixes namespace -> the prefix that names of it are to have
 * @throws XmlFault for what is not well formed, for document types (no file read here has one; they can make a few bytes
 *   gigabytes) and for nesting beyond MAX_XML_DEPTH
 */
export function scanXml(text: string, prefixes: ReadonlyMap<string, string>, handler: XmlHandler): void {
  const open: Open[] = [];
  /** Prefix in the file -> prefix here. */
  let known: ReadonlyMap<string, string> = new Map([['xml', 'xml']]);
  let rooted = false;
  let at = 0;

  const named = (raw: string, isAttribute: boolean): string => {
    const colon = raw.indexOf(':');
    if (colon < 0 && isAttribute) return raw;
    const own = colon < 0 ? '' : raw.slice(0, colon);
    const local = raw.slice(colon + 1);
    const prefix = known.get(own) ?? own;
    return prefix === '' ? local : `${prefix}:${local}`;
  };

  const skipTo = (token: string, what: string): void => {
    const end = text.indexOf(token, at);
    if (end < 0) throw new XmlFault(`${what} without an end`, at);
    at = end + token.length;
  };

  const readOpen = (): void => {
    const begun = at;
    at++;
    NAME.lastIndex = at;
    const raw = NAME.exec(text)?.[0];
    if (raw === undefined) throw new XmlFault('"<" that begins no tag', begun);
    at += raw.length;
    let written: [string, string][] | undefined;
    let declared: Map<string, string> | undefined;
    for (;;) {
      ATTRIBUTE.lastIndex = at;
      const found = ATTRIBUTE.exec(text);
      if (!found) break;
      at += found[0].length;
      const name = found[1]!;
      const value = decodeEntities(found[2] ?? found[3]!, begun);
      if (name === 'xmlns' || name.startsWith('xmlns:')) {
        declared ??= new Map(known);
        declared.set(
          name === 'xmlns' ? '' : name.slice(6),
          prefixes.get(value) ?? (name === 'xmlns' ? '' : name.slice(6)),
        );
      } else {
        written ??= [];
        written.push([name, value]);
      }
    }
    while (isXmlSpace(text.charCodeAt(at))) at++;
    const empty = text.startsWith('/>', at);
    if (!empty && text[at] !== '>') throw new XmlFault(`tag <${raw.slice(0, 40)}> that is not well formed`, begun);
    at += empty ? 2 : 1;
    if (open.length === 0 && rooted) throw new XmlFault('a second outermost element', begun);
    rooted = true;
    if (open.length >= MAX_XML_DEPTH) throw new XmlFault(`elements nested deeper than ${MAX_XML_DEPTH}`, begun);
    const outer = declared ? known : undefined;
    if (declared) known = declared;
    const name = named(raw, false);
    const attributes = written ? new Map(written.map(([key, value]) => [named(key, true), value])) : NO_ATTRIBUTES;
    handler.open(name, attributes);
    if (empty) {
      handler.close(name);
      if (outer) known = outer;
    } else open.push({ raw, name, outer });
  };

  const readClose = (): void => {
    const begun = at;
    const end = text.indexOf('>', at);
    if (end < 0) throw new XmlFault('end tag without an end', begun);
    const raw = text.slice(at + 2, end).trimEnd();
    const top = open.pop();
    if (top?.raw !== raw) {
      const expected = top ? `, expected </${top.raw.slice(0, 40)}>` : '';
      throw new XmlFault(`end tag </${raw.slice(0, 40)}>${expected}`, begun);
    }
    at = end + 1;
    handler.close(top.name);
    if (top.outer) known = top.outer;
  };

  while (at < text.length) {
    const next = text.indexOf('<', at);
    const end = next < 0 ? text.length : next;
    if (end > at) {
      const value = text.slice(at, end);
      if (open.length > 0) handler.text(decodeEntities(value, at));
      else if (/[^\s\ufeff]/.test(value)) throw new XmlFault('text outside of the outermost element', at);
      at = end;
    } else if (text.startsWith('</', at)) readClose();
    else if (text.startsWith('<!--', at)) {
      at += 4;
      skipTo('-->', 'comment');
    } else if (text.startsWith('<![CDATA[', at)) {
      const begun = at + 9;
      at = begun;
      skipTo(']]>', 'CDATA section');
      if (open.length > 0) handler.text(text.slice(begun, at - 3));
    } else if (text.startsWith('<?', at)) skipTo('?>', 'processing instruction');
    else if (text.startsWith('<!', at)) throw new XmlFault('a document type, which is not accepted,', at);
    else readOpen();
  }
  const unclosed = open.at(-1);
  if (unclosed) throw new XmlFault(`the text ends within <${unclosed.raw.slice(0, 40)}>`, text.length);
  if (!rooted) throw new XmlFault('no element', 0);
}

function isXmlSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13;
}

/** Only the five entities of XML and characters by number exist; no others can have been declared. */
function decodeEntities(text: string, offset: number): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,8})|#(\d{1,10})|([a-z]+));|&/gi, (whole, hex, decimal, name) => {
    const known = name === undefined ? undefined : NAMED.get(name);
    if (known !== undefined) return known;
    const code = hex === undefined ? (decimal === undefined ? Number.NaN : Number(decimal)) : Number.parseInt(hex, 16);
    if (!(code > 0 && code <= 0x10ffff)) throw new XmlFault(`"${whole}", which stands for nothing,`, offset);
    return String.fromCodePoint(code);
  });
}
