// Reads a page back as a browser's parser does: what is on it as text, as elements, as data.
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';

export type Element = Tree.Element;

export interface ReadPage {
  readonly elements: readonly Element[];
  /** What a reader sees, scripts and styles left out. */
  readonly text: string;
  find(test: (element: Element) => boolean): readonly Element[];
}

export function readPage(html: string): ReadPage {
  const elements: Element[] = [];
  const walk = (node: Tree.Node): void => {
    if ('tagName' in node) elements.push(node);
    if ('childNodes' in node) for (const child of node.childNodes) walk(child);
  };
  const document = parse(html);
  walk(document);
  const body = elements.find(({ tagName }) => tagName === 'body')!;
  return { elements, text: textOf(body), find: (test) => elements.filter(test) };
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((each) => each.name === name)?.value;
}

export function textOf(node: Tree.Node): string {
  if (node.nodeName === '#text') return (node as Tree.TextNode).value;
  if (node.nodeName === 'script' || node.nodeName === 'style') return '';
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
