import { describe, expect, it } from 'vitest';
import { KnownIds } from '../../src/datasets/known-ids.ts';
import { readTrecText, type TrecDocument } from '../../src/datasets/trec-text.ts';
import { bytesOf } from './bytes.ts';
import { faultsOf } from './faults-of.ts';

async function read(text: string | Uint8Array, pieces?: number) {
  const documents: TrecDocument[] = [];
  const warnings: string[] = [];
  const source = bytesOf(text, pieces, 'docs.trec');
  await readTrecText(
    source,
    {},
    new KnownIds('document'),
    (message) => warnings.push(message),
    (one) => documents.push(one),
  );
  return { documents, warnings };
}

describe('TREC text', () => {
  it('takes title and text of a newspaper, and leaves the rest of the record out', async () => {
    const { documents } = await read(
      '<DOC>\n<DOCNO> FT911-3 </DOCNO>\n<PROFILE>x1</PROFILE>\n<DATE>910514\n</DATE>\n<HEADLINE>\nFT  14 MAY 91 / AT&amp;T\n</HEADLINE>\n' +
        '<TEXT>\n<P>\nOne &lt;b&gt;.\n</P>\n<P>Two.</P>\n</TEXT>\n<PUB>The FT</PUB>\n</DOC>\n',
    );
    expect(documents).toEqual([
      { id: 'FT911-3', title: 'FT 14 MAY 91 / AT&T', text: expect.stringMatching(/^One <b>\.\s+Two\.$/), line: 1 },
    ]);
  });

  it('takes everything but the number where there is no <TEXT>', async () => {
    const { documents } = await read(
      '<DOC>\n<DOCNO>1</DOCNO>\ncompact memories\nhave capacities\n</DOC>\n<DOC>\n<DOCNO>2</DOCNO>\n</DOC>',
    );
    expect(documents).toEqual([
      { id: '1', title: '', text: 'compact memories\nhave capacities', line: 1 },
      { id: '2', title: '', text: '', line: 6 },
    ]);
  });

  it('reads tags in any case, several records a line, two texts, comments, CRLF and a byte order mark', async () => {
    const { documents } = await read(
      '\ufeff<?xml version="1.0"?>\r\n<root><doc><docno>a</docno><title>T</title><text>one</text><text>two</text></doc><DOC><DOCNO>b</DOCNO>x<!-- no -->y</DOC>\r\n</root>\r\n',
    );
    expect(documents).toEqual([
      { id: 'a', title: 'T', text: 'one\ntwo', line: 2 },
      { id: 'b', title: '', text: 'x y', line: 2 },
    ]);
  });

  it('says the same whatever the pieces', async () => {
    const text = '<DOC>\n<DOCNO>é1</DOCNO>\n<TEXT>\nnaïve\n</TEXT>\n</DOC>\n<DOC><DOCNO>2</DOCNO>ü</DOC>';
    const whole = await read(text);
    for (const size of [1, 2, 3, 7]) expect(await read(text, size)).toEqual(whole);
  });

  it('reads lines that are no UTF-8 as Windows-1252, and counts them', async () => {
    const { documents, warnings } = await read(
      Buffer.from('<DOC>\n<DOCNO>1</DOCNO>\nna\xefve \x80\n</DOC>\n', 'latin1'),
    );
    expect(documents[0]!.text).toBe('naïve €');
    expect(warnings).toEqual(['docs.trec: 1 line is not UTF-8 and read as Windows-1252']);
  });

  it('tells every fault by its line', async () => {
    expect(
      await faultsOf(() =>
        read(
          '</DOC>\n<DOC>\nno number\n</DOC>\n<DOC>\n<DOCNO>1</DOCNO>\n<DOC>\n<DOCNO>1</DOCNO>\n</DOC>\n<DOC><DOCNO>1</DOCNO></DOC>\n<DOC>\n',
        ),
      ),
    ).toEqual([
      'docs.trec:1: a </DOC> without its <DOC>',
      'docs.trec:2: a <DOC> without a <DOCNO>',
      'docs.trec:5: the <DOC> does not end before the next one, on line 7',
      'docs.trec:10: document id "1" is there twice (first on line 7)',
      'docs.trec:11: the <DOC> does not end before the file does, on line 11',
    ]);
    expect(await faultsOf(() => read('<DOC></DOC>\n'.repeat(100)))).toHaveLength(20);
  });

  it('is quick on text made to be slow', async () => {
    const hostile = `<DOC><DOCNO>1</DOCNO>${'<!--'.repeat(200_000)}${'<text '.repeat(200_000)}</DOC>`;
    expect((await read(hostile)).documents).toHaveLength(1);
  });
});
