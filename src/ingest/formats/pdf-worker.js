// @ts-check
// A thread that reads PDF files for pdf-thread.ts: what a file asks for is bounded here, and whoever waits can end it.
// JavaScript, since Node 20 starts no thread from TypeScript: tests run on the sources, and are to meet these bounds too.
import process from 'node:process';
import { parentPort } from 'node:worker_threads';

/**
 * @typedef {import('./pdf-thread.ts').PdfJob} PdfJob
 * @typedef {import('./pdf-thread.ts').PdfReply} PdfReply
 * @typedef {import('./pdf-thread.ts').PdfItem} PdfItem
 */

const MIB = 2 ** 20;
/** Contents of one page, one font, one table of objects; text has far less. More of it in one token, and no limit of memory would hold. */
const MOST_STREAM_BYTES = 16 * MIB;
/** All that is unpacked for one file: so much, and so many times its own size. Text is packed to a tenth at most. */
const MOST_BYTES = 128 * MIB;
const MOST_TIMES = 100;
/** Smaller buffers are not counted: they are what any reading needs. */
const COUNTED_BYTES = 2 ** 16;
/** Texts at places: so many, and one for so many bytes of the file. */
const MOST_PIECES = 100_000;
const BYTES_A_PIECE = 8;

/** Neither fonts nor character maps from elsewhere, no workers, no pictures, no messages: the same text everywhere. */
const OPTIONS = {
  verbosity: 0,
  useSystemFonts: false,
  disableFontFace: true,
  useWorkerFetch: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  enableXfa: false,
  fontExtraProperties: false,
  stopAtErrors: false,
  disableAutoFetch: true,
  disableStream: true,
  disableRange: true,
};

let unpacked = 0;
let mostUnpacked = 0;

/** The reader passes over faults of parts and goes on, so throwing is not enough: told of it, pdf-thread.ts ends this thread. */
class TooMuch extends Error {
  /** @param {string} problem */
  constructor(problem) {
    super(problem);
    tell({ kind: 'excess', problem });
  }
}

/** @param {number} size */
function checkStream(size) {
  if (size > MOST_STREAM_BYTES)
    throw new TooMuch(`a stream of it unpacks to more than ${MOST_STREAM_BYTES / MIB} MiB; no more is read`);
}

// Whatever chain of filters a stream has, each of them unpacks into such a buffer, doubled until all is in it.
globalThis.Uint8Array = new Proxy(Uint8Array, {
  construct(target, args, newTarget) {
    const [size] = args;
    if (typeof size === 'number' && size >= COUNTED_BYTES) {
      checkStream(size);
      unpacked += size;
      if (unpacked > mostUnpacked)
        throw new TooMuch(`its streams unpack to more than ${Math.round(mostUnpacked / MIB)} MiB; no more is read`);
    }
    return Reflect.construct(target, args, newTarget);
  },
});

// Where it can, the reader has Node unpack a stream, all of it before it looks.
const Unbounded = globalThis.DecompressionStream;
// @ts-expect-error: of a readable stream, the reader needs no more than that it can be iterated
globalThis.DecompressionStream = class {
  /** @param {ConstructorParameters<typeof Unbounded>[0]} format */
  constructor(format) {
    const { readable, writable } = new Unbounded(format);
    this.writable = writable;
    this.readable = bounded(readable);
  }
};

/** @param {AsyncIterable<Uint8Array>} pieces */
async function* bounded(pieces) {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.byteLength;
    checkStream(size);
    yield piece;
  }
}

// The reader fetches parts of the page tree ahead and forgets about them where another part is damaged.
process.on('unhandledRejection', () => {});

// Large, and after the bounds are set.
const { getDocumentProxy } = await import('unpdf');

/** @param {PdfReply} reply */
function tell(reply) {
  parentPort?.postMessage(reply);
}

/**
 * @param {PdfJob} job
 * @returns {Promise<PdfReply>}
 */
async function read({ bytes, mostPages }) {
  unpacked = 0;
  mostUnpacked = MOST_BYTES + MOST_TIMES * bytes.length;
  const mostPieces = MOST_PIECES + Math.floor(bytes.length / BYTES_A_PIECE);
  /** @type {Set<string>} */
  const missingMaps = new Set();
  /** Asked for fonts and character maps from elsewhere: there are none, on any machine. */
  class NothingElsewhere {
    /** @param {{ readonly kind: string, readonly filename: string }} wanted */
    fetch = async ({ kind, filename }) => {
      if (kind === 'cMapUrl') missingMaps.add(filename.replace(/\.bcmap$/, ''));
      throw new Error(`${filename} is not there`);
    };
  }
  let file;
  let number = 0;
  let pieces = 0;
  try {
    file = await getDocumentProxy(bytes, { ...OPTIONS, BinaryDataFactory: NothingElsewhere });
    const { numPages } = file;
    if (numPages <= mostPages) {
      for (number = 1; number <= numPages; number++) {
        const page = await file.getPage(number);
        const { transform, height } = page.getViewport({ scale: 1 });
        /** @type {PdfItem[]} */
        const items = [];
        // Piece by piece: all of them at once might be too many.
        const texts = /** @type {AsyncIterable<{ items: readonly (PdfItem | { type: string })[] }>} */ (
          /** @type {unknown} */ (page.streamTextContent())
        );
        for await (const part of texts) {
          for (const item of part.items) {
            if (!('str' in item) || item.str === '') continue;
            const { str, dir, width } = item;
            items.push({ str, dir, transform: item.transform, width, height: item.height });
            if (++pieces > mostPieces)
              throw new TooMuch(`its pages hold more than ${mostPieces} pieces of text; no more are read`);
          }
        }
        page.cleanup();
        tell({ kind: 'page', number, height, transform, items });
      }
    }
    const known = await file.getMetadata().catch(() => undefined);
    const info = Object.entries(known?.info ?? {}).filter(([, value]) => typeof value === 'string');
    return { kind: 'read', pages: numPages, info: Object.fromEntries(info), missingMaps: [...missingMaps] };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
    return { kind: 'damaged', name, message, page: number, pages: file?.numPages ?? 0 };
  } finally {
    await file?.destroy().catch(() => {});
  }
}

parentPort?.on('message', async (/** @type {PdfJob} */ job) => tell(await read(job)));
