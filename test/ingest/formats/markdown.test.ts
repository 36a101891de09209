// Markdown: the text as written, and what its structure is.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { documentFormatContract } from '../../../src/contracts/document-format.ts';
import type { Block } from '../../../src/core/model.ts';
import { markdown } from '../../../src/ingest/formats/markdown.ts';
import { faultsOf, parseAs } from './parse.ts';

async function one(file: string) {
  const { documents, warnings } = await parseAs(markdown, file, undefined, 'docs/setup-guide.md');
  expect(documents).toHaveLength(1);
  expect(warnings).toEqual([]);
  return documents[0]!;
}

/** `kind path: text` of each block. */
async function outline(file: string): Promise<string[]> {
  const { text, blocks } = await one(file);
  const shown = ({ kind, span, path }: Block): string =>
    `${kind} ${path.join('/')}: ${text.slice(span.start, span.end).replaceAll('\n', '⏎')}`;
  return blocks.map(shown);
}

describe('blocks', () => {
  it('headings of both styles make the trail; levels may skip and come back', async () => {
    expect(await outline('Intro\n\nGuide\n=====\n\nText\nmore\n\n### Deep ###\nA\n\nPart\n---\nB\n')).toEqual([
      'paragraph : Intro',
      'heading Guide: Guide⏎=====',
      'paragraph Guide: Text⏎more',
      'heading Guide/Deep: ### Deep ###',
      'paragraph Guide/Deep: A',
      'heading Guide/Part: Part⏎---',
      'paragraph Guide/Part: B',
    ]);
  });

  it('says headings without their markup', async () => {
    const { blocks, title } = await one(
      '# The `run` **command**, [here](http://x.org) ![logo](a.png) &amp; <b>more</b>\n',
    );
    expect(title).toBe('The run command, here logo & more');
    expect(blocks[0]!.path).toEqual([title]);
  });

  it('case C29: fences of either kind hide headings', async () => {
    const file = readFileSync(new URL('../../fixtures/cases/C29/fence.md', import.meta.url), 'utf8');
    const headings = (await one(file)).blocks.filter(({ kind }) => kind === 'heading');
    expect(headings.map(({ path }) => path)).toEqual([['Setup'], ['Setup', 'Next']]);
    expect(await outline(file)).toEqual([
      'heading Setup: # Setup',
      'paragraph Setup: Run this:',
      'code Setup: ```bash⏎# not a heading⏎make all⏎```',
      'code Setup: ~~~⏎# also not a heading⏎~~~',
      'heading Setup/Next: ## Next',
      'paragraph Setup/Next: Done.',
    ]);
  });

  it('a fence that is never closed hides all that follows', async () => {
    expect(await outline('````\n```\n# no\n\n# no\n')).toEqual(['code : ````⏎```⏎# no⏎⏎# no']);
  });

  it('indented code keeps its indentation', async () => {
    expect(await outline('Look:\n\n    # code\n      more\n')).toEqual([
      'paragraph : Look:',
      'code :     # code⏎      more',
    ]);
  });

  it('rows know where the head of their table stands', async () => {
    const { text, blocks } = await one(
      'Before\n\n| Plan | Price |\n|:-----|---:|\n| Basic | 5 |\n| Pro | a \\| b |\nlazy\n\nAfter\n',
    );
    const rows = blocks.filter(({ kind }) => kind === 'table-row');
    expect(rows.map(({ span }) => text.slice(span.start, span.end))).toEqual([
      '| Plan | Price |\n|:-----|---:|',
      '| Basic | 5 |',
      '| Pro | a \\| b |',
      'lazy',
    ]);
    expect(rows[0]).not.toHaveProperty('header');
    for (const { header } of rows.slice(1)) expect(text.slice(header!.start, header!.end)).toBe('| Plan | Price |');
    expect(blocks.at(-1)).not.toHaveProperty('header');
  });

  it('two tables do not share a head; a head alone and a broken one are what they are', async () => {
    const { text, blocks } = await one('a|b\n-|-\n1|2\n\nc|d\n-|-\n3|4\n\ne|f\n-|-\n\ng|h\n-|-|-\n');
    const heads = blocks.map(({ header }) => header && text.slice(header.start, header.end));
    expect(heads).toEqual([undefined, 'a|b', undefined, 'c|d', undefined, undefined]);
    expect(blocks.at(-1)!.kind).toBe('paragraph');
  });

  it('list items hold their paragraphs and their inner lists; those are items, too', async () => {
    expect(await outline('- one\n  more\n\n  second\n- two\n  1. inner\n  2) other\n\nAfter\n')).toEqual([
      'list-item : - one⏎  more⏎⏎  second',
      'list-item : - two⏎  1. inner⏎  2) other',
      'list-item : 1. inner',
      'list-item : 2) other',
      'paragraph : After',
    ]);
  });

  it('code and tables in items are blocks of their own; headings in them open no section', async () => {
    expect(await outline('- # not a section\n\n  ```\n  x\n  ```\n- a\n\n  b|c\n  -|-\n  1|2\n\nEnd\n')).toEqual([
      'list-item : - # not a section⏎⏎  ```⏎  x⏎  ```',
      'code : ```⏎  x⏎  ```',
      'list-item : - a⏎⏎  b|c⏎  -|-⏎  1|2',
      'table-row : b|c⏎  -|-',
      'table-row : 1|2',
      'paragraph : End',
    ]);
  });

  it('quotes, HTML, rules and definitions are paragraphs', async () => {
    const file =
      '> # Note\n> said\n\n<div>\n# no heading\n</div>\n\n***\n\n[a]: http://x.org "T"\n[b]: <y>\n\n<!-- # no\n\n# no -->\n';
    expect(await outline(file)).toEqual([
      'paragraph : > # Note',
      'paragraph : > said',
      'paragraph : <div>⏎# no heading⏎</div>',
      'paragraph : ***',
      'paragraph : [a]: http://x.org "T"',
      'paragraph : [b]: <y>',
      'paragraph : <!-- # no⏎⏎# no -->',
    ]);
  });

  it('what is nested too deeply to be parsed is a paragraph', async () => {
    const deep = `${'> '.repeat(300)}# x\n> y`;
    expect(await outline(`# A\n\n${deep}\n\nz\n`)).toEqual([
      'heading A: # A',
      `paragraph A: ${deep.replace('\n', '⏎')}`,
      'paragraph A: z',
    ]);
  });

  it('CRLF and a mark change nothing', async () => {
    const file = '---\ntitle: T\n---\n# A\n\n- b\n- c\n\nx|y\n-|-\n1|2\n';
    expect(await one(`\ufeff${file.replaceAll('\n', '\r\n')}`)).toEqual(await one(file));
  });
});

