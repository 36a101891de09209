// Every registered document format keeps the contract, and the contract notices one that does not.
import { describe, expect, it } from 'vitest';
import { documentFormatContract } from '../../src/contracts/document-format.ts';
import type { DocumentFormat } from '../../src/core/contracts.ts';
import { LabError } from '../../src/core/errors.ts';
import { documentFormats } from '../../src/ingest/formats/registry.ts';
import { sampleDocx } from '../ingest/formats/sample-docx.ts';
import { samplePdf } from '../ingest/formats/sample-pdf.ts';

const SAMPLES: Readonly<Record<string, readonly (string | Uint8Array)[]>> = {
  docx: [sampleDocx()],
  pdf: [samplePdf()],
  md: [
    '---\ntitle: Leave\n---\n# Leave\n\nAsk early.\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```js\nx\n```\n',
  ],
  txt: ['Leave\n\nAsk early.\r\nAnd in time.\n', 'one line'],
  html: [
    '<html><head><title>Leave</title></head><body><nav>x</nav><main><h1>Leave</h1><p>Ask <b>early</b>.</p><table><tr><th>a</th></tr><tr><td>1</td></tr></table></main></body></html>',
  ],
  jsonl: ['{"_id":"1","title":"Leave","text":"Ask early."}\n{"_id":"2","text":"Badges are blue."}\n'],
  json: ['[{"_id":"1","title":"Leave","text":"Ask early."},{"_id":"2","text":"Badges are blue."}]'],
  csv: ['id,title,text\n1,Leave,"Ask ""early""."\n2,Badges,"Badges\nare blue."\n'],
  tsv: ['id\ttitle\ttext\n1\tLeave\tAsk early.\n'],
};

for (const def of documentFormats) {
  const samples = def.extensions.flatMap((extension) => SAMPLES[extension] ?? []);
  describe(`the document format contract: ${def.name}`, () => {
    for (const { name, run } of documentFormatContract(def, { samples })) it(name, run);
  });
}

/** A paragraph a line; a NUL byte is refused. */
const lines: DocumentFormat = {
  name: 'lines',
  summary: 'a paragraph a line',
  extensions: ['lines'],
  async parse(bytes, source) {
    const text = new TextDecoder().decode(bytes);
    if (text.includes('\0')) throw new LabError('file.malformed', { where: source, problem: 'holds a NUL character' });
    const blocks = [...text.matchAll(/[^\n]+/g)].map(({ index, 0: line }) => ({
      kind: 'paragraph' as const,
      span: { start: index, end: index + line.length },
      path: [],
    }));
    return [{ title: '', text, blocks, meta: {} }];
  },
};

async function broken(def: DocumentFormat): Promise<string[]> {
  const found: string[] = [];
  for (const { name, run } of documentFormatContract(def, { samples: ['one\ntwo\n\nthree', 'x'] })) {
    await run().catch((error: Error) => found.push(`${name}: ${error.message}`));
  }
  return found;
}

describe('the document format contract', () => {
  it('is kept by a format that does all right', async () => {
    expect(await broken(lines)).toEqual([]);
  });

  let calls = 0;
  const FAULTS: Readonly<Record<string, readonly [Partial<DocumentFormat>, RegExp]>> = {
    'no extension': [{ extensions: [] }, /names no extension/],
    'an extension with its dot': [{ extensions: ['.MD'] }, /no extension in lower case/],
    'a crash': [
      {
        async parse(bytes, source, context) {
          JSON.parse(bytes[0] === 0x7b ? '{' : '{}');
          if (bytes.includes(0x80)) throw new TypeError('cannot read');
          return lines.parse(bytes, source, context);
        },
      },
      /a LabError was expected, and this was thrown: TypeError: cannot read/,
    ],
    'blocks out of order': [
      {
        async parse(...given) {
          const [one] = await lines.parse(...given);
          return [{ ...one!, blocks: one!.blocks.toReversed() }];
        },
      },
      /starts before the block before it/,
    ],
    'a block beyond the text': [
      {
        async parse(...given) {
          const [one] = await lines.parse(...given);
          return [{ ...one!, text: one!.text.slice(1) }];
        },
      },
      /not within 0-/,
    ],
    'another document each time': [
      { parse: async () => [{ title: String(calls++), text: '', blocks: [], meta: {} }] },
      /read again, it is another/,
    ],
    'bytes it changed': [
      {
        async parse(bytes, source, context) {
          const documents = await lines.parse(bytes, source, context);
          bytes.fill(97);
          return documents;
        },
      },
      /bytes have been changed/,
    ],
  };
  for (const [what, [change, said]] of Object.entries(FAULTS)) {
    it(`notices ${what}`, async () => {
      expect(await broken({ ...lines, ...change })).toContainEqual(expect.stringMatching(said));
    });
  }
});
