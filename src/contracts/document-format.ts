// What every document format must do, built-in or plugin: read its own files alike each time, and take any bytes at all.
import type { DocumentFormat, ParseContext, ParsedDocument } from '../core/contracts.ts';
import { LabError, LabErrors } from '../core/errors.ts';
import type { Span } from '../core/model.ts';
import { createRng } from '../core/rng.ts';
import { type ContractCase, demand } from './contract-case.ts';
import { definitionCase } from './definition-case.ts';

export interface DocumentFormatContractOptions {
  /** Files of the format, as bytes or text: they are read, cut short and spoiled. */
  readonly samples: readonly (Uint8Array | string)[];
  /** How many spoiled files are tried; 200 unless told otherwise. */
  readonly rounds?: number;
}

/** Cases for a test runner: `for (const { name, run } of documentFormatContract(mine, { samples })) it(name, run);` */
export function documentFormatContract(
  def: DocumentFormat,
  { samples, rounds = 200 }: DocumentFormatContractOptions,
): readonly ContractCase[] {
  const files = samples.map((sample) => (typeof sample === 'string' ? new TextEncoder().encode(sample) : sample));
  const source = `sample.${def.extensions[0] ?? 'txt'}`;
  const read = (bytes: Uint8Array): Promise<readonly ParsedDocument[]> => def.parse(bytes, source, quiet);

  return [
    definitionCase(def, {}),

    {
      name: 'names extensions in lower case, without the dot',
      async run() {
        demand(def.extensions.length > 0, () => 'it names no extension, so no file is ever read by it');
        for (const extension of def.extensions) {
          demand(/^[a-z0-9][a-z0-9.+-]*$/.test(extension), () => `"${extension}" is no extension in lower case`);
        }
      },
    },

    {
      name: 'reads its files, twice alike, and leaves the bytes as they were',
      async run() {
        demand(files.length > 0, () => 'no sample was given');
        for (const [n, bytes] of files.entries()) {
          const before = bytes.slice();
          const first = await read(bytes);
          demand(first.length > 0, () => `sample ${n}: no document in it`);
          demand(
            bytes.every((byte, i) => byte === before[i]),
            () => `sample ${n}: its bytes have been changed`,
          );
          const again = await read(bytes);
          demand(JSON.stringify(again) === JSON.stringify(first), () => `sample ${n}: read again, it is another`);
        }
      },
    },

    {
      name: 'gives blocks inside of the text, in its order',
      async run() {
        for (const [n, bytes] of files.entries()) for (const one of await read(bytes)) expectBlocks(one, `sample ${n}`);
      },
    },

    {
      name: 'takes any bytes: what it cannot read is a LabError, and what it can has its blocks in order',
      async run() {
        for (let round = 0; round < rounds; round++) {
          const bytes = spoiled(files, round);
          const where = `spoiled file ${round} (${bytes.length} bytes)`;
          let documents: readonly ParsedDocument[];
          try {
            documents = await read(bytes);
          } catch (error) {
            demand(error instanceof LabError || error instanceof LabErrors, () => `${where}: ${describe(error)}`);
            continue;
          }
          for (const one of documents) expectBlocks(one, where);
        }
      },
    },
  ];
}

const quiet: ParseContext = { warn: () => undefined };

function describe(error: unknown): string {
  const shown = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `a LabError was expected, and this was thrown: ${shown}`;
}

function expectBlocks({ title, text, blocks, meta }: ParsedDocument, where: string): void {
  demand(typeof title === 'string' && typeof text === 'string', () => `${where}: title or text is no text`);
  demand(meta !== null && typeof meta === 'object', () => `${where}: meta is no object`);
  const within = ({ start, end }: Span): boolean =>
    Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= text.length;
  let last = 0;
  for (const [n, { span, path, page, header }] of blocks.entries()) {
    const block = `${where}: block ${n}, ${span.start}-${span.end}`;
    demand(within(span), () => `${block}: not within 0-${text.length}`);
    demand(span.start >= last, () => `${block}: starts before the block before it, which starts at ${last}`);
    last = span.start;
    const named = Array.isArray(path) && path.every((step) => typeof step === 'string');
    demand(named, () => `${block}: path is no list of headings`);
    demand(page === undefined || (Number.isInteger(page) && page >= 1), () => `${block}: page ${page}`);
    demand(header === undefined || within(header), () => `${block}: its header does not lie within the text`);
  }
}

/** Random bytes; or a sample that is cut short, has bytes replaced, or a part of it said again. The same ones each time. */
function spoiled(files: readonly Uint8Array[], round: number): Uint8Array {
  const draw = createRng(404).stream(`contracts/document-format/${round}`);
  const file = files.length > 0 ? draw.pick(files) : undefined;
  if (!file || file.length === 0 || round % 4 === 0) {
    return Uint8Array.from({ length: draw.int(300) }, () => draw.int(256));
  }
  if (round % 4 === 1) return file.slice(0, draw.int(file.length));
  const bytes = file.slice();
  if (round % 4 === 2) {
    for (let n = 1 + draw.int(8); n > 0; n--) bytes[draw.int(bytes.length)] = draw.int(256);
    return bytes;
  }
  const from = draw.int(file.length);
  const part = file.subarray(from, from + 1 + draw.int(64));
  const at = draw.int(file.length);
  return Uint8Array.from([...bytes.subarray(0, at), ...part, ...part, ...bytes.subarray(at)]);
}
