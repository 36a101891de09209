// What the paragraph styles of a Word file mean: which are headings, list items or code. Names are English in every
// language of Word; ids are not.
import type { DocxPackage } from './docx-package.ts';

export interface StyleMeaning {
  /** Heading level from 1; 0 is the title of the document. */
  readonly level?: number;
  readonly list?: boolean;
  readonly code?: boolean;
}

interface Style {
  name: string;
  parent: string | undefined;
  outline: number | undefined;
  list: boolean | undefined;
}

/** Styles are based on styles; a file may say so in a circle. */
const MOST_PARENTS = 20;
const CODE = /^(?:source code|code|code block|html preformatted|preformatted text|macro text?)$/;
const NOTHING: StyleMeaning = {};

/** Meaning by style id; the styles that paragraphs have without naming one mean nothing. */
export function readStyles(file: DocxPackage, path: string): (id: string) => StyleMeaning {
  const styles = new Map<string, Style>();
  let style: Style | undefined;
  file.read(path, {
    open(name, attributes) {
      if (name === 'w:style') {
        style = { name: '', parent: undefined, outline: undefined, list: undefined };
        const id = attributes.get('w:styleId');
        if (id !== undefined && attributes.get('w:type') === 'paragraph' && !styles.has(id)) styles.set(id, style);
      }
      if (!style) return;
      const value = attributes.get('w:val');
      if (name === 'w:name') style.name = (value ?? '').trim().toLowerCase();
      else if (name === 'w:basedOn') style.parent = value;
      else if (name === 'w:outlineLvl') style.outline = Number(value);
      else if (name === 'w:numPr') style.list ??= true;
      else if (name === 'w:numId') style.list = value !== '0';
    },
    close(name) {
      if (name === 'w:style') style = undefined;
    },
    text() {},
  });
  const meanings = new Map<string, StyleMeaning>();
  return (id) => {
    let meaning = meanings.get(id);
    if (!meaning) {
      meaning = meaningOf(id, styles);
      meanings.set(id, meaning);
    }
    return meaning;
  };
}

function meaningOf(id: string, styles: ReadonlyMap<string, Style>): StyleMeaning {
  let list: boolean | undefined;
  let next: string | undefined = id;
  for (let steps = 0; next !== undefined && steps < MOST_PARENTS; steps++) {
    const style = styles.get(next);
    // A file without styles still has their ids.
    const name = style?.name || next.toLowerCase();
    if (name === 'title') return { level: 0 };
    const heading = /^heading ?([1-9])$/.exec(name);
    if (heading) return { level: Number(heading[1]) };
    const outline = style?.outline;
    if (outline !== undefined && outline >= 0) return outline <= 8 ? { level: outline + 1 } : listed(list);
    if (CODE.test(name)) return { code: true };
    list ??= style?.list;
    next = style?.parent;
  }
  return listed(list);
}

function listed(list: boolean | undefined): StyleMeaning {
  return list ? { list } : NOTHING;
}

/** The meaning of an outline level that a paragraph sets by itself; 9 is body text. */
export function outlineLevel(value: string | undefined): number | undefined {
  const level = Number(value);
  return value !== undefined && Number.isInteger(level) && level >= 0 && level <= 8 ? level + 1 : undefined;
}
