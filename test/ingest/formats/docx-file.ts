// Makes Word files for tests: the few parts that a reader needs, the same bytes every time.
import { strToU8, zipSync } from 'fflate';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const CONTENT_TYPES = `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`;

const RELS = `${HEAD}<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`;
const DOCUMENT_RELS = `${HEAD}<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;

export function documentXml(body: string, attributes = ''): string {
  return `${HEAD}<w:document ${W}${attributes}><w:body>${body}</w:body></w:document>`;
}

/** Styles as a German Word writes them: ids translated, names not. */
const STYLES = `${HEAD}<w:styles ${W}>${[
  ['Standard', 'Normal', ''],
  ['Titel', 'Title', ''],
  ['berschrift1', 'heading 1', '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>'],
  ['berschrift2', 'heading 2', '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>'],
  ['Eigene', 'Chapter', '<w:basedOn w:val="berschrift2"/>'],
  ['Aufzhlung', 'List Bullet', '<w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr>'],
  ['Quelltext', 'Source Code', ''],
  ['KreisA', 'Circle A', '<w:basedOn w:val="KreisB"/>'],
  ['KreisB', 'Circle B', '<w:basedOn w:val="KreisA"/>'],
]
  .map(([id, name, rest]) => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${rest}</w:style>`)
  .join('')}</w:styles>`;

export function coreXml(properties: string): string {
  return `${HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${properties}</cp:coreProperties>`;
}

/** A paragraph; `style` is a style id. */
export function p(text: string, style?: string): string {
  const properties = style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

export function row(cells: readonly string[], properties = ''): string {
  const trPr = properties === '' ? '' : `<w:trPr>${properties}</w:trPr>`;
  return `<w:tr>${trPr}${cells.map((cell) => `<w:tc>${cell.startsWith('<') ? cell : p(cell)}</w:tc>`).join('')}</w:tr>`;
}

/** @param parts by path; those of a Word file are there unless given, `undefined` leaves one out */
export function docxFile(parts: Readonly<Record<string, string | undefined>>): Uint8Array {
  const all: Record<string, string | undefined> = {
    '[Content_Types].xml': CONTENT_TYPES,
    '_rels/.rels': RELS,
    'word/_rels/document.xml.rels': DOCUMENT_RELS,
    'word/styles.xml': STYLES,
    ...parts,
  };
  const files: Record<string, Uint8Array> = {};
  for (const [path, text] of Object.entries(all)) if (text !== undefined) files[path] = strToU8(text);
  // Zip holds local times: this one is the same everywhere.
  return zipSync(files, { mtime: new Date(1980, 0, 1) });
}

/** A Word file with this body. */
export function docxOf(body: string, attributes = ''): Uint8Array {
  return docxFile({ 'word/document.xml': documentXml(body, attributes) });
}
