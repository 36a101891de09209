// The text of a Word file: paragraphs and tables as its XML holds them, without what was deleted or is hidden.
import type { XmlHandler } from '../xml-scanner.ts';
import { outlineLevel, type StyleMeaning } from './docx-styles.ts';

export interface DocxParagraph {
  readonly text: string;
  readonly level?: number;
  readonly list: boolean;
  readonly code: boolean;
}

export interface DocxRow {
  readonly cells: readonly (readonly DocxItem[])[];
  /** Said to be repeated on every page. */
  readonly isHead: boolean;
}

export interface DocxTable {
  readonly rows: readonly DocxRow[];
  /** False where the table is said to have no first row of its own kind. */
  readonly hasHead: boolean;
}

export type DocxItem = DocxParagraph | DocxTable;

export function isTable(item: DocxItem): item is DocxTable {
  return 'rows' in item;
}

/** Deletions, former formatting, field codes, readings above characters, page setup: no text of the document. */
const SKIPPED: ReadonlySet<string> = new Set(
  (
    'w:del w:moveFrom w:delText w:instrText w:delInstrText w:rPrChange w:pPrChange w:tblPrChange w:trPrChange w:tcPrChange ' +
    'w:sectPr w:sdtPr w:tblGrid w:rt'
  ).split(' '),
);
/** Lines and pages end within a paragraph; none of them ends it. */
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['w:tab', '\t'],
  ['w:ptab', '\t'],
  ['w:br', '\n'],
  ['w:cr', '\n'],
  ['w:noBreakHyphen', '-'],
]);

interface Container {
  readonly items: DocxItem[];
  /** Text of paragraphs whose end was deleted: it belongs to the next one. */
  carried: string;
}

interface Paragraph {
  text: string;
  meaning: StyleMeaning;
  level: number | undefined;
  list: boolean | undefined;
  endDeleted: boolean;
  /** Text boxes that hang on the paragraph. */
  readonly boxes: Container;
}

interface Table {
  readonly rows: DocxRow[];
  hasHead: boolean;
}

interface Row {
  readonly cells: (readonly DocxItem[])[];
  isHead: boolean;
  deleted: boolean;
}

export class DocxBodyReader implements XmlHandler {
  private readonly styleOf: (id: string) => StyleMeaning;
  private readonly containers: Container[] = [newContainer()];
  private readonly paragraphs: Paragraph[] = [];
  private readonly tables: Table[] = [];
  private readonly rows: Row[] = [];
  /** Whether the open `mc:AlternateContent`s had their first choice. */
  private readonly choices: boolean[] = [];
  private skipping = 0;
  private inParagraphProperties = 0;
  private inRowProperties = 0;
  private inRun = 0;
  private hidden = false;
  private words: string | undefined;
  private exact = false;

  constructor(styleOf: (id: string) => StyleMeaning) {
    this.styleOf = styleOf;
  }

  get items(): readonly DocxItem[] {
    return itemsOf(this.containers[0]!);
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (this.skipping > 0) {
      this.skipping++;
      return;
    }
    if (name === 'w:del' || name === 'w:moveFrom') this.markDeleted();
    if (SKIPPED.has(name) || this.isOtherChoice(name) || isSeparator(name, attributes)) {
      this.skipping = 1;
      return;
    }
    const paragraph = this.paragraphs.at(-1);
    switch (name) {
      case 'w:p':
        this.paragraphs.push({
          text: '',
          meaning: {},
          level: undefined,
          list: undefined,
          endDeleted: false,
          boxes: newContainer(),
        });
        break;
      case 'w:pPr':
        this.inParagraphProperties++;
        break;
      case 'w:trPr':
        this.inRowProperties++;
        break;
      case 'w:r':
        this.inRun++;
        this.hidden = false;
        break;
      case 'w:t':
      case 'm:t':
        this.words = '';
        this.exact = attributes.get('xml:space') === 'preserve';
        break;
      case 'w:txbxContent':
        this.containers.push(paragraph?.boxes ?? newContainer());
        break;
      case 'w:tbl':
        this.tables.push({ rows: [], hasHead: true });
        break;
      case 'w:tr':
        this.rows.push({ cells: [], isHead: false, deleted: false });
        break;
      case 'w:tc':
        this.containers.push(newContainer());
        break;
      case 'mc:AlternateContent':
        this.choices.push(false);
        break;
      case 'w:tblLook': {
        const table = this.tables.at(-1);
        if (table) table.hasHead = hasFirstRow(attributes);
        break;
      }
      case 'w:tblHeader': {
        const row = this.rows.at(-1);
        if (row && this.inRowProperties > 0) row.isHead = isOn(attributes);
        break;
      }
      case 'w:sym':
        this.add(symbol(attributes.get('w:char')));
        break;
      case 'wp:docPr':
        this.add(alternative(attributes.get('descr')));
        break;
      case 'w:vanish':
        if (this.inParagraphProperties === 0 && isOn(attributes)) this.hidden = true;
        break;
      default:
        if (this.inParagraphProperties > 0) this.property(name, attributes);
        else if (this.inRun > 0) this.add(CHARACTERS.get(name) ?? '');
    }
  }

