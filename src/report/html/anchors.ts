// Where questions and chunks are on a page: fragments made of ids that may hold anything.

/** A fragment for each id, unique and made of harmless characters; the same text in `id=` and behind `#`. */
export class Anchors {
  private readonly known = new Map<string, string>();
  private readonly taken = new Set<string>();
  private readonly prefix: string;

  constructor(prefix: string, ids: Iterable<string>) {
    this.prefix = prefix;
    for (const id of ids) this.add(id);
  }

  private add(id: string): void {
    if (this.known.has(id)) return;
    const base = `${this.prefix}-${encoded(id)}`;
    let anchor = base;
    // Ids that differ only in what cannot be written in a fragment.
    for (let n = 2; this.taken.has(anchor); n++) anchor = `${base}~${n}`;
    this.taken.add(anchor);
    this.known.set(id, anchor);
  }

  /** Undefined where the page does not show it. */
  of(id: string): string | undefined {
    return this.known.get(id);
  }
}

/** Long ids are cut: a hundred kilobytes of id would stand in every link. */
const LONGEST = 200;

function encoded(id: string): string {
  // A lone surrogate has no encoding, and a cut may leave one.
  const whole = id.slice(0, LONGEST).replace(/\p{Cs}/gu, '\ufffd');
  return encodeURIComponent(whole).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
}