describe('title and front matter', () => {
  it('front matter, else the first heading of level 1, else the file', async () => {
    expect((await one('---\ntitle: Own\n---\n# Head\n')).title).toBe('Own');
    expect((await one('---\nteam: a\n---\n## Two\n# One\n# Other\n')).title).toBe('One');
    expect((await one('## Two\n')).title).toBe('setup-guide');
    expect((await one('')).title).toBe('setup-guide');
  });

  it('the text begins below it', async () => {
    const { text, meta, blocks } = await one('---\nteam: people\nupdated: 2026-01-31\n---\n\n# A\n');
    expect(text).toBe('\n# A\n');
    expect(meta).toEqual({ team: 'people', updated: '2026-01-31' });
    expect(blocks[0]!.span).toEqual({ start: 1, end: 4 });
  });

  it('front matter that cannot be read is an error with its line', async () => {
    const faults = await faultsOf(markdown, '---\na: 1\nb: [1, 2\n---\n# A\n', undefined, 'x/bad.md');
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^x\/bad\.md:[34]: front matter is not valid YAML: /);
  });
});

/** Lines that mean something to Markdown, in any order. */
const line = fc.oneof(
  fc.constantFrom(
    ...[
      '# A',
      '## B b',
      'Text. More text.',
      '- item',
      '  - inner',
      '1. one',
      '> quote',
      '>',
      '```',
      '~~~js',
      '    code',
    ],
    ...[
      'a | b',
      '--|--',
      '1 | 2',
      '| x |',
      '|---|',
      '===',
      '---',
      '***',
      '<div>',
      '</div>',
      '<!--',
      '-->',
      '[r]: /u',
      "[s]: /v 'x",
    ],
    ...['', '', '\t', '  ', 'é 😀 ', '\\', '- - - x', '+ 1) * y', '    - deep', '\u2028z', '*[`<'],
  ),
  // Rare by chance: heads of tables, at the outermost level and in items and quotes.
  fc.constantFrom('a | b\n--|--', '- a | b\n  --|--', '> a | b\n> --|--', '1. - a | b\n     :-: | -:'),
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => text.replace(/[\r\n\0]/g, '')),
);
const files = fc.array(line, { maxLength: 60 }).map((lines) => lines.join('\n'));

it('any Markdown keeps its text, and blocks lie in it, in order, trimmed', async () => {
  await fc.assert(
    fc.asyncProperty(files, async (file) => {
      // A rule below the first line would be front matter.
      const written = `\n${file}`;
      const { text, blocks } = await one(written);
      expect(text).toBe(written.replaceAll('\ufeff', ''));
      let last = 0;
      for (const { kind, span, header } of blocks) {
        expect(span.start).toBeGreaterThanOrEqual(last);
        expect(span.end).toBeGreaterThan(span.start);
        expect(span.end).toBeLessThanOrEqual(text.length);
        const own = text.slice(span.start, span.end);
        if (kind !== 'code') expect(own).toBe(own.trim());
        if (header) expect(header.end).toBeLessThan(span.start);
        last = span.start;
      }
    }),
    { numRuns: 400 },
  );
});