  text(value: string): void {
    if (this.skipping === 0 && this.words !== undefined) this.words += value;
  }

  close(name: string): void {
    if (this.skipping > 0) {
      this.skipping--;
      return;
    }
    switch (name) {
      case 'w:t':
      case 'm:t':
        this.add(this.exact ? (this.words ?? '') : (this.words ?? '').trim());
        this.words = undefined;
        break;
      case 'w:p':
        this.endParagraph();
        break;
      case 'w:pPr':
        this.inParagraphProperties--;
        break;
      case 'w:trPr':
        this.inRowProperties--;
        break;
      case 'w:r':
        this.inRun--;
        this.hidden = false;
        break;
      case 'w:txbxContent':
        if (this.containers.length > 1) this.containers.pop();
        break;
      case 'w:tc': {
        const cell = this.containers.length > 1 ? this.containers.pop() : undefined;
        if (cell) this.rows.at(-1)?.cells.push(itemsOf(cell));
        break;
      }
      case 'w:tr': {
        const row = this.rows.pop();
        if (row && !row.deleted) this.tables.at(-1)?.rows.push(row);
        break;
      }
      case 'w:tbl': {
        const table = this.tables.pop();
        if (table && table.rows.length > 0) this.containers.at(-1)!.items.push(table);
        break;
      }
      case 'mc:AlternateContent':
        this.choices.pop();
        break;
      case 'mc:Choice':
        if (this.choices.length > 0) this.choices[this.choices.length - 1] = true;
    }
  }

  private add(text: string): void {
    const paragraph = this.paragraphs.at(-1);
    if (paragraph && !this.hidden) paragraph.text += text;
  }

  private property(name: string, attributes: ReadonlyMap<string, string>): void {
    const paragraph = this.paragraphs.at(-1);
    if (!paragraph) return;
    const value = attributes.get('w:val');
    if (name === 'w:pStyle') paragraph.meaning = this.styleOf(value ?? '');
    else if (name === 'w:outlineLvl') paragraph.level = outlineLevel(value);
    else if (name === 'w:numId') paragraph.list = value !== '0';
  }

  /** A deletion among the properties of a paragraph's end or of a row means that end or row. */
  private markDeleted(): void {
    const paragraph = this.paragraphs.at(-1);
    const row = this.rows.at(-1);
    if (this.inParagraphProperties > 0 && paragraph) paragraph.endDeleted = true;
    else if (this.inRowProperties > 0 && row) row.deleted = true;
  }

  /** The same drawing in another form, for older programs. */
  private isOtherChoice(name: string): boolean {
    return (name === 'mc:Fallback' || name === 'mc:Choice') && this.choices.at(-1) === true;
  }

  private endParagraph(): void {
    const paragraph = this.paragraphs.pop();
    const container = this.containers.at(-1)!;
    if (!paragraph) return;
    const { meaning, boxes } = paragraph;
    const text = container.carried + paragraph.text;
    container.carried = '';
    if (paragraph.endDeleted) container.carried = text;
    else if (text.trim() !== '') {
      const level = meaning.level ?? paragraph.level;
      container.items.push({
        text,
        ...(level === undefined ? {} : { level }),
        list: paragraph.list ?? meaning.list === true,
        code: meaning.code === true,
      });
    }
    container.items.push(...itemsOf(boxes));
  }
}

function newContainer(): Container {
  return { items: [], carried: '' };
}

function itemsOf({ items, carried }: Container): readonly DocxItem[] {
  return carried.trim() === '' ? items : [...items, { text: carried, list: false, code: false }];
}

function isSeparator(name: string, attributes: ReadonlyMap<string, string>): boolean {
  if (name !== 'w:footnote' && name !== 'w:endnote') return false;
  const type = attributes.get('w:type');
  return type !== undefined && type !== 'normal';
}

function isOn(attributes: ReadonlyMap<string, string>): boolean {
  const value = attributes.get('w:val');
  return value === undefined || !/^(?:0|false|off)$/.test(value);
}

/** Newer files say it in words, older ones in bits. */
function hasFirstRow(attributes: ReadonlyMap<string, string>): boolean {
  const said = attributes.get('w:firstRow');
  if (said !== undefined) return !/^(?:0|false|off)$/.test(said);
  const bits = Number.parseInt(attributes.get('w:val') ?? '', 16);
  return Number.isNaN(bits) || (bits & 0x20) !== 0;
}

/** Characters of symbol fonts have no meaning outside of their font. */
function symbol(char: string | undefined): string {
  const code = Number.parseInt(char ?? '', 16);
  return code >= 0x20 && code < 0xd800 ? String.fromCharCode(code) : '';
}

function alternative(text: string | undefined): string {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? '' : ` ${trimmed} `;
}
