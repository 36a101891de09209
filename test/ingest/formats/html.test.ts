import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ParsedDocument } from '../../../src/core/contracts.ts';
import { LabError } from '../../../src/core/errors.ts';
import { html } from '../../../src/ingest/formats/html.ts';
import { blockThatBegins, expectBlocks, outline } from '../expect-blocks.ts';

const SAMPLE = new URL('../../../corpora/samples/html/leave.html', import.meta.url);

async function parse(markup: string | Uint8Array, warnings: string[] = []): Promise<ParsedDocument> {
  const bytes = typeof markup === 'string' ? new TextEncoder().encode(markup) : markup;
  const documents = await html.parse(bytes, 'docs/page.html', { warn: (problem) => void warnings.push(problem) });
  expect(documents).toHaveLength(1);
  return documents[0]!;
}

describe('a real page', () => {
  it('becomes the text of its main content', async () => {
    const page = await parse(readFileSync(SAMPLE));
    expect(page.text).toBe(
      [
        'Annual leave',
        'Annual leave requests must be filed three weeks ahead;\u00a0see the portal.\nHalf days count…',
        'Allowance',
        'Days a year',
        'Grade | Days\nJunior | 25\nSenior & lead | 28',
        'Carry over',
        'Five days until March\nwith consent\nNone after that',
        'Command line',
        'leave ask \\\n  --from 2026-02-01   --days 3',
        'Chart: days taken by month',
      ].join('\n\n'),
    );
    expectBlocks(page);
  });

  it('has title and metadata of its head', async () => {
    const page = await parse(readFileSync(SAMPLE));
    expect(page.title).toBe('Annual leave | Northwind handbook');
    expect(page.meta).toEqual({
      lang: 'en',
      description: 'How to ask for annual leave.',
      author: 'People team',
      keywords: ['leave', 'holidays'],
      date: '2026-01-15',
    });
    expect(page.id).toBeUndefined();
  });

  it('has blocks with heading trails and table heads', async () => {
    const page = await parse(readFileSync(SAMPLE));
    expect(page.blocks.map(({ kind }) => kind).join(' ')).toBe(
      'heading paragraph heading paragraph table-row table-row table-row heading list-item list-item list-item heading code paragraph',
    );
    expect(blockThatBegins(page, 'Annual leave requests').path).toEqual(['Annual leave']);
    expect(blockThatBegins(page, 'Carry over').path).toEqual(['Annual leave', 'Allowance', 'Carry over']);
    expect(blockThatBegins(page, 'None after').path).toEqual(['Annual leave', 'Allowance', 'Carry over']);
    expect(blockThatBegins(page, 'leave ask').path).toEqual(['Annual leave', 'Command line']);
    const header = blockThatBegins(page, 'Senior').header!;
    expect(page.text.slice(header.start, header.end)).toBe('Grade | Days');
    expect(blockThatBegins(page, 'Grade').header).toBeUndefined();
  });
});

describe('titles', () => {
  it('fall back to the first h1, then to the file name', async () => {
    expect((await parse('<p>x<h1>Big\n <i>news</i></h1><h2>y</h2>')).title).toBe('Big news');
    expect((await parse('<title> </title><p>x')).title).toBe('page');
    expect((await parse('<svg><title>icon</title></svg><p>x')).title).toBe('page');
  });
});

describe('what is dropped', () => {
  it.each([
    ['script', '<script>no()</script>'],
    ['style', '<style>no {}</style>'],
    ['template', '<template><p>no</p></template>'],
    ['noscript', '<noscript><p>no</p></noscript>'],
    ['nav', '<nav><p>no</p></nav>'],
    ['aside', '<aside>no</aside>'],
    ['header of the page', '<header><h1>no</h1></header>'],
    ['footer of the page', '<div><footer>no</footer></div>'],
    ['role=navigation', '<div role=navigation>no</div>'],
    ['role=banner', '<div role=banner>no</div>'],
    ['role=contentinfo', '<div role="contentinfo">no</div>'],
    ['role=search', '<div role=search>no</div>'],
    ['hidden', '<p hidden>no</p>'],
    ['aria-hidden', '<a aria-hidden=true>no</a>'],
    ['display: none', '<div style="color:red; display : none">no</div>'],
    ['controls', '<form><input value=no><button>no</button><select><option>no</select><textarea>no</textarea></form>'],
    ['svg', '<svg><text>no</text><a><text>no</text></a></svg>'],
    ['comments', '<!-- no --><![CDATA[no]]>'],
    ['closed dialogs', '<dialog>no</dialog>'],
    ['fallbacks', '<iframe>no</iframe><object>no</object><video>no</video>'],
  ])('%s', async (_, markup) => {
    expect((await parse(`<body><p>before</p>${markup}<p>after</p>`)).text).toBe('before\n\nafter');
  });

  it('but not heads and feet of articles and sections, nor notes', async () => {
    const page = await parse(
      '<article><header><h1>T</h1></header><p>x<footer>source</footer></article><aside role=note>n</aside>',
    );
    expect(page.text).toBe('T\n\nx\n\nsource');
    expect((await parse('<p>x<aside role=note>n</aside>')).text).toBe('x\n\nn');
    expect((await parse('<p>x<div hidden=until-found>found</div>')).text).toBe('x\n\nfound');
  });

  it('but never everything', async () => {
    expect((await parse('<nav><p>Only a list of pages</nav>')).text).toBe('Only a list of pages');
  });
});

