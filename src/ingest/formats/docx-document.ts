// A Word file's parts as one document: its body and notes as blocks, its properties as title and metadata.
import type { ParseContext, ParsedDocument } from '../../core/contracts.ts';
import { LabError } from '../../core/errors.ts';
import type { Meta, Span } from '../../core/model.ts';
import { BlockWriter, LONGEST_CELL } from '../block-writer.ts';
import { fileTitle } from '../file-title.ts';
import { DocxBodyReader, type DocxItem, type DocxParagraph, type DocxTable, isTable } from './docx-body.ts';
import { type DocxPackage, openDocx } from './docx-package.ts';
import { readStyles } from './docx-styles.ts';

/** Property -> metadata field. */
const PROPERTIES: ReadonlyMap<string, string> = new Map([
  ['dc:title', 'title'],
  ['dc:creator', 'author'],
  ['dc:subject', 'subject'],
  ['dc:description', 'description'],
  ['dc:language', 'lang'],
  ['cp:keywords', 'keywords'],
  ['cp:category', 'category'],
  ['dcterms:created', 'created'],
  ['dcterms:modified', 'modified'],
]);

/** @throws LabError `file.malformed` */
export function readDocx(
  bytes: Uint8Array,
  source: string,
  { warn }: Pick<ParseContext, 'warn'>,
): readonly ParsedDocument[] {
  const file = openDocx(bytes, source);
  const folder = file.main.slice(0, file.main.lastIndexOf('/') + 1);
  const styleOf = readStyles(file, `${folder}styles.xml`);
  const writer = new BlockWriter();
  const body = readItems(file, file.main, styleOf);
  if (!body)
    throw new LabError('file.malformed', { where: source, problem: `not a Word file: it has no ${file.main}` });
  const writing: Writing = { writer, groups: 0, last: undefined };
  writeItems(body, writing);
  for (const notes of ['footnotes.xml', 'endnotes.xml'])
    writeItems(readItems(file, `${folder}${notes}`, styleOf) ?? [], writing);
  const { title, meta } = readProperties(file);
  const parsed: ParsedDocument = { title: '', text: writer.text(), blocks: writer.blocks, meta };
  if (parsed.text === '') warn('the document has no text');
  return [{ ...parsed, title: title || firstHeading(parsed) || fileTitle(source) }];
}

function readItems(
  file: DocxPackage,
  path: string,
  styleOf: ReturnType<typeof readStyles>,
): readonly DocxItem[] | undefined {
  const reader = new DocxBodyReader(styleOf);
  return file.read(path, reader) ? reader.items : undefined;
}

interface Writing {
  readonly writer: BlockWriter;
  groups: number;
  /** Of the block before: what follows in the same list or the same code stands on the next line. */
  last: 'list' | 'code' | undefined;
}

function writeItems(items: readonly DocxItem[], writing: Writing): void {
  for (const item of items) {
    if (isTable(item)) writeTable(item, writing);
    else writeParagraph(item, writing);
  }
}

function writeParagraph({ text, level, list, code }: DocxParagraph, writing: Writing): void {
  const { writer } = writing;
  if (level !== undefined) {
    writing.last = undefined;
    writer.add('heading', text, { level });
    return;
  }
  const now = code ? 'code' : list ? 'list' : undefined;
  if (now !== writing.last) writing.groups++;
  writing.last = now;
  const kind = code ? 'code' : list ? 'list-item' : 'paragraph';
  writer.add(kind, text, now ? { group: writing.groups } : {});
}

function writeTable(table: DocxTable, writing: Writing): void {
  writing.last = undefined;
  if (isLayout(table)) {
    for (const { cells } of table.rows) {
      for (const cell of cells) {
        writeItems(cell, writing);
        writing.last = undefined;
      }
    }
    return;
  }
  const group = ++writing.groups;
  const { rows, hasHead } = table;
  let heads = 0;
  while (heads < rows.length && rows[heads]!.isHead) heads++;
  if (heads === 0 && hasHead && rows.length > 1) heads = 1;
  let header: Span | undefined;
  rows.forEach(({ cells }, n) => {
    const texts = cells.map(cellText);
    if (texts.every((text) => text === '')) return;
    const isHead = n < heads;
    const span = writing.writer.add('table-row', texts.join(' | '), {
      group,
      ...(isHead || !header ? {} : { header }),
    });
    if (span && isHead) header = { start: header?.start ?? span.start, end: span.end };
  });
}

/** Tables that arrange a page or a form: one column, or cells with headings, code, tables or long texts. */
function isLayout({ rows }: DocxTable): boolean {
  return (
    rows.every(({ cells }) => cells.length < 2) ||
    rows.some(({ cells }) =>
      cells.some((cell) => {
        let length = 0;
        for (const item of cell) {
          if (isTable(item) || item.code || item.level !== undefined) return true;
          length += item.text.replace(/\s+/g, '').length;
        }
        return length > LONGEST_CELL;
      }),
    )
  );
}

function cellText(cell: readonly DocxItem[]): string {
  return cell
    .map((item) => (isTable(item) ? '' : item.text.replace(/\s+/g, ' ').trim()))
    .filter((text) => text !== '')
    .join(' ');
}

function readProperties(file: DocxPackage): { title: string; meta: Meta } {
  const found = new Map<string, string>();
  let field: string | undefined;
  let value = '';
  file.read('docProps/core.xml', {
    open(name) {
      field = PROPERTIES.get(name);
      value = '';
    },
    text(piece) {
      if (field !== undefined) value += piece;
    },
    close() {
      const tidy = value.replace(/\s+/g, ' ').trim();
      if (field !== undefined && tidy !== '' && !found.has(field)) found.set(field, tidy);
      field = undefined;
    },
  });
  const meta: Record<string, string | readonly string[]> = {};
  for (const [name, text] of found) {
    if (name === 'keywords')
      meta[name] = text
        .split(/[,;]/)
        .map((word) => word.trim())
        .filter((word) => word !== '');
    else if (name !== 'title') meta[name] = text;
  }
  return { title: found.get('title') ?? '', meta };
}

function firstHeading({ text, blocks }: ParsedDocument): string {
  const heading = blocks.find(({ kind, path }) => kind === 'heading' && path.length === 1);
  return heading ? text.slice(heading.span.start, heading.span.end).replace(/\s+/g, ' ') : '';
}
