// The HTML tree as text extraction needs it: made by the specification's parser, kept shallow, walked without recursion.
import { setImmediate } from 'node:timers/promises';
import { type DefaultTreeAdapterTypes, html, Parser, type Token } from 'parse5';

export type HtmlElement = DefaultTreeAdapterTypes.Element;
type Tree = DefaultTreeAdapterTypes.DefaultTreeAdapterMap;

/**
 * Elements open at once; browsers stop at 512 as well. Tags beyond it are passed over, and their text stays. It keeps every
 * "is there an open X above?" of the parser short, so that time grows with the length of the page only.
 */
const MAX_DEPTH = 512;

/**
 * Inline tags that the specification reopens in every later paragraph until they are closed: some kilobytes of them make
 * millions of elements. Text needs none of that, so they are read as plain `span`.
 */
const REOPENED: ReadonlySet<string> = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));

/** Tags that change how what follows is tokenised, or that hold nothing: never passed over. */
const NEVER_PASSED: ReadonlySet<string> = new Set(
  (
    'script style template noscript iframe noembed noframes textarea title xmp plaintext ' +
    'area base br col embed hr img input link meta param source track wbr'
  ).split(' '),
);

/** Tags that need no end tag, so that one of them passed over has no end tag to wait for. */
const ENDLESS: ReadonlySet<string> = new Set('p li dt dd tr td th thead tbody tfoot option optgroup'.split(' '));

class ShallowParser extends Parser<Tree> {
  private readonly passed = new Map<string, number>();

  override onStartTag(token: Token.TagToken): void {
    this.plain(token);
    if (this.openElements.stackTop >= MAX_DEPTH && !NEVER_PASSED.has(token.tagName)) {
      if (!ENDLESS.has(token.tagName) && !token.selfClosing)
        this.passed.set(token.tagName, (this.passed.get(token.tagName) ?? 0) + 1);
      return;
    }
    super.onStartTag(token);
  }

  override onEndTag(token: Token.TagToken): void {
    this.plain(token);
    const passed = this.passed.get(token.tagName) ?? 0;
    if (passed > 0) this.passed.set(token.tagName, passed - 1);
    else super.onEndTag(token);
  }

  private plain(token: Token.TagToken): void {
    // Within SVG and MathML a span would end the drawing.
    if (this.currentNotInHTML || !REOPENED.has(token.tagName)) return;
    token.tagName = 'span';
    token.tagID = html.TAG_ID.SPAN;
  }
}

/** Characters parsed at a time: some tenths of a second, after which a run that is to end may end. */
const PIECE = 2 ** 20;

export async function parseTree(text: string, signal?: AbortSignal): Promise<DefaultTreeAdapterTypes.Document> {
  const parser = new ShallowParser();
  for (let from = 0; ; from += PIECE) {
    const isLast = from + PIECE >= text.length;
    parser.tokenizer.write(text.slice(from, from + PIECE), isLast);
    if (isLast) return parser.document;
    await setImmediate();
    signal?.throwIfAborted();
  }
}

function isElement(node: DefaultTreeAdapterTypes.Node): node is HtmlElement {
  return 'tagName' in node;
}

export function isHtml(element: HtmlElement): boolean {
  return element.namespaceURI === html.NS.HTML;
}

/** An attribute's value; empty where it is absent. */
export function attribute(element: HtmlElement, name: string): string {
  for (const attr of element.attrs) if (attr.name === name) return attr.value;
  return '';
}

export function hasAttribute(element: HtmlElement, name: string): boolean {
  return element.attrs.some((attr) => attr.name === name);
}

export interface TreeVisitor {
  /** False: neither the element's content nor its end is visited. */
  enter(element: HtmlElement): boolean;
  text(value: string): void;
  leave(element: HtmlElement): void;
}

/** Visits an element and what is in it, in document order; the content of templates is no part of it. */
export function walkTree(root: HtmlElement, visitor: TreeVisitor): void {
  if (!visitor.enter(root)) return;
  const open = [{ element: root, next: 0 }];
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const node = top.element.childNodes[top.next++];
    if (!node) {
      visitor.leave(top.element);
      open.pop();
    } else if (isElement(node)) {
      if (visitor.enter(node)) open.push({ element: node, next: 0 });
    } else if (node.nodeName === '#text') visitor.text((node as DefaultTreeAdapterTypes.TextNode).value);
  }
}

/** The root's descendants that are elements, in document order. */
export function* descendants(root: DefaultTreeAdapterTypes.ParentNode): Generator<HtmlElement> {
  const open: { readonly node: DefaultTreeAdapterTypes.ParentNode; next: number }[] = [{ node: root, next: 0 }];
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const node = top.node.childNodes[top.next++];
    if (!node) open.pop();
    else if (isElement(node)) {
      yield node;
      open.push({ node, next: 0 });
    }
  }
}
