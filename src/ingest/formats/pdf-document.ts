// A PDF file as one document: pages read in a thread, their rows in reading order, faults and missing text told.
import type { ParseContext, ParsedDocument } from '../../core/contracts.ts';
import { LabError } from '../../core/errors.ts';
import type { Meta } from '../../core/model.ts';
import { compareText } from '../../core/order.ts';
import { fileTitle } from '../file-title.ts';
import { writePages } from './pdf-blocks.ts';
import { dropRunningRows } from './pdf-edges.ts';
import { type PdfPage, type PdfPiece, readPage } from './pdf-page.ts';
import { type PdfEnd, type PdfFault, type PdfItem, type PdfPageItems, readInThread } from './pdf-thread.ts';

/** Pages; what is longer is no document but an archive of them. */
const MOST_PAGES = 50_000;
/** Pages named in a warning. */
const NAMED_PAGES = 10;
/** Share of characters without a meaning from which on a text is said to be unreadable. */
const UNREADABLE = 0.3;

/** @throws LabError `file.malformed`: no PDF, damaged, encrypted, too long, or without a text layer */
export async function readPdf(
  bytes: Uint8Array,
  source: string,
  context: ParseContext,
): Promise<readonly ParsedDocument[]> {
  if (!isPdf(bytes))
    throw damaged(source, bytes.length === 0 ? 'the file is empty' : 'not a PDF file (no %PDF at its beginning)');
  const read: PdfPage[] = [];
  const job = { bytes, mostPages: MOST_PAGES };
  const end = await readInThread(job, (page) => void read.push(placePieces(page)), context.signal);
  if (end.kind !== 'read') throw faultOf(end, source);
  if (end.pages > MOST_PAGES)
    throw damaged(source, `${end.pages} pages; at most ${MOST_PAGES} are read`, 'split the file');
  checkMaps(end.missingMaps, read, source, context);
  checkText(read, source, context);
  const writer = writePages(dropRunningRows(read));
  const { title, meta } = readInfo(end);
  const text = writer.text();
  const heading = writer.blocks.find(({ kind, path }) => kind === 'heading' && path.length === 1);
  const headed = heading ? text.slice(heading.span.start, heading.span.end) : '';
  return [{ title: title || headed || fileTitle(source), text, blocks: writer.blocks, meta }];
}

function damaged(source: string, problem: string, remedy?: string): LabError {
  return new LabError('file.malformed', { where: source, problem }, remedy);
}

/** Some programs write before the header; readers look for it within the first 1024 bytes. */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).includes('%PDF');
}

function faultOf(fault: PdfFault, source: string): LabError {
  if (fault.kind === 'excess')
    return damaged(source, fault.problem, 'leave it out with --exclude, or save its text as a file of its own');
  const { name, message, page, pages } = fault;
  if (name === 'PasswordException')
    return damaged(source, 'the file is encrypted and needs a password', 'save it without a password');
  const what = page === 0 ? 'the file is damaged' : `page ${page} of ${pages} is damaged`;
  return damaged(source, `${what} (${message.replace(/\s+/g, ' ').replace(/\.$/, '').slice(0, 200)})`);
}

function placePieces({ number, height, transform, items }: PdfPageItems): PdfPage {
  const pieces: PdfPiece[] = [];
  for (const item of items) {
    const piece = pieceOf(item, transform);
    if (piece) pieces.push(piece);
  }
  return readPage(number, height, pieces);
}

/** On the page as it is shown: turned where the file says so, y downwards. */
function pieceOf(item: PdfItem, view: readonly number[]): PdfPiece | undefined {
  const [va = 1, vb = 0, vc = 0, vd = 1, ve = 0, vf = 0] = view;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = item.transform;
  const x = va * e + vc * f + ve;
  const y = vb * e + vd * f + vf;
  const right = va * a + vc * b;
  const down = vb * a + vd * b;
  const size = item.height || Math.hypot(c, d);
  // Damaged files place text nowhere.
  if (![x, y, right, down, size, item.width].every(Number.isFinite) || size <= 0) return undefined;
  const angle = (Math.round((Math.atan2(down, right) * 180) / Math.PI) + 360) % 360;
  // Control characters stand for glyphs that nobody named.
  const text = item.str.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, '');
  return { text, x, y, width: item.width, size, angle, rightToLeft: item.dir === 'rtl' };
}