describe('main content', () => {
  const long = 'Many words that make this part of the page substantial. '.repeat(3);
  it('is main, wherever it is', async () => {
    expect((await parse(`<div>menu</div><div><main><p>${long}</main></div><div>foot</div>`)).text).toBe(long.trim());
    expect((await parse(`<div>menu</div><div role=main>${long}</div>`)).text).toBe(long.trim());
  });

  it('is the articles where they are most of the page', async () => {
    expect((await parse(`<div>menu</div><article>${long}</article><article>two</article>`)).text).toBe(
      `${long.trim()}\n\ntwo`,
    );
    const teaser = await parse(`<article>teaser</article><div>${long}</div>`);
    expect(teaser.text).toBe(`teaser\n\n${long.trim()}`);
  });

  it('is the body where main is an empty frame', async () => {
    expect((await parse(`<main><div id=app></div></main><div>${long}</div>`)).text).toBe(long.trim());
    expect((await parse(`<main>Loading</main><div>${long}</div>`)).text).toBe(`Loading\n\n${long.trim()}`);
  });
});

describe('white space', () => {
  it.each([
    ['collapses', '<p> a \n\t b <i> c</i> d </p>', 'a b c d'],
    ['is kept between inline tags only where it is', '<p>a<b>b</b> <i>c</i></p>', 'ab c'],
    ['of pre stays', '<pre>\n  a\n\n\tb  \n</pre>', '  a\n\n\tb'],
    ['br is a line feed', '<p>a <br> b<br>c</p>', 'a\nb\nc'],
    ['two br end a paragraph', 'a<br><br>b', 'a\n\nb'],
    ['soft hyphens go', '<p>an&shy;nual', 'annual'],
    ['blocks need none', '<div>a<div>b</div>c</div>', 'a\n\nb\n\nc'],
    ['items of one list follow each other', '<p>x</p><ul><li>a<li>b</ul><ul><li>c</ul>', 'x\n\na\nb\n\nc'],
    ['no-break space alone is blank', '<p>&nbsp;</p><p>a', 'a'],
  ])('%s', async (_, markup, text) => {
    const page = await parse(markup);
    expect(page.text).toBe(text);
    expectBlocks(page);
  });
});

describe('entities', () => {
  it('are text, and decoded once', async () => {
    expect((await parse('<p>&lt;b&gt; &amp;amp; &#x1F600; &eacute; &notanentity; &#0;')).text).toBe(
      '<b> &amp; 😀 é ¬anentity; \ufffd',
    );
  });
});

describe('tables', () => {
  it('are rows with cells between bars; the head is thead or a first row of th', async () => {
    const page = await parse('<table><tr><th>a<th>b<tr><th>1<td><p>2</p><p>3</p><tr><td><td><tr><td><td>4</table>');
    expect(outline(page)).toEqual(['table-row: a | b', 'table-row: 1 | 2 3', 'table-row: | 4']);
    expect(page.blocks.map(({ header }) => header)).toEqual([undefined, { start: 0, end: 5 }, { start: 0, end: 5 }]);
  });

  it('have a head of several rows', async () => {
    const page = await parse('<table><thead><tr><td>a<td>b</tr><tr><td>c<td>d</tr></thead><tr><td>1<td>2</table>');
    expect(page.blocks[2]!.header).toEqual({ start: 0, end: 11 });
  });

  it('have no head where no row says so', async () => {
    const page = await parse('<table><tr><td>a<td>b<tr><td>1<td>2</table>');
    expect(page.blocks.every(({ header }) => header === undefined)).toBe(true);
  });

  it('that arrange a page are read cell by cell', async () => {
    const nested = await parse('<table><tr><td>left<td><table><tr><th>a<th>b<tr><td>1<td>2</table><p>below</table>');
    expect(outline(nested)).toEqual(['paragraph: left', 'table-row: a | b', 'table-row: 1 | 2', 'paragraph: below']);
    const headed = await parse('<table><tr><td>left<td><h2>H</h2><p>a<p>b</table>');
    expect(outline(headed)).toEqual(['paragraph: left', 'heading: H', 'paragraph: a', 'paragraph: b']);
    const column = await parse('<table><tr><td>a<p>b</td></tr></table>');
    expect(outline(column)).toEqual(['paragraph: a', 'paragraph: b']);
    const numbered = await parse('<table><tr><td><pre>1\n2</pre><td><pre>a\n b</pre></table>');
    expect(outline(numbered)).toEqual(['code: 1\n2', 'code: a\n b']);
  });
});

