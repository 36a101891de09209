// What every chunker must do, built-in or plugin.
import { isSpace } from '../core/collection.ts';
import type { ChunkerDef, Params } from '../core/contracts.ts';
import type { Block, ChunkDraft, Document } from '../core/model.ts';
import { createRng, type Rng } from '../core/rng.ts';
import { type ContractCase, demand } from './contract-case.ts';
import { definitionCase, paramsOf } from './definition-case.ts';

export interface ChunkerContractOptions {
  /** Parameters that differ from the defaults. */
  readonly params?: Params;
  /** How many chunks hold each non-blank character: one or more, or exactly one; `any` for a chunker that leaves some out. */
  readonly coverage?: 'some' | 'once' | 'any';
  /** Documents to cut besides the contract's own. */
  readonly documents?: readonly Document[];
}

/** Cases for a test runner: `for (const { name, run } of chunkerContract(mine)) it(name, run);` */
export function chunkerContract<P>(
  given: ChunkerDef<P>,
  options: ChunkerContractOptions = {},
): readonly ContractCase[] {
  const def = given as unknown as ChunkerDef;
  const { coverage = 'some' } = options;
  const documents = [...(options.documents ?? []), ...handWritten(), ...drawn()];
  const params = (): Params => paramsOf(def, options.params ?? {});
  const each = (name: string, check: (document: Document, drafts: readonly ChunkDraft[]) => void): ContractCase => ({
    name,
    async run() {
      const own = params();
      for (const document of documents) check(document, def.chunk(document, own));
    },
  });

  return [
    definitionCase(def, options.params ?? {}, (own) => def.check?.(own)),

    each('cuts a document twice alike', (document, drafts) => {
      const again = def.chunk(document, params());
      demand(JSON.stringify(again) === JSON.stringify(drafts), () => `${show(document)} is cut in another way again`);
    }),

    each('leaves the document as it was', (document) => {
      const before = JSON.stringify(document);
      def.chunk(document, params());
      demand(JSON.stringify(document) === before, () => `${show(document)} has been changed`);
    }),

    each('gives spans inside of the text, their starts increasing', ({ text, ...document }, drafts) => {
      let last = -1;
      for (const [n, { span, path, prefix }] of drafts.entries()) {
        const where = `chunk ${n} of ${show({ text, ...document })}, ${span.start}-${span.end}`;
        const whole = Number.isInteger(span.start) && Number.isInteger(span.end);
        demand(whole && span.start >= 0 && span.end <= text.length, () => `${where}: not within 0-${text.length}`);
        demand(span.end > span.start || text === '', () => `${where}: holds nothing`);
        demand(span.start > last, () => `${where}: starts at or before the chunk before it, which starts at ${last}`);
        last = span.start;
        demand(
          Array.isArray(path) && path.every((step) => typeof step === 'string'),
          () => `${where}: path is no list of headings`,
        );
        demand(prefix === undefined || typeof prefix === 'string', () => `${where}: prefix is no text`);
      }
    }),

    each('cuts no character in two', ({ text, ...document }, drafts) => {
      for (const { span } of drafts) {
        for (const at of [span.start, span.end]) {
          const inside = at > 0 && at < text.length && text.codePointAt(at - 1)! > 0xffff;
          demand(!inside, () => `${show({ text, ...document })} is cut at ${at}, between the halves of a character`);
        }
      }
    }),

    ...(coverage === 'any'
      ? []
      : [
          each(
            `puts every non-blank character in ${coverage === 'once' ? 'exactly one chunk' : 'a chunk'}`,
            ({ text, ...document }, drafts) => {
              const times = new Uint32Array(text.length);
              for (const { span } of drafts) for (let at = span.start; at < span.end; at++) times[at]!++;
              const wrong = times.findIndex(
                (count, at) => !isSpace(text.charCodeAt(at)) && (coverage === 'once' ? count !== 1 : count === 0),
              );
              demand(
                wrong < 0,
                () => `${show({ text, ...document })}: the character at ${wrong} is in ${times[wrong]} chunks`,
              );
            },
          ),
        ]),
  ];
}

function show({ title, text }: { readonly title: string; readonly text: string }): string {
  return `the document "${title}" ${JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}...` : text)}`;
}

function documentOf(title: string, text: string, blocks: readonly Block[] = []): Document {
  return { id: title.replaceAll(' ', '-'), title, text, blocks, meta: {}, source: `${title}.txt` };
}

function handWritten(): Document[] {
  const guide = '# Leave\n\nAsk early. Dr. No agrees!\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n';
  const block = (kind: Block['kind'], part: string, path: readonly string[]): Block => {
    const start = guide.indexOf(part);
    return { kind, span: { start, end: start + part.length }, path };
  };
  return [
    documentOf('nothing', ''),
    documentOf('blank', ' \n\t\u00a0\n'),
    documentOf('one word', 'word'),
    documentOf('one long word', 'x'.repeat(5000)),
    documentOf('many sentences', 'One two three. Four five! Six? '.repeat(300)),
    documentOf('lines', Array.from({ length: 500 }, (_, n) => `line ${n}`).join('\n')),
    documentOf('pairs', '\u{1f600}'.repeat(700)),
    documentOf('no blanks', '\u6b21\u306e\u6587\u3002'.repeat(300)),
    documentOf('half a pair', 'a \ud83d b \ude00 c.'),
    documentOf('blocks', guide, [
      block('heading', '# Leave', []),
      block('paragraph', 'Ask early. Dr. No agrees!', ['Leave']),
      block('list-item', '- one', ['Leave']),
      block('list-item', '- two', ['Leave']),
      block('table-row', '| a | b |', ['Leave']),
      block('table-row', '| 1 | 2 |', ['Leave']),
    ]),
  ];
}

const PIECES = [
  'One two three.',
  'Four! ',
  'six seven',
  '\n\n',
  '\n',
  ' ',
  '\t',
  '\u{1f600} x.',
  '\u6b21\u3002',
  'Dr. No? ',
];
const BLOCK_KINDS = ['heading', 'paragraph', 'list-item', 'table-row', 'code'] as const;

/** Texts with blocks anywhere: gaps, nesting, overlaps and equal starts included. The same ones each time. */
function drawn(): Document[] {
  const rng = createRng(404).stream('contracts/chunker');
  return Array.from({ length: 200 }, (_, n) => {
    const draw = rng.stream(String(n));
    const text = Array.from({ length: draw.int(40) }, () => draw.pick(PIECES)).join('');
    return documentOf(
      `drawn ${n}`,
      text,
      Array.from({ length: draw.int(8) }, () => anyBlock(draw, text)),
    );
  });
}

function anyBlock(draw: Rng, text: string): Block {
  const start = boundary(text, draw.int(text.length + 1));
  const end = boundary(text, Math.min(text.length, start + draw.int(30)));
  const path = Array.from({ length: draw.int(3) }, () => draw.pick(['A', 'B', 'C']));
  return { kind: draw.pick(BLOCK_KINDS), span: { start, end: Math.max(start, end) }, path };
}

/** No document format ends a block inside a character. */
function boundary(text: string, at: number): number {
  return at > 0 && text.codePointAt(at - 1)! > 0xffff ? at - 1 : at;
}
