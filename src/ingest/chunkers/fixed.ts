// Plain windows of a fixed number of words or characters, blind to sentences and structure.
import { isSpace } from '../../core/collection.ts';
import type { ChunkerDef } from '../../core/contracts.ts';
import type { ChunkDraft, Span } from '../../core/model.ts';
import { pathReader } from './block-order.ts';

type FixedParams = {
  readonly size: number;
  readonly overlap: number;
  readonly unit: string;
};

export const fixed: ChunkerDef<FixedParams> = {
  name: 'fixed',
  summary: 'windows of `size` words or characters, each `overlap` units into the one before',
  params: {
    size: { default: 300, min: 1, integer: true, doc: 'units in a window' },
    overlap: { default: 0, min: 0, integer: true, doc: 'units shared with the window before; less than size' },
    unit: { default: 'words', choices: ['words', 'chars'], doc: 'what is counted; chars are Unicode code points' },
  },
  check({ size, overlap }) {
    return overlap < size ? undefined : `overlap=${overlap} must be less than size=${size}`;
  },
  chunk(document, { size, overlap, unit }) {
    const units = unit === 'chars' ? characters(document.text) : words(document.text);
    const pathAt = pathReader(document);
    const drafts: ChunkDraft[] = [];
    for (let first = 0; first < units.length; first += size - overlap) {
      const last = Math.min(first + size, units.length) - 1;
      const span = { start: units[first]!.start, end: units[last]!.end };
      drafts.push({ span, path: pathAt(span.start) });
      // Else a tail would follow that lies wholly inside this window.
      if (last === units.length - 1) break;
    }
    return drafts;
  },
};

function words(text: string): Span[] {
  const spans: Span[] = [];
  let start = -1;
  for (let at = 0; at <= text.length; at++) {
    const inside = at < text.length && !isSpace(text.charCodeAt(at));
    if (inside && start < 0) start = at;
    else if (!inside && start >= 0) {
      spans.push({ start, end: at });
      start = -1;
    }
  }
  return spans;
}

/** Code points, so that no window ends inside a surrogate pair. */
function characters(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < text.length; ) {
    const end = at + (text.codePointAt(at)! > 0xffff ? 2 : 1);
    spans.push({ start: at, end });
    at = end;
  }
  return spans;
}
