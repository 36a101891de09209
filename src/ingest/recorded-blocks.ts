// Blocks that travel in the metadata of a JSON line, as `rag-lab generate` writes them: a corpus that is read back is cut
// where the one that was written is.
import type { Block } from '../core/model.ts';

const KINDS: readonly string[] = ['heading', 'paragraph', 'list-item', 'table-row', 'code'] satisfies Block['kind'][];

/** The blocks, or undefined where the value is anything else: other tools may call something of their own so. */
export function recordedBlocks(value: unknown, text: string): readonly Block[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const blocks: Block[] = [];
  let last = 0;
  for (const item of value as readonly unknown[]) {
    if (typeof item !== 'object' || item === null) return undefined;
    const { kind, start, end, path, page } = item as Readonly<Record<string, unknown>>;
    if (typeof kind !== 'string' || !KINDS.includes(kind)) return undefined;
    if (!isOffset(start) || !isOffset(end) || start < last || start > end || end > text.length) return undefined;
    if (!Array.isArray(path) || !path.every((step) => typeof step === 'string')) return undefined;
    if (page !== undefined && !(isOffset(page) && page > 0)) return undefined;
    last = start;
    const span = { start, end };
    blocks.push({ kind: kind as Block['kind'], span, path, ...(page === undefined ? {} : { page }) });
  }
  return blocks;
}

function isOffset(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
