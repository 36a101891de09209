// The heading trail while a document is read from top to bottom.

/** Headings open above the place being read, outermost first. Levels may skip: an h4 below an h2 is its child. */
export class HeadingTrail {
  private readonly open: { readonly level: number; readonly text: string }[] = [];
  private shared: readonly string[] = [];

  /** The trail of what follows; one array as long as it stays the same. */
  get path(): readonly string[] {
    return this.shared;
  }

  /** Closes headings of this level and below, and opens this one. Returns the trail of the heading: itself included, last. */
  enter(level: number, text: string): readonly string[] {
    while (this.open.length > 0 && this.open.at(-1)!.level >= level) this.open.pop();
    this.open.push({ level, text });
    this.shared = this.open.map((heading) => heading.text);
    return this.shared;
  }
}