describe('hostile pages', () => {
  it.each([
    ['nested divs', `${'<div>'.repeat(100_000)}deep${'</div>'.repeat(100_000)}<p>after`, 'deep\n\nafter'],
    ['unclosed lists', `${'<ul><li>'.repeat(50_000)}deep`, 'deep'],
    ['formatting reopened in every paragraph', '<p><b id=1>x</p>'.repeat(20_000), `x${'\n\nx'.repeat(19_999)}`],
    ['links within links', `${'<a href=1>'.repeat(100_000)}x`, 'x'],
    ['nested tables', `${'<table><tr><td>'.repeat(50_000)}x`, 'x'],
    ['nested drawings', `<p>x${'<svg>'.repeat(100_000)}`, 'x'],
    ['one enormous tag', `<p ${Array.from({ length: 50_000 }, (_, i) => `a${i}`).join(' ')}>x`, 'x'],
    ['angle brackets', '<'.repeat(300_000), '<'.repeat(300_000)],
    ['unclosed comments', '<!--'.repeat(200_000), ''],
    ['one enormous line', `<p>${'<i>x</i>'.repeat(200_000)}`, 'x'.repeat(200_000)],
  ])('%s take no stack and little time', { timeout: 20_000 }, async (_, markup, text) => {
    const page = await parse(markup);
    expect(page.text === text).toBe(true);
    expectBlocks(page);
  });

  it('keep script content out however it is written', async () => {
    const page = await parse('<script>a</scr' + 'ipt ><p>x</p><script><!--<script></script>b</script>--></script><p>y');
    expect(page.text).not.toMatch(/[ab]/);
    expect(page.text).toContain('x');
  });

  it('without text are said to be so', async () => {
    const warnings: string[] = [];
    expect((await parse('<div id=app></div><script src=app.js></script>', warnings)).text).toBe('');
    expect(warnings).toEqual([expect.stringContaining('the page has no text')]);
    expect((await parse('<frameset><frame src=a></frameset>', warnings)).blocks).toEqual([]);
    expect(warnings).toHaveLength(2);
  });
});

const tag = fc.constantFrom(
  ...'p div b a i span ul ol li dl dt dd table thead tbody tr th td caption h1 h2 h4 pre br img main article section header footer nav form select option button script style template svg math title frameset body html head plaintext'.split(
    ' ',
  ),
);
const markup = fc
  .array(
    fc.oneof(
      tag.map((name) => `<${name}>`),
      tag.map((name) => `</${name}>`),
      tag.map((name) => `<${name} hidden role=heading alt="pic">`),
      fc.constantFrom(
        'word',
        ' ',
        '\n',
        '&amp;',
        '&nbsp;',
        '\u00ad',
        '<!--',
        '-->',
        '<',
        'é 😀',
        '¶',
        ' | ',
        '&#xfeff;',
        '&#13;',
      ),
      // A zero byte makes a file no text.
      fc.string({ unit: 'binary', maxLength: 5 }).map((text) => text.replaceAll('\0', '')),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

describe('properties', () => {
  it('blocks are in order and hold every non-blank character, whatever the markup', async () => {
    await fc.assert(
      fc.asyncProperty(markup, async (page) => {
        expectBlocks(await parse(page));
      }),
      { numRuns: 500 },
    );
  });

  it('any bytes are read, or refused with the name of the file', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const parsed = await parse(bytes).catch((error: unknown) => error);
        if (parsed instanceof LabError) expect(parsed.message).toMatch(/^docs\/page.html: cannot be read: /);
        else expectBlocks(parsed as ParsedDocument);
      }),
    );
  });

  it('a page cut off anywhere is read', async () => {
    const whole = readFileSync(SAMPLE);
    for (let end = 0; end < whole.length; end += 37) expectBlocks(await parse(whole.subarray(0, end)));
  });
});

describe('a large page', () => {
  const context = { warn: () => {} };

  it('is the same wherever its pieces end', async () => {
    const unit = '<p class="a&amp;b">caf\u00e9 &hellip; \u{1f600}<!-- no --></p>';
    // A piece ends after 2^20 characters; every place of the unit gets its turn.
    for (let shift = 0; shift < unit.length; shift += 3) {
      const page = await parse(`<p>${'x'.repeat(2 ** 20 - 60 + shift)}</p>${unit.repeat(3)}`);
      expect(outline(page).slice(1)).toEqual(Array.from({ length: 3 }, () => 'paragraph: caf\u00e9 \u2026 \u{1f600}'));
    }
  });

  it('can be left amid it', async () => {
    const stop = new AbortController();
    const bytes = Buffer.from('<p>text</p>'.repeat(2 ** 18));
    const reading = html.parse(bytes, 'docs/page.html', { ...context, signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });

  it('beyond 32 MiB is refused in one line', async () => {
    const refused = await html
      .parse(new Uint8Array(2 ** 25 + 1).fill(97), 'docs/page.html', context)
      .catch((error: unknown) => error);
    expect((refused as LabError).message).toBe('docs/page.html: the page has 33554433 bytes; at most 32 MiB are read');
    expect((refused as LabError).remedy).toContain('--exclude');
  });
});