/** Older East Asian files name a character map instead of holding one: the characters that need it are not read. */
function checkMaps(missing: readonly string[], pages: readonly PdfPage[], source: string, context: ParseContext): void {
  if (missing.length === 0) return;
  const names = [...missing].sort(compareText).join(', ');
  const problem = `text in character maps that the file does not hold is not read (${names})`;
  if (pages.every(isEmpty)) throw damaged(source, problem, 'save it again with its fonts embedded, e.g. as PDF/A');
  context.warn(problem);
}

function isEmpty({ rows, turned }: PdfPage): boolean {
  return rows.length === 0 && turned.length === 0;
}

/** @throws LabError where no page has text */
function checkText(pages: readonly PdfPage[], source: string, context: ParseContext): void {
  const empty = pages.filter(isEmpty);
  const total = pages.length;
  if (empty.length === total) {
    const all = total === 1 ? 'its one page has' : `none of its ${total} pages has`;
    const problem = total === 0 ? 'the file has no pages' : `no text layer: ${all}${total === 1 ? ' no' : ''} text`;
    throw damaged(source, problem, total === 0 ? undefined : 'recognise its text first (OCR), e.g. with ocrmypdf');
  }
  if (empty.length > 0) {
    const named = empty.slice(0, NAMED_PAGES).map(({ number }) => number);
    const more = empty.length > NAMED_PAGES ? ', ...' : '';
    context.warn(
      `${empty.length} of ${total} pages have no text layer (${named.join(', ')}${more}); their text is not read unless it is recognised first (OCR)`,
    );
  }
  let characters = 0;
  let unknown = 0;
  for (const { rows, turned } of pages) {
    for (const { segments } of [...rows, ...turned]) {
      for (const { text } of segments) {
        characters += text.length;
        unknown += text.match(/[\ufffd\ue000-\uf8ff]/g)?.length ?? 0;
      }
    }
  }
  if (unknown > UNREADABLE * characters)
    context.warn(`its fonts do not say which characters they show: ${unknown} of ${characters} cannot be read`);
}

/** What programs call a file whose author gave it no title. */
const NO_TITLE =
  /^(?:\(?unspecified\)?|\(?anonymous\)?|untitled.*|microsoft word - .*|.*\.(?:docx?|pdf|odt|rtf|tex|dvi|indd|pptx?|xlsx?))$/i;

const INFO: ReadonlyMap<string, string> = new Map([
  ['Author', 'author'],
  ['Subject', 'subject'],
  ['Keywords', 'keywords'],
  ['CreationDate', 'created'],
  ['ModDate', 'modified'],
]);

function readInfo({ info, pages }: PdfEnd): { title: string; meta: Meta } {
  const meta: Record<string, string | number | readonly string[]> = {};
  const tidy = (key: string): string => {
    const value = (Object.hasOwn(info, key) && info[key]) || '';
    const text = value.replace(/[\s\0-\x1f\x7f-\x9f]+/g, ' ').trim();
    return NO_TITLE.test(text) ? '' : text;
  };
  for (const [key, field] of INFO) {
    const value = tidy(key);
    if (value === '') continue;
    if (field === 'keywords')
      meta[field] = value
        .split(/[,;]/)
        .map((word) => word.trim())
        .filter((word) => word !== '');
    else meta[field] = field === 'created' || field === 'modified' ? dateOf(value) : value;
  }
  meta.pages = pages;
  return { title: tidy('Title'), meta };
}

/** `D:20260115093000+01'00'` as `2026-01-15T09:30:00+01:00`; what is written otherwise stays as it is. */
function dateOf(value: string): string {
  const found = /^D:(\d{4})(\d\d)?(\d\d)?(?:(\d\d)(\d\d)(\d\d)?)?(?:(Z)|([+-]\d\d)'?(\d\d)?)?/.exec(value);
  if (!found) return value;
  const [, year, month = '01', day = '01', hour, minute = '00', second = '00', utc, zone, zoneMinutes = '00'] = found;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return date;
  const offset = utc ? 'Z' : zone ? `${zone}:${zoneMinutes}` : '';
  return `${date}T${hour}:${minute}:${second}${offset}`;
}