it('rows, items, code and headings stand on the lines where markdown-it has them', async () => {
  const kinds: Readonly<Record<string, Block['kind']>> = {
    tr_open: 'table-row',
    list_item_open: 'list-item',
    fence: 'code',
    code_block: 'code',
    heading_open: 'heading',
  };
  const peer = new MarkdownIt({ html: true });
  await fc.assert(
    fc.asyncProperty(files, async (file) => {
      const { text, blocks } = await one(`\n${file}`);
      const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length - 1;
      const own = blocks.filter(({ kind }) => kind !== 'paragraph');
      const theirs = peer
        .parse(text, {})
        .filter(({ type, level }) => type in kinds && !(type === 'heading_open' && level > 0))
        .map(({ type, map }) => ({ kind: kinds[type], line: map![0] }));
      expect(own.map(({ kind, span }) => ({ kind, line: lineAt(span.start) }))).toEqual(theirs);
    }),
    { numRuns: 600 },
  );
});

it('a document is read alike at any place of a long file: windows do not show', async () => {
  const filler = `${'Filler. '.repeat(20)}\n\n`;
  const numberOfFillers = Math.ceil(262_144 / filler.length) - 2;
  await fc.assert(
    fc.asyncProperty(files, fc.nat(400), async (file, shift) => {
      // Fences and comments that stay open would swallow the end.
      const before = `\n${'x'.repeat(shift)}\n\n${filler.repeat(numberOfFillers)}# Begin\n\n`;
      const alone = await one(`\n# Begin\n\n${file}`);
      const amid = await one(`${before}${file}`);
      const offset = before.length - '\n# Begin\n\n'.length;
      const begin = amid.blocks.findIndex(({ kind }) => kind === 'heading');
      const moved = amid.blocks.slice(begin).map(({ span, header, ...rest }) => ({
        ...rest,
        span: { start: span.start - offset, end: span.end - offset },
        ...(header ? { header: { start: header.start - offset, end: header.end - offset } } : {}),
      }));
      expect(moved).toEqual(alone.blocks);
    }),
    { numRuns: 60 },
  );
});

it('tables, lists and code longer than a window are whole', async () => {
  const rows = 40_000;
  const table = await one(`Before.\n\na|b\n-|-\n${'1|2\n3|#\n'.repeat(rows)}\nAfter.\n`);
  expect(table.blocks).toHaveLength(2 * rows + 3);
  expect(new Set(table.blocks.slice(2, -1).map(({ header }) => header?.start))).toEqual(new Set([9]));
  const list = await one(`Before.\n\n${'- one\n\n  # two\n'.repeat(rows)}\nAfter.\n`);
  expect(new Set(list.blocks.map(({ kind }) => kind))).toEqual(new Set(['paragraph', 'list-item']));
  expect(list.blocks).toHaveLength(rows + 2);
  const code = await one(`Before.\n\n~~~\n${'# no\n\n'.repeat(2 * rows)}~~~\nAfter.\n`);
  expect(code.blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'code', 'paragraph']);
});

describe('hostile files', () => {
  const hostile: Readonly<Record<string, () => string>> = {
    'quotes in quotes': () => `${'>'.repeat(50_000)} x\n`.repeat(5),
    'quotes in quotes, line after line': () => `${'> '.repeat(200)}x\n`.repeat(600),
    'lists in lists': () => Array.from({ length: 500 }, (_, n) => `${'  '.repeat(n)}- x`).join('\n'),
    'lists in lists on one line': () => `${'- '.repeat(50_000)}x\n`.repeat(3),
    'a table of 264 kB': () => `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(26_400)}`,
    'tables of many columns': () => `${'|a'.repeat(20_000)}|\n${'|-'.repeat(20_000)}|\n${'|\n'.repeat(2000)}`,
    'heads of tables that are none': () => 'a|b\n-|-|-\n'.repeat(25_000),
    'one huge line': () => 'word '.repeat(2_000_000),
    'one huge heading': () => `# ${'[*_`<'.repeat(200_000)}`,
    'brackets that stay open': () => '[a\n'.repeat(80_000),
    'definitions with open titles': () => "[a]: /u 'x\n".repeat(20_000),
    'definitions in one paragraph': () => '[a]: /u\n'.repeat(30_000),
    'comments that stay open': () => '<!--\n\n'.repeat(40_000),
    'fences that stay open': () => '~~~\n\n```\n\n'.repeat(20_001),
    'blank lines': () => '\n'.repeat(2_000_000),
    tabs: () => `${'\t'.repeat(100_000)}x\n`.repeat(3),
    'line ends of setext': () => `${'a\n'.repeat(60_000)}===`,
    rules: () => '---\n'.repeat(60_000),
  };
  for (const [name, make] of Object.entries(hostile)) {
    it(name, { timeout: 20_000 }, async () => {
      const file = `\n${make()}`;
      const { text, blocks } = await one(file);
      expect(text).toBe(file);
      for (const { span } of blocks) expect(span.end).toBeLessThanOrEqual(text.length);
    });
  }
});

describe('the contract of document formats', () => {
  for (const { name, run } of documentFormatContract(markdown, {
    samples: ['# A\n\n- b\n  - c\n\n```\nd\n```\n', '---\ntitle: T\ntags: [a]\n---\na|b\n-|-\n1|2\n'],
  }))
    it(name, run);
});
