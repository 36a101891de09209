// The Word file of corpora/samples: what a small handbook page looks like when Word has saved it.
import { coreXml, documentXml, docxFile, p, row } from './docx-file.ts';

const bullet = (text: string, level: number) =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;

export function sampleDocx(): Uint8Array {
  return docxFile({
    'word/document.xml': documentXml(
      [
        p('Annual leave', 'Titel'),
        p('Requests', 'berschrift1'),
        '<w:p><w:r><w:t xml:space="preserve">Annual leave requests must be filed </w:t></w:r><w:del w:id="1" w:author="x"><w:r><w:delText>two</w:delText></w:r></w:del><w:ins w:id="2" w:author="x"><w:r><w:rPr><w:b/></w:rPr><w:t>three</w:t></w:r></w:ins><w:r><w:t xml:space="preserve"> weeks ahead; see </w:t></w:r><w:hyperlink w:anchor="portal"><w:r><w:t>the portal</w:t></w:r></w:hyperlink><w:r><w:t>.</w:t></w:r></w:p>',
        bullet('Five days until March', 0),
        bullet('with consent', 1),
        p('Allowance', 'Eigene'),
        `<w:tbl><w:tblPr><w:tblLook w:val="04A0" w:firstRow="1"/></w:tblPr>${row(['Grade', 'Days'], '<w:tblHeader/>')}${row(['Junior', '25'])}${row(['Senior &amp; lead', '28'])}</w:tbl>`,
        p('leave ask \\', 'Quelltext'),
        p('  --days 3', 'Quelltext'),
        '<w:p/>',
        p('Half days count.'),
        '<w:sectPr/>',
      ].join(''),
    ),
    'docProps/core.xml': coreXml(
      '<dc:title>Annual leave policy</dc:title><dc:creator>People team</dc:creator><cp:keywords>leave, holidays</cp:keywords><dcterms:created xsi:type="dcterms:W3CDTF">2026-01-15T09:00:00Z</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">2026-02-01T10:30:00Z</dcterms:modified>',
    ),
  });
}
