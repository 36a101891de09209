import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { ParsedDocument } from '../../../src/core/contracts.ts';
import { LabError } from '../../../src/core/errors.ts';
import { pdf } from '../../../src/ingest/formats/pdf.ts';
import { blockThatBegins, expectBlocks, outline } from '../expect-blocks.ts';
import { column, type Placed, pdfFile } from './pdf-file.ts';
import { samplePdf } from './sample-pdf.ts';

const SAMPLE = new URL('../../../corpora/samples/pdf/leave.pdf', import.meta.url);

async function parse(bytes: Uint8Array, warnings: string[] = []): Promise<ParsedDocument> {
  const documents = await pdf.parse(bytes, 'docs/file.pdf', { warn: (problem) => void warnings.push(problem) });
  expect(documents).toHaveLength(1);
  expectBlocks(documents[0]!);
  return documents[0]!;
}

async function refusal(bytes: Uint8Array): Promise<LabError> {
  const refused = await pdf.parse(bytes, 'docs/file.pdf', { warn: () => {} }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(LabError);
  expect((refused as LabError).message).toMatch(/^docs\/file.pdf: /);
  return refused as LabError;
}

const lines = async (...pages: readonly (readonly Placed[])[]) => outline(await parse(pdfFile(pages)));

describe('a PDF file', () => {
  it('is the committed sample', () => {
    if (process.env.GOLDEN === 'write') {
      mkdirSync(new URL('.', SAMPLE), { recursive: true });
      writeFileSync(SAMPLE, samplePdf());
    }
    expect(Buffer.compare(readFileSync(SAMPLE), samplePdf())).toBe(0);
  });

  it('becomes its text, without running heads and feet', async () => {
    const file = await parse(readFileSync(SAMPLE));
    expect(file.text).toBe(
      [
        'Annual leave',
        'Annual leave requests must be filed three weeks ahead by every member of the department. The manager of the department answers within five days; see the well-known portal (or ask).',
        'A new paragraph begins here, since there is a gap above it. It goes on in the next',
      ].join('\n\n') +
        // The paragraph that the page end cuts: a table came between, so it stands alone.
        '\n\nAllowance\n\nGrade | Days\nJunior | 25\nSenior & lead | 28\n\npage, where it ends.\n\n' +
        '• Five days until March, with consent\n• None after that\n\n' +
        'Left one of the left column left two of the left column left three of the column a left four of the left column left five of the left column.\n\n' +
        'Right one of the other one right two of the other one right three of the other a right four of the other one right five of the other one.',
    );
  });

  it('has pages, heading trails and kinds', async () => {
    const file = await parse(readFileSync(SAMPLE));
    expect(file.blocks.map(({ kind, page }) => `${page} ${kind}`)).toEqual([
      '1 heading',
      '1 paragraph',
      '1 paragraph',
      '1 heading',
      '1 table-row',
      '1 table-row',
      '1 table-row',
      '2 paragraph',
      '2 list-item',
      '2 list-item',
      '3 paragraph',
      '3 paragraph',
    ]);
    expect(blockThatBegins(file, 'A new').path).toEqual(['Annual leave']);
    expect(blockThatBegins(file, 'Left').path).toEqual(['Annual leave', 'Allowance']);
  });

  it('has title and metadata of its properties', async () => {
    const file = await parse(readFileSync(SAMPLE));
    expect(file.title).toBe('Annual leave policy');
    expect(file.meta).toEqual({
      author: 'People team',
      keywords: ['leave', 'holidays'],
      created: '2026-01-15T09:30:00+01:00',
      pages: 3,
    });
  });

  it('gives the same twice, leaves its bytes alone and says nothing', async () => {
    const spies = (['log', 'warn', 'info', 'error', 'debug'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(() => {}),
    );
    const bytes = samplePdf();
    expect(await parse(bytes)).toEqual(await parse(bytes));
    expect(Buffer.compare(bytes, samplePdf())).toBe(0);
    await refusal(bytes.subarray(0, 700));
    for (const spy of spies) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
  });

  it('is titled by its first heading where a program named it, then by its own name', async () => {
    const body = column(['Some text that is set in the usual size of the text.', 'And a second line of it.'], 72, 100);
    const headed = pdfFile([[{ text: 'Leave', x: 72, y: 60, size: 20 }, ...body]], {
      info: { Title: 'Microsoft Word - draft.docx', Author: '(unspecified)' },
    });
    expect((await parse(headed)).title).toBe('Leave');
    expect((await parse(headed)).meta).toEqual({ pages: 1 });
    expect((await parse(pdfFile([body]))).title).toBe('file');
  });
});

describe('reading order', () => {
  it('goes by position, not by the order of drawing', async () => {
    const drawn = [...column(['one of them', 'two of them', 'three'], 72, 100)].reverse();
    expect(await lines(drawn)).toEqual(['paragraph: one of them two of them three']);
  });

  it('follows the page as it is shown, turned', async () => {
    // Text drawn upwards on a page that is shown turned by 90 degrees.
    const drawn = ['one', 'two', 'three'].map((text, n) => ({ text, x: 100 + 12 * n, y: 700, turned: 90 }));
    expect(outline(await parse(pdfFile([drawn], { rotate: 90 })))).toEqual(['paragraph: one two three']);
  });

  it('puts text in other directions last', async () => {
    expect(await lines([{ text: 'side', x: 30, y: 400, turned: 90 }, ...column(['main', 'text'], 72, 100)])).toEqual([
      'paragraph: main text',
      'paragraph: side',
    ]);
  });

  it('reads columns one after the other, between what crosses them', async () => {
    const left = [
      'aa left column line',
      'ab left column line',
      'ac left column line',
      'ad left column line',
      'ae left column end.',
    ];
    const right = left.map((line) => line.replace(/^a(.) left/, 'b$1 right'));
    const wide = 'A line that crosses both of the columns, from the left margin to the right one';
    const found = await lines([
      { text: wide, x: 72, y: 80 },
      ...column(left, 72, 110),
      ...column(right, 280, 110),
      { text: `${wide}.`, x: 72, y: 200 },
      ...column(left, 72, 230),
      ...column(right, 280, 230),
    ]);
    expect(found.map((line) => line.slice(11, 18))).toEqual([
      'A line ',
      'aa left',
      'ba righ',
      'A line ',
      'aa left',
      'ba righ',
    ]);
  });

  it('reads tables row by row, not as columns', async () => {
    const cells = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const found = await lines([
      ...column(
        cells.map((cell) => `row ${cell}`),
        72,
        100,
      ),
      ...column(
        cells.map((cell, n) => `${cell.repeat(1 + 3 * n)}`),
        250,
        100,
      ),
    ]);
    expect(found[0]).toBe('table-row: row a | a');
    expect(found).toHaveLength(7);
  });

  it('puts note marks on the row of their word and drops what was drawn twice', async () => {
    expect(
      await lines([
        { text: 'word', x: 72, y: 100 },
        { text: '2', x: 94.5, y: 96, size: 6 },
        { text: 'bold', x: 110, y: 100 },
        { text: 'bold', x: 110.4, y: 100 },
      ]),
    ).toEqual(['paragraph: word2 bold']);
  });
});

describe('running heads and feet', () => {
  const body = (n: number) =>
    column([`Text ${'abcdefgh'[n]} of this page that is its own`, `and more ${'xyzuvwqr'[n]}`], 72, 100);

  it('go where most pages have them, with any page numbers', async () => {
    const pages = [0, 1, 2, 3].map((n) => [
      { text: 'Handbook', x: 72, y: 30 },
      ...body(n),
      { text: `${n + 1}`, x: 300, y: 820 },
    ]);
    expect(await lines(...pages)).toEqual(
      [0, 1, 2, 3].map(
        (n) =>
          `paragraph: ${body(n)
            .map(({ text }) => text)
            .join(' ')}`,
      ),
    );
  });

  it('go where they name the chapter beside the page number, and where left and right pages differ', async () => {
    const pages = Array.from({ length: 8 }, (_, n) => [
      { text: n % 2 ? `Chapter ${'ABCD'[n >> 1]}` : 'Handbook', x: 72, y: 30 },
      { text: `${n + 11}`, x: 500, y: 30 },
      ...body(n),
      { text: n % 2 ? 'left foot' : 'right foot', x: 72, y: 820 },
    ]);
    const found = await lines(...pages);
    expect(found).toHaveLength(8);
    expect(found.join()).not.toMatch(/Chapter|Handbook|foot/);
  });

  it('stay on few pages, amid pages, at other places, and where numbers do not count pages', async () => {
    const head = { text: 'Handbook', x: 72, y: 30 };
    expect(await lines([head, ...body(0)], [head, ...body(1)])).toContain('paragraph: Handbook');
    const moving = [0, 1, 2, 3].map((n) => [{ text: 'Handbook', x: 72, y: 30 + 15 * n }, ...body(n)]);
    expect((await lines(...moving)).filter((line) => line === 'paragraph: Handbook')).toHaveLength(4);
    const cases = [3, 8, 1, 40].map((number, n) => [{ text: `Case ${number} of leave`, x: 72, y: 60 }, ...body(n)]);
    expect((await lines(...cases)).filter((line) => line.startsWith('paragraph: Case'))).toHaveLength(4);
  });

  it('stay where they are all there is, and where they are headings that count', async () => {
    expect(await lines(...[1, 2, 3].map((n) => [{ text: `Slide ${n}`, x: 72, y: 60 }]))).toHaveLength(3);
    const headed = [0, 1, 2, 3].map((n) => [{ text: `Section ${n + 1}`, x: 72, y: 60, size: 18 }, ...body(n)]);
    expect((await lines(...headed)).filter((line) => line.startsWith('heading: Section'))).toHaveLength(4);
  });
});

describe('blocks', () => {
  it('of lists have their bullet or number, and lines that hang', async () => {
    expect(
      await lines([
        { text: '1.', x: 72, y: 100 },
        { text: 'first thing', x: 100, y: 100 },
        { text: 'goes on', x: 100, y: 112 },
        { text: '2.', x: 72, y: 124 },
        { text: 'second thing', x: 100, y: 124 },
      ]),
    ).toEqual(['list-item: 1. first thing goes on', 'list-item: 2. second thing']);
  });

  it('begin where a first line is indented or a short line ends a sentence', async () => {
    const found = await lines([
      { text: 'A first line that runs to the end of the column', x: 72, y: 100 },
      { text: 'and a second one that runs to the end of it all', x: 72, y: 112 },
      { text: 'Indented begins a paragraph that ends here.', x: 90, y: 124 },
      { text: 'It goes on to the end of the column once more, yes', x: 72, y: 136 },
      { text: 'and ends.', x: 72, y: 148 },
      { text: 'Another one begins below that short line of text.', x: 72, y: 160 },
    ]);
    expect(found.map((line) => line.slice(11, 20))).toEqual(['A first l', 'Indented ', 'Another o']);
  });

  it('go on across pages without a blank line where no sentence ended', async () => {
    const file = await parse(
      pdfFile([column(['It begins on one'], 72, 700), column(['and ends on the other.', 'Yes.'], 72, 80)]),
    );
    expect(file.text).toBe('It begins on one\nand ends on the other. Yes.');
    expect(file.blocks.map(({ page }) => page)).toEqual([1, 2]);
  });

  it('have no headings where all text is of one size, nor contents as headings', async () => {
    expect(await lines(column(['One', 'two'], 72, 100))).toEqual(['paragraph: One two']);
    const found = await lines([
      { text: '1 Leave . . . . . . . . . . 3', x: 72, y: 60, size: 14 },
      { text: '2 Pay . . . . . . . . . . . 9', x: 72, y: 78, size: 14 },
      ...column(
        Array.from({ length: 9 }, () => 'text of the usual size that there is most of on the page'),
        72,
        120,
      ),
    ]);
    expect(found.slice(0, 2)).toEqual([
      'list-item: 1 Leave . . . . . . . . . . 3',
      'list-item: 2 Pay . . . . . . . . . . . 9',
    ]);
  });
});

describe('no text layer', () => {
  it('on some pages is a warning with their numbers', async () => {
    const warnings: string[] = [];
    await parse(pdfFile([[], column(['text'], 72, 100), []]), warnings);
    expect(warnings).toEqual([expect.stringMatching(/^2 of 3 pages have no text layer \(1, 3\)/)]);
  });

  it('on any page is an error with a remedy', async () => {
    const refused = await refusal(pdfFile([[], []]));
    expect(refused.message).toBe('docs/file.pdf: no text layer: none of its 2 pages has text');
    expect(refused.remedy).toContain('OCR');
    expect((await refusal(pdfFile([[]]))).message).toBe('docs/file.pdf: no text layer: its one page has no text');
  });
});

describe('character maps that stand elsewhere', () => {
  const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
  const elsewhere = (file: Uint8Array): Uint8Array => {
    const japanese =
      '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /90ms-RKSJ-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor << /Type /FontDescriptor /FontName /X /Flags 4 >> >>] >>';
    return Uint8Array.from(Buffer.from(Buffer.from(file).toString('latin1').replace(FONT, japanese), 'latin1'));
  };

  it('are named, and not looked for', async () => {
    const refused = await refusal(elsewhere(pdfFile([column(['text'], 72, 100)])));
    expect(refused.message).toBe(
      'docs/file.pdf: text in character maps that the file does not hold is not read (90ms-RKSJ-H)',
    );
    expect(refused.remedy).toContain('fonts embedded');
  });
});

describe('what is refused', () => {
  it('encrypted files', async () => {
    const plain = Buffer.from(samplePdf()).toString('latin1');
    const encrypt = `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`;
    const locked = plain.replace('/Info 4 0 R', `/Info 4 0 R /ID [<00><00>] /Encrypt ${encrypt}`);
    const refused = await refusal(Uint8Array.from(Buffer.from(locked, 'latin1')));
    expect(refused.message).toBe('docs/file.pdf: the file is encrypted and needs a password');
    expect(refused.remedy).toBe('save it without a password');
  });

  it.each([
    ['nothing', '', 'the file is empty'],
    ['text', 'hello', 'not a PDF file'],
    ['a header alone', '%PDF-1.4\n', 'the file is damaged'],
  ])('%s', async (_, text, problem) => {
    expect((await refusal(Uint8Array.from(Buffer.from(text)))).message).toContain(problem);
  });
});

describe('any file', () => {
  const readOrRefused = async (bytes: Uint8Array): Promise<void> => {
    const parsed = await pdf.parse(bytes, 'docs/file.pdf', { warn: () => {} }).catch((error: unknown) => error);
    if (parsed instanceof LabError) expect(parsed.message).toMatch(/^docs\/file.pdf: /);
    else expectBlocks((parsed as readonly ParsedDocument[])[0]!);
  };

  it('cut off anywhere is refused or read', async () => {
    const whole = samplePdf();
    for (let end = 0; end < whole.length; end += 101) await readOrRefused(whole.subarray(0, end));
  });

  it('with bytes changed is refused or read', async () => {
    const whole = samplePdf();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 }), async (changes) => {
        const damaged = Uint8Array.from(whole);
        for (const [at, byte] of changes) damaged[at] = byte;
        await readOrRefused(damaged);
      }),
      { numRuns: 200 },
    );
  });

  it('with a damaged page tree leaves no rejection behind', async () => {
    // The reader fetches the second page ahead, finds the first one damaged and forgets about the second.
    const text = Buffer.from(
      pdfFile([column(['a'], 72, 100), column(['b'], 72, 100), column(['c'], 72, 100)]),
    ).toString('latin1');
    for (const [from, to] of [
      ['7 0 obj', '9 1 obj'],
      ['5 0 obj', '5 1 obj'],
      ['9 0 obj', '8 7 obj'],
    ] as const)
      await readOrRefused(Uint8Array.from(Buffer.from(text.replace(from, to), 'latin1')));
  });

  it('of random bytes is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), (tail) =>
        readOrRefused(Uint8Array.from([...Buffer.from('%PDF-1.7\n'), ...tail])),
      ),
      { numRuns: 50 },
    );
  });

  it('with texts anywhere has blocks in the order of pages that lose no word', async () => {
    const word = fc.constantFrom('alpha', 'beta', 'gamma7', 'delta', '1.', '\x95', 'x'.repeat(9));
    const placed = fc.record({
      text: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
      // What leaves the page is not shown, and not read.
      x: fc.integer({ min: 20, max: 200 }),
      // Rows that are clearly apart: what overlaps may be the same text drawn twice.
      y: fc.integer({ min: 2, max: 40 }).map((n) => n * 20),
      size: fc.constantFrom(8, 10, 10, 14),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uniqueArray(placed, { minLength: 1, maxLength: 12, selector: ({ y }) => y }), {
          minLength: 1,
          maxLength: 2,
        }),
        async (pages) => {
          const file = await parse(pdfFile(pages));
          const count = (text: string) => (text.match(/alpha|beta|gamma7|delta|xxxx/g) ?? []).length;
          expect(count(file.text)).toBe(
            count(
              pages
                .flat()
                .map(({ text }) => text)
                .join(' '),
            ),
          );
          const numbers = file.blocks.map(({ page }) => page!);
          expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
        },
      ),
      { numRuns: 100 },
    );
  });
});
