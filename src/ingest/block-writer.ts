// Collects blocks one after the other into one text: every non-blank character of the text lies in exactly one block.
import type { Block, Span } from '../core/model.ts';
import { tidyText } from './decode.ts';
import { HeadingTrail } from './heading-trail.ts';

export interface BlockOptions {
  readonly page?: number;
  readonly header?: Span;
  /** Heading level, 1 and up; for headings only. */
  readonly level?: number;
  /** Blocks of one list or table stand on lines one after the other; all others have a blank line between them. */
  readonly group?: number;
}

/** Non-blank characters; a table with a longer cell arranges a page in columns: its cells are read one after the other. */
export const LONGEST_CELL = 1000;

/** Between blocks: a blank line, which ends a sentence for every chunker. */
const GAP = '\n\n';

export class BlockWriter {
  private readonly parts: string[] = [];
  private readonly made: Block[] = [];
  private readonly trail = new HeadingTrail();
  private length = 0;
  private lastGroup: number | undefined;

  /** Adds a block; text is trimmed, and a blank one is dropped. Returns where it stands. */
  add(kind: Block['kind'], written: string, options: BlockOptions = {}): Span | undefined {
    // Escapes can spell what no file may hold.
    const raw = tidyText(written);
    // Indentation of a first line of code belongs to the code.
    const text = kind === 'code' ? raw.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd() : raw.trim();
    if (text.trim() === '') return undefined;
    if (this.length > 0) {
      const gap = options.group !== undefined && options.group === this.lastGroup ? '\n' : GAP;
      this.parts.push(gap);
      this.length += gap.length;
    }
    const span: Span = { start: this.length, end: this.length + text.length };
    this.parts.push(text);
    this.length = span.end;
    this.lastGroup = options.group;
    const path = kind === 'heading' ? this.trail.enter(options.level ?? 1, text.replace(/\s+/g, ' ')) : this.trail.path;
    this.made.push({
      kind,
      span,
      path,
      ...(options.page === undefined ? {} : { page: options.page }),
      ...(options.header === undefined ? {} : { header: options.header }),
    });
    return span;
  }

  get blocks(): readonly Block[] {
    return this.made;
  }

  text(): string {
    return this.parts.join('');
  }
}
