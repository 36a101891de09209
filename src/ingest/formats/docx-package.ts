// The parts of a Word file: a zip archive of XML files, unpacked within limits.
import { unzipSync } from 'fflate';
import { LabError } from '../../core/errors.ts';
import { decodeText } from '../decode.ts';
import { scanXml, XmlFault, type XmlHandler } from '../xml-scanner.ts';

/** Unpacked bytes of one part. The text of a thousand pages is about 20 MB of XML. */
const MOST_PART_BYTES = 256 * 2 ** 20;
/** A part may unpack to so many times its packed size; office XML reaches about 50. Deflate can do 1032. */
const MOST_RATIO = 250;
/** Below it the ratio means nothing: pages of empty table cells pack very well. */
const RATIO_FREE_BYTES = 16 * 2 ** 20;

/** Namespaces (transitional, strict) -> the prefix that the reader knows them by. */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['http://schemas.openxmlformats.org/wordprocessingml/2006/main', 'w'],
  ['http://purl.oclc.org/ooxml/wordprocessingml/main', 'w'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/math', 'm'],
  ['http://purl.oclc.org/ooxml/officeDocument/math', 'm'],
  ['http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing', 'wp'],
  ['http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing', 'wp'],
  ['http://schemas.openxmlformats.org/markup-compatibility/2006', 'mc'],
  ['http://schemas.openxmlformats.org/package/2006/relationships', 'rel'],
  ['http://schemas.openxmlformats.org/package/2006/metadata/core-properties', 'cp'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  ['http://purl.org/dc/terms/', 'dcterms'],
]);

const OLE = [0xd0, 0xcf, 0x11, 0xe0];

export interface DocxPackage {
  /** Path of the main document within the archive. */
  readonly main: string;
  /** Hands the tags and texts of a part to the handler; false where there is no such part. */
  read(path: string, handler: XmlHandler): boolean;
}

/** @throws LabError `file.malformed` for what is no Word file, encrypted, damaged or unreasonably large once unpacked */
export function openDocx(bytes: Uint8Array, source: string): DocxPackage {
  if (OLE.every((byte, at) => bytes[at] === byte)) throw oldFile(bytes, source);
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b)
    throw malformed(source, bytes.length === 0 ? 'the file is empty' : 'not a Word file (no zip archive)');
  const read = (path: string, handler: XmlHandler): boolean => {
    const part = unpack(bytes, path, source);
    if (!part) return false;
    try {
      const text = decodeText(part, `${source}!${path}`, { warn: () => {} });
      scanXml(text, PREFIXES, handler);
    } catch (error) {
      if (error instanceof XmlFault) throw malformed(source, `${path}: ${error.message}`);
      throw error;
    }
    return true;
  };
  let main = 'word/document.xml';
  read('_rels/.rels', {
    open(name, attributes) {
      if (name === 'rel:Relationship' && attributes.get('Type')?.endsWith('/officeDocument'))
        main = (attributes.get('Target') ?? main).replace(/^\.?\/+/, '');
    },
    close() {},
    text() {},
  });
  return { main, read };
}

function malformed(source: string, problem: string, remedy?: string): LabError {
  return new LabError('file.malformed', { where: source, problem }, remedy);
}

/** Office's older container: what holds an encrypted Word file, and what Word wrote before 2007. */
function oldFile(bytes: Uint8Array, source: string): LabError {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.includes('EncryptedPackage', 0, 'utf16le'))
    return malformed(source, 'the file is encrypted', 'save it without a password');
  return malformed(source, 'an old Word file (.doc), which is not read', 'save it as .docx');
}

function unpack(bytes: Uint8Array, path: string, source: string): Uint8Array | undefined {
  let refused: LabError | undefined;
  let taken = false;
  try {
    const parts = unzipSync(bytes, {
      filter({ name, size, originalSize }) {
        // A name that stands there twice is read once.
        if (name !== path || taken || refused) return false;
        if (originalSize > MOST_PART_BYTES || originalSize > Math.max(RATIO_FREE_BYTES, size * MOST_RATIO)) {
          const problem = `${path} unpacks from ${size} to ${originalSize} bytes, which is not reasonable`;
          refused = malformed(source, problem);
          return false;
        }
        taken = true;
        return true;
      },
    });
    if (!refused) return Object.hasOwn(parts, path) ? parts[path] : undefined;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw malformed(source, `the zip archive is damaged (${said})`);
  }
  throw refused;
}
