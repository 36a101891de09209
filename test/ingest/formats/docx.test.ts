import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { ParsedDocument } from '../../../src/core/contracts.ts';
import { LabError } from '../../../src/core/errors.ts';
import { docx } from '../../../src/ingest/formats/docx.ts';
import { blockThatBegins, expectBlocks, outline } from '../expect-blocks.ts';
import { coreXml, documentXml, docxFile, docxOf, p, row } from './docx-file.ts';
import { sampleDocx } from './sample-docx.ts';

const SAMPLE = new URL('../../../corpora/samples/docx/leave.docx', import.meta.url);

async function parse(bytes: Uint8Array, warnings: string[] = []): Promise<ParsedDocument> {
  const documents = await docx.parse(bytes, 'docs/file.docx', { warn: (problem) => void warnings.push(problem) });
  expect(documents).toHaveLength(1);
  expectBlocks(documents[0]!);
  return documents[0]!;
}

async function refusal(bytes: Uint8Array): Promise<LabError> {
  const refused = await docx.parse(bytes, 'docs/file.docx', { warn: () => {} }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(LabError);
  expect((refused as LabError).message).toContain('docs/file.docx');
  return refused as LabError;
}

const lines = async (body: string, attributes = '') => outline(await parse(docxOf(body, attributes)));

describe('a Word file', () => {
  it('is the committed sample', () => {
    if (process.env.GOLDEN === 'write') {
      mkdirSync(new URL('.', SAMPLE), { recursive: true });
      writeFileSync(SAMPLE, sampleDocx());
    }
    expect(Buffer.compare(readFileSync(SAMPLE), sampleDocx())).toBe(0);
  });

  it('becomes its text', async () => {
    const file = await parse(readFileSync(SAMPLE));
    expect(file.text).toBe(
      [
        'Annual leave',
        'Requests',
        'Annual leave requests must be filed three weeks ahead; see the portal.',
        'Five days until March\nwith consent',
        'Allowance',
        'Grade | Days\nJunior | 25\nSenior & lead | 28',
        'leave ask \\\n  --days 3',
        'Half days count.',
      ].join('\n\n'),
    );
  });

  it('has blocks with heading trails and table heads', async () => {
    const file = await parse(readFileSync(SAMPLE));
    expect(file.blocks.map(({ kind }) => kind).join(' ')).toBe(
      'heading heading paragraph list-item list-item heading table-row table-row table-row code code paragraph',
    );
    expect(blockThatBegins(file, 'with consent').path).toEqual(['Annual leave', 'Requests']);
    const senior = blockThatBegins(file, 'Senior');
    expect(senior.path).toEqual(['Annual leave', 'Requests', 'Allowance']);
    expect(file.text.slice(senior.header!.start, senior.header!.end)).toBe('Grade | Days');
  });

  it('has title and metadata of its properties', async () => {
    const file = await parse(readFileSync(SAMPLE));
    expect(file.title).toBe('Annual leave policy');
    expect(file.meta).toEqual({
      author: 'People team',
      keywords: ['leave', 'holidays'],
      created: '2026-01-15T09:00:00Z',
      modified: '2026-02-01T10:30:00Z',
    });
  });

  it('is titled by its first heading, then by its name', async () => {
    expect((await parse(docxOf(p('x') + p('Head', 'berschrift1')))).title).toBe('Head');
    expect((await parse(docxOf(p('x')))).title).toBe('file');
  });
});

describe('paragraphs', () => {
  const t = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;

  it('hold tabs, breaks, hyphens, symbols and mathematics', async () => {
    const run =
      '<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t><w:softHyphen/><w:t>e</w:t><w:sym w:font="Symbol" w:char="F0B7"/><w:sym w:char="20AC"/></w:r>';
    const math =
      '<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t>x=1</m:t></m:r></m:oMath>';
    expect(await lines(`<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr>${run}${math}</w:p>`)).toEqual([
      'paragraph: a\tb\nc-de€x=1',
    ]);
  });

  it('keep spaces only where they are to be kept', async () => {
    expect(
      await lines('<w:p><w:r><w:t>\n  a  </w:t></w:r><w:r><w:t xml:space="preserve"> b </w:t></w:r></w:p>'),
    ).toEqual(['paragraph: a b']);
  });

  it('are without what was deleted, moved away or hidden, and without field codes', async () => {
    expect(
      await lines(
        `<w:p>${t('a')}<w:del>${t('no')}</w:del><w:moveFrom>${t('no')}</w:moveFrom><w:moveTo>${t('b')}</w:moveTo>` +
          `<w:r><w:rPr><w:vanish/></w:rPr><w:t>no</w:t></w:r><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>c</w:t></w:r>` +
          `<w:r><w:instrText>PAGE no</w:instrText></w:r><w:ins>${t('d')}</w:ins></w:p>`,
      ),
    ).toEqual(['paragraph: abcd']);
  });

  it('whose end was deleted go on', async () => {
    const open = (text: string) => `<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>${t(text)}</w:p>`;
    expect(await lines(`${open('a')}${open('b')}<w:p>${t('c')}</w:p>${open('d')}`)).toEqual([
      'paragraph: abc',
      'paragraph: d',
    ]);
  });

  it('are headings by style name, by the style below, by outline level, or by id where there are no styles', async () => {
    const outlined = '<w:p><w:pPr><w:outlineLvl w:val="2"/></w:pPr><w:r><w:t>c</w:t></w:r></w:p>';
    const body = `<w:p><w:pPr><w:outlineLvl w:val="9"/></w:pPr><w:r><w:t>d</w:t></w:r></w:p>`;
    const file = await parse(docxOf(p('a', 'berschrift1') + p('b', 'Eigene') + outlined + body + p('e', 'KreisA')));
    expect(outline(file)).toEqual(['heading: a', 'heading: b', 'heading: c', 'paragraph: d', 'paragraph: e']);
    expect(file.blocks.at(-1)!.path).toEqual(['a', 'b', 'c']);
    const plain = docxFile({ 'word/document.xml': documentXml(p('a', 'Heading2')), 'word/styles.xml': undefined });
    expect(outline(await parse(plain))).toEqual(['heading: a']);
  });

  it('are list items by themselves or by style, unless the list is taken away', async () => {
    const off =
      '<w:p><w:pPr><w:pStyle w:val="Aufzhlung"/><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr><w:r><w:t>b</w:t></w:r></w:p>';
    expect(await lines(p('a', 'Aufzhlung') + off)).toEqual(['list-item: a', 'paragraph: b']);
  });

  it('come before the text boxes that hang on them, which are read once', async () => {
    const box = `<w:txbxContent>${p('box')}${p('two')}</w:txbxContent>`;
    const drawing =
      '<w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">' +
      `<mc:Choice Requires="wps"><w:drawing><wp:docPr xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" descr="A chart"/>${box}</w:drawing></mc:Choice>` +
      `<mc:Fallback><w:pict>${box}</w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
    expect(await lines(`<w:p>${t('host')}${drawing}${t('goes on')}</w:p>`)).toEqual([
      'paragraph: host A chart goes on',
      'paragraph: box',
      'paragraph: two',
    ]);
  });

  it('of notes come last', async () => {
    const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
    const file = docxFile({
      'word/document.xml': documentXml(p('body')),
      'word/footnotes.xml': `<w:footnotes ${W}><w:footnote w:type="separator" w:id="0">${p('no')}</w:footnote><w:footnote w:id="1">${p('note')}</w:footnote></w:footnotes>`,
    });
    expect(outline(await parse(file))).toEqual(['paragraph: body', 'paragraph: note']);
  });

  it('are read whatever the file calls the namespace', async () => {
    const body = documentXml(p('x')).replaceAll('w:', 'ns0:').replace('xmlns:w=', 'xmlns:ns0=');
    expect(outline(await parse(docxFile({ 'word/document.xml': body })))).toEqual(['paragraph: x']);
    const strict = documentXml(p('x')).replace(
      'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
      'http://purl.oclc.org/ooxml/wordprocessingml/main',
    );
    expect(outline(await parse(docxFile({ 'word/document.xml': strict })))).toEqual(['paragraph: x']);
  });
});

describe('tables', () => {
  const headers = (file: ParsedDocument) =>
    file.blocks.map(({ header }) => header && file.text.slice(header.start, header.end));

  it('have their first row as head where none is marked', async () => {
    const file = await parse(docxOf(`<w:tbl>${row(['a', 'b'])}${row(['1', ''])}${row(['', ''])}</w:tbl>`));
    expect(file.text).toBe('a | b\n1 |');
    expect(headers(file)).toEqual([undefined, 'a | b']);
  });

  it('have all marked rows as head', async () => {
    const head = '<w:tblHeader/>';
    const file = await parse(
      docxOf(`<w:tbl>${row(['a', 'b'], head)}${row(['c', 'd'], head)}${row(['1', '2'])}</w:tbl>`),
    );
    expect(headers(file)).toEqual([undefined, undefined, 'a | b\nc | d']);
  });

  it('have none where the table says so', async () => {
    const look = (attributes: string) =>
      docxOf(`<w:tbl><w:tblPr><w:tblLook ${attributes}/></w:tblPr>${row(['a', 'b'])}${row(['1', '2'])}</w:tbl>`);
    expect(headers(await parse(look('w:firstRow="0"')))).toEqual([undefined, undefined]);
    expect(headers(await parse(look('w:val="0480"')))).toEqual([undefined, undefined]);
    expect(headers(await parse(look('w:val="04A0"')))).toEqual([undefined, 'a | b']);
  });

  it('are without deleted rows', async () => {
    expect(await lines(`<w:tbl>${row(['a', 'b'])}${row(['no', 'no'], '<w:del/>')}</w:tbl>`)).toEqual([
      'table-row: a | b',
    ]);
  });

  it('that arrange a page are read cell by cell', async () => {
    const inner = `<w:tbl>${row(['1', '2'])}</w:tbl>${p('below')}`;
    expect(await lines(`<w:tbl>${row([p('left'), inner])}</w:tbl>`)).toEqual([
      'paragraph: left',
      'table-row: 1 | 2',
      'paragraph: below',
    ]);
    expect(await lines(`<w:tbl>${row([p('H', 'berschrift1') + p('x')])}</w:tbl>`)).toEqual([
      'heading: H',
      'paragraph: x',
    ]);
  });

  it('join the paragraphs of a cell', async () => {
    expect(await lines(`<w:tbl>${row([p('a\tb') + p('c'), 'd'])}</w:tbl>`)).toEqual(['table-row: a b c | d']);
  });
});

describe('what is refused', () => {
  it('encrypted files and those of old Word', async () => {
    const ole = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    const old = await refusal(ole);
    expect([old.message, old.remedy]).toEqual([
      'docs/file.docx: an old Word file (.doc), which is not read',
      'save it as .docx',
    ]);
    const locked = await refusal(Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]));
    expect(locked.message).toBe('docs/file.docx: the file is encrypted');
    expect(locked.remedy).toBe('save it without a password');
  });

  it.each([
    ['nothing', new Uint8Array(), 'the file is empty'],
    ['text', strToU8('hello'), 'not a Word file'],
    ['the beginning of an archive', docxOf(p('x')).subarray(0, 500), 'the zip archive is damaged'],
    ['another archive', zipSync({ 'a.txt': strToU8('x') }), 'it has no word/document.xml'],
    [
      'XML that ends too early',
      docxFile({ 'word/document.xml': documentXml(p('x')).slice(0, -28) }),
      'word/document.xml: the text ends within <w:',
    ],
    ['tags that cross', docxOf('<w:p><w:r></w:p></w:r>'), 'expected </w:r>'],
  ])('%s', async (_, bytes, problem) => {
    expect((await refusal(bytes)).message).toContain(problem);
  });

  it('entities of its own, which could grow without bounds', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${documentXml(p('&b;')).replace(/^<\?.*\n/, '')}`;
    expect((await refusal(docxFile({ 'word/document.xml': bomb }))).message).toContain('a document type');
    expect((await refusal(docxOf(p('&#0;')))).message).toContain('"&#0;", which stands for nothing');
  });

  it('archives that unpack to unreasonable sizes', async () => {
    const bomb = docxOf(p(' '.repeat(40 * 2 ** 20)));
    expect(bomb.length).toBeLessThan(100_000);
    expect((await refusal(bomb)).message).toMatch(/word\/document.xml unpacks from \d+ to \d+ bytes/);
  });

  it('sizes that lie, without unpacking more than was declared', async () => {
    const file = docxOf(p('x'.repeat(5000)));
    const lying = Buffer.from(file);
    const entry = lying.lastIndexOf('word/document.xml') - 46;
    lying.writeUInt32LE(100, entry + 24);
    expect((await refusal(lying)).message).toContain('word/document.xml: tag <w:document> that is not well formed');
  });

  it('nesting that no Word writes', async () => {
    const deep = `${'<w:tbl><w:tr><w:tc>'.repeat(1000)}${p('x')}${'</w:tc></w:tr></w:tbl>'.repeat(1000)}`;
    expect((await refusal(docxOf(deep))).message).toContain('elements nested deeper than 2000');
    const fine = `${'<w:tbl><w:tr><w:tc>'.repeat(600)}${p('x')}${'</w:tc></w:tr></w:tbl>'.repeat(600)}`;
    expect(await lines(fine)).toEqual(['paragraph: x']);
  });
});

describe('any file', () => {
  const readOrRefused = async (bytes: Uint8Array): Promise<void> => {
    const parsed = await docx.parse(bytes, 'docs/file.docx', { warn: () => {} }).catch((error: unknown) => error);
    if (parsed instanceof LabError) expect(parsed.message).toMatch(/^docs\/file.docx/);
    else expectBlocks((parsed as readonly ParsedDocument[])[0]!);
  };

  it('cut off anywhere is refused or read', async () => {
    const whole = sampleDocx();
    for (let end = 0; end < whole.length; end += 41) await readOrRefused(whole.subarray(0, end));
  });

  it('with bytes changed is refused or read', async () => {
    const whole = sampleDocx();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 }), async (changes) => {
        const damaged = Uint8Array.from(whole);
        for (const [at, byte] of changes) damaged[at] = byte;
        await readOrRefused(damaged);
      }),
      { numRuns: 300 },
    );
  });

  it('of random bytes is refused', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), readOrRefused));
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), (tail) =>
        readOrRefused(Uint8Array.from([0x50, 0x4b, 3, 4, ...tail])),
      ),
    );
  });

  it('with any tags in any order has blocks that hold every character', async () => {
    const names =
      'w:p w:r w:t w:tbl w:tr w:tc w:pPr w:txbxContent w:del w:ins mc:AlternateContent mc:Choice mc:Fallback w:tab'.split(
        ' ',
      );
    const tree = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom('text', ' ', '&amp;', '<w:br/>', '<w:tblHeader/>', '<w:pStyle w:val="berschrift1"/>'),
        fc
          .tuple(fc.constantFrom(...names), fc.array(tie('node'), { maxLength: 4 }))
          .map(([name, inner]) => `<${name}>${inner.join('')}</${name}>`),
      ),
    })).node;
    await fc.assert(
      fc.asyncProperty(fc.array(tree, { maxLength: 6 }), async (nodes) => {
        await parse(docxOf(nodes.join(''), ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'));
      }),
      { numRuns: 300 },
    );
  });

  it('without text is said to be so', async () => {
    const warnings: string[] = [];
    expect((await parse(docxOf('<w:p/>'), warnings)).text).toBe('');
    expect(warnings).toEqual(['the document has no text']);
  });

  it('may have properties that say nothing', async () => {
    const file = docxFile({
      'word/document.xml': documentXml(p('x')),
      'docProps/core.xml': coreXml('<dc:title/> <cp:keywords> , </cp:keywords>'),
    });
    const { title, meta } = await parse(file);
    expect([title, meta]).toEqual(['file', { keywords: [] }]);
  });
});
