// Documents and a chunker make a Collection: ids, ordinals, counts and the fingerprint.
import type { ChunkerDef, Params } from './contracts.ts';
import { LabError } from './errors.ts';
import { sha256 } from './hash.ts';
import type { Chunk, Collection, Document } from './model.ts';

/** Estimated tokens: ceil(UTF-16 units / 4). */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** Words between white space. */
export function countWords(text: string): number {
  let words = 0;
  let inside = false;
  for (let i = 0; i < text.length; i++) {
    const space = isSpace(text.charCodeAt(i));
    if (!space && !inside) words++;
    inside = !space;
  }
  return words;
}

/** White space as a regular expression has it, by UTF-16 unit. */
export function isSpace(code: number): boolean {
  return (
    code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || (code > 0xff && /\s/.test(String.fromCharCode(code)))
  );
}

/** Cuts documents into chunks named `docId#n`, n from 0. */
export function buildCollection(
  name: string,
  documents: readonly Document[],
  chunker: ChunkerDef,
  params: Params,
): Collection {
  const chunks: Chunk[] = [];
  const ords = new Map<string, number>();
  const hashed: string[] = [];
  for (const document of documents) {
    hashed.push(document.id, document.title, document.text);
    const pages = pageStarts(document);
    chunker.chunk(document, params).forEach((draft, n) => {
      const { span, path } = draft;
      const own = document.text.slice(span.start, span.end);
      const text = draft.prefix ? `${draft.prefix}\n${own}` : own;
      const page = pages ? pageAt(pages, span.start) : undefined;
      const chunk: Chunk = {
        id: `${document.id}#${n}`,
        docId: document.id,
        ord: chunks.length,
        span,
        path,
        ...(page === undefined ? {} : { page }),
        text,
        offset: text.length - own.length,
        words: countWords(text),
        tokens: estimateTokens(text),
      };
      if (ords.has(chunk.id))
        throw new LabError('data.invalid', { what: chunk.id, problem: 'two chunks have this id' });
      ords.set(chunk.id, chunk.ord);
      chunks.push(chunk);
      hashed.push(`${span.start}-${span.end}${draft.prefix ?? ''}`);
    });
  }
  return { name, documents, chunks, fingerprint: sha256(hashed), ordOf: (id) => ords.get(id) };
}

interface PageStart {
  readonly start: number;
  readonly page: number;
}

function pageStarts(document: Document): PageStart[] | undefined {
  const starts: PageStart[] = [];
  for (const { page, span } of document.blocks) {
    if (page !== undefined && starts.at(-1)?.page !== page) starts.push({ start: span.start, page });
  }
  return starts.length > 0 ? starts : undefined;
}

/** The page that an offset stands on: that of the last page start at or before it. */
function pageAt(starts: readonly PageStart[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]!.start <= offset) low = middle;
    else high = middle - 1;
  }
  return starts[low]!.page;
}
