// A page as one document: the main content of its body as blocks, title and metadata from its head.
import type { ParseContext, ParsedDocument } from '../../core/contracts.ts';
import { LabError } from '../../core/errors.ts';
import type { Meta } from '../../core/model.ts';
import { fileTitle } from '../file-title.ts';
import { writeBlocks } from './html-blocks.ts';
import { decodeHtml } from './html-charset.ts';
import { findMain } from './html-main.ts';
import { attribute, descendants, type HtmlElement, isHtml, parseTree } from './html-tree.ts';

/** `name` or `property` of a meta element -> the metadata field; earlier ones win. */
const META_FIELDS: ReadonlyMap<string, string> = new Map([
  ['description', 'description'],
  ['author', 'author'],
  ['keywords', 'keywords'],
  ['date', 'date'],
  ['dcterms.date', 'date'],
  ['article:published_time', 'date'],
]);

/** The tree of a page takes some forty times its bytes; whole specifications on one page have 15 MB. */
const MOST_BYTES = 32 * 2 ** 20;

/** @throws LabError `file.malformed` where the page is too large */
export async function readHtml(bytes: Uint8Array, source: string, context: ParseContext): Promise<ParsedDocument> {
  if (bytes.length > MOST_BYTES) {
    const problem = `the page has ${bytes.length} bytes; at most ${MOST_BYTES / 2 ** 20} MiB are read`;
    throw new LabError('file.malformed', { where: source, problem }, 'split the page, or leave it out with --exclude');
  }
  return parseHtml(decodeHtml(bytes, source, context), source, context);
}

async function parseHtml(
  markup: string,
  source: string,
  { warn, signal }: Pick<ParseContext, 'warn' | 'signal'>,
): Promise<ParsedDocument> {
  const tree = await parseTree(markup, signal);
  let body: HtmlElement | undefined;
  let pageTitle = '';
  const fields = new Map<string, string>();
  for (const element of descendants(tree)) {
    if (!isHtml(element)) continue;
    if (element.tagName === 'body') {
      // The head is over; a page has one body.
      body = element;
      break;
    }
    if (element.tagName === 'html') setOnce(fields, 'lang', attribute(element, 'lang'));
    else if (element.tagName === 'title') pageTitle ||= ownText(element);
    else if (element.tagName === 'meta') {
      const name = (attribute(element, 'name') || attribute(element, 'property')).trim().toLowerCase();
      const field = META_FIELDS.get(name);
      if (field) setOnce(fields, field, attribute(element, 'content'));
    }
  }
  // A frameset has no body, and no text either.
  const writer = body ? writeBlocks(findMain(body)) : undefined;
  const text = writer?.text() ?? '';
  const blocks = writer?.blocks ?? [];
  if (text === '') warn(`the page has no text${markup.includes('<script') ? ' before its scripts run' : ''}`);
  const heading = blocks.find(({ kind, path }) => kind === 'heading' && path.length === 1);
  const title = pageTitle || (heading && text.slice(heading.span.start, heading.span.end).replace(/\s+/g, ' '));
  return { title: title || fileTitle(source), text, blocks, meta: metaOf(fields) };
}

function setOnce(fields: Map<string, string>, field: string, raw: string): void {
  const value = raw.replace(/\s+/g, ' ').trim();
  if (value !== '' && !fields.has(field)) fields.set(field, value);
}

function metaOf(fields: ReadonlyMap<string, string>): Meta {
  const meta: Record<string, string | readonly string[]> = {};
  for (const [field, value] of fields) {
    meta[field] =
      field === 'keywords'
        ? value
            .split(/[,;]/)
            .map((word) => word.trim())
            .filter((word) => word !== '')
        : value;
  }
  return meta;
}

function ownText(element: HtmlElement): string {
  let text = '';
  for (const node of element.childNodes) if (node.nodeName === '#text' && 'value' in node) text += node.value;
  return text.replace(/\s+/g, ' ').trim();
}
