// No text is lost or doubled on the way from a file to chunks, whatever its format and the chunker.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCollection } from '../../src/core/collection.ts';
import type { ChunkerDef, DocumentFormat, Params } from '../../src/core/contracts.ts';
import type { Document } from '../../src/core/model.ts';
import { fixed } from '../../src/ingest/chunkers/fixed.ts';
import { sentence } from '../../src/ingest/chunkers/sentence.ts';
import { structure } from '../../src/ingest/chunkers/structure.ts';
import { whole } from '../../src/ingest/chunkers/whole.ts';
import { csv } from '../../src/ingest/formats/csv.ts';
import { jsonl } from '../../src/ingest/formats/jsonl.ts';
import { markdown } from '../../src/ingest/formats/markdown.ts';
import { plain } from '../../src/ingest/formats/plain.ts';
import { parseAs } from './formats/parse.ts';

const CHUNKINGS: readonly (readonly [ChunkerDef, Params])[] = [
  [sentence, { words: 1, overlap: 0 }],
  [sentence, { words: 12, overlap: 0 }],
  [fixed, { size: 1, overlap: 0, unit: 'words' }],
  [fixed, { size: 7, overlap: 0, unit: 'words' }],
  [fixed, { size: 9, overlap: 0, unit: 'chars' }],
  [structure, { words: 1, title: false }],
  [structure, { words: 12, title: true }],
  [whole, {}],
];

/** Every non-blank character of every text is in exactly one chunk, and what a chunk's offsets say is what it holds. */
function expectFaithful(documents: readonly Document[]): void {
  const byId = new Map(documents.map((document) => [document.id, document]));
  for (const [chunker, params] of CHUNKINGS) {
    const times = new Map(documents.map(({ id, text }) => [id, new Uint8Array(text.length)]));
    for (const { docId, span, text, offset } of buildCollection('c', documents, chunker, params).chunks) {
      expect(text.slice(offset)).toBe(byId.get(docId)!.text.slice(span.start, span.end));
      const covered = times.get(docId)!;
      for (let at = span.start; at < span.end; at++) covered[at]!++;
    }
    for (const { id, text } of documents) {
      const wrong = [...text].length === 0 ? -1 : times.get(id)!.findIndex((n, at) => n !== 1 && /\S/.test(text[at]!));
      expect(wrong, `${chunker.name} at ${wrong}: ${JSON.stringify(text.slice(wrong, wrong + 20))}`).toBe(-1);
    }
  }
}

async function documentsOf(format: DocumentFormat, file: string | Uint8Array): Promise<readonly Document[]> {
  const { documents } = await parseAs(format, file);
  return documents.map((parsed, n) => ({ ...parsed, id: parsed.id ?? `d${n}`, source: 'd' }));
}

const word = fc.constantFrom(
  'one',
  'Two.',
  'three!',
  'é',
  '😀',
  '次。',
  '`x`',
  '**b**',
  '|',
  '&amp;',
  '[a](b)',
  'Dr.',
  '\u00a0',
  '\u2028',
);
const words = fc.array(word, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(' '));
const list = fc.array(words, { minLength: 1, maxLength: 4 });
const block: fc.Arbitrary<string> = fc.oneof(
  words,
  fc.tuple(fc.integer({ min: 1, max: 6 }), words).map(([level, text]) => `${'#'.repeat(level)} ${text}`),
  words.map((text) => `${text}\n===`),
  list.map((items) => items.map((item) => `- ${item}`).join('\n')),
  list.map((items) => items.map((item, n) => `${'  '.repeat(n)}- ${item}`).join('\n')),
  list.map((items) => items.map((item, n) => `${n + 1}. ${item}\n\n   second ${item}`).join('\n')),
  list.map((rows) => `a | b\n--|--\n${rows.map((row) => `${row} | x`).join('\n')}`),
  list.map((rows) => `- item\n\n  | a |\n  |---|\n${rows.map((row) => `  | ${row} |`).join('\n')}`),
  fc
    .tuple(fc.constantFrom('```', '~~~~'), list)
    .map(([fence, lines]) => `${fence}js\n# ${lines.join('\n\n')}\n${fence}`),
  list.map((lines) => lines.map((line) => `    ${line}`).join('\n')),
  list.map((lines) => lines.map((line) => `> ${line}`).join('\n')),
  words.map((text) => `<div>\n${text}\n</div>`),
  words.map((text) => `<!-- ${text}\n\n# ${text} -->`),
  fc.constantFrom('***', '[r]: http://x.org "T"', '```', '\\', '<pre>', '> > > > - 1. x'),
);
const body = fc.tuple(
  fc.array(block, { maxLength: 12 }),
  fc.constantFrom('\n\n', '\n', '\r\n\r\n', '\r\n', '\n \n\t\n'),
);

describe('at overlap 0 every non-blank character is in exactly one chunk', () => {
  it('Markdown', async () => {
    await fc.assert(
      fc.asyncProperty(body, fc.boolean(), async ([blocks, gap], front) => {
        const written = `\n${blocks.join(gap)}`;
        const documents = await documentsOf(markdown, `${front ? '---\ntitle: T\n---\n' : ''}${written}`);
        // Of the file itself, not only of what the format made of it.
        expect(documents.map(({ text }) => text)).toEqual([written.replace(/\r\n/g, '\n')]);
        expectFaithful(documents);
      }),
      { numRuns: 200 },
    );
  });

  it('plain text, JSON lines and tables', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 3 }), async (bodies) => {
        const texts = bodies.map(([blocks, gap]) => blocks.join(gap));
        const kept = texts.map((text) => text.replace(/\r\n/g, '\n'));
        const lines = texts.map((text, n) => JSON.stringify({ _id: `d${n}`, title: 'T', text }));
        const rows = texts.map((text, n) => `d${n},"${text.replaceAll('"', '""')}"`);
        const made = [
          await documentsOf(plain, texts[0]!),
          await documentsOf(jsonl, lines.join('\n')),
          await documentsOf(csv, ['id,text', ...rows].join('\r\n')),
        ];
        expect(made.map((documents) => documents.map(({ text }) => text))).toEqual([[kept[0]], kept, kept]);
        for (const documents of made) expectFaithful(documents);
      }),
      { numRuns: 60 },
    );
  });

  it('case C29', async () => {
    const file = (name: string): Buffer => readFileSync(new URL(`../fixtures/cases/C29/${name}`, import.meta.url));
    const separators = await documentsOf(plain, file('separators.txt'));
    expect(separators[0]!.text.replace(/\s/g, '')).toHaveLength(28);
    expectFaithful(separators);
    expectFaithful(await documentsOf(markdown, file('fence.md')));
    const [text] = await documentsOf(plain, file('text.txt'));
    const sentences = sentence
      .chunk(text!, { words: 1, overlap: 0 })
      .map(({ span }) => text!.text.slice(span.start, span.end));
    expect(sentences).toEqual(JSON.parse(file('expected-sentences.json').toString()));
  });

  it('case C27: windows over short lines', async () => {
    const [lines] = await documentsOf(
      plain,
      readFileSync(new URL('../fixtures/cases/C27/short-lines.txt', import.meta.url)),
    );
    expect(lines!.text).toHaveLength(240);
    expect(fixed.chunk(lines!, { size: 60, overlap: 59, unit: 'chars' })).toHaveLength(181);
    expect(fixed.chunk(lines!, { size: 3, overlap: 2, unit: 'words' })).toHaveLength(78);
    expectFaithful([lines!]);
  });
});
