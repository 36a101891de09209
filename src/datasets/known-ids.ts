// Ids as they are met: each once, and where it stood first.
import type { LineFaults } from './read-table.ts';

/** Ids of one or several files. */
export class KnownIds {
  readonly #what: string;
  readonly #places = new Map<string, string>();

  /** @param what ids of it these are, e.g. `document` */
  constructor(what: string) {
    this.#what = what;
  }

  /** Whether an id may stand here: it is no repetition, and a line of qrels can name it. Else `faults` is told. */
  accepts(id: string, file: string, line: number, faults: LineFaults): boolean {
    const first = this.#places.get(id);
    if (first !== undefined) {
      const place = first.startsWith(`${file}:`) ? `line ${first.slice(file.length + 1)}` : first;
      faults.add(line, () => `${this.#what} id ${JSON.stringify(id)} is there twice (first on ${place})`);
      return false;
    }
    if (id === '' || /\s/.test(id)) {
      const problem = id === '' ? 'is empty' : 'holds white space, so that no line of judgments can name it';
      faults.add(line, () => `the ${this.#what} id ${JSON.stringify(id)} ${problem}`);
      return false;
    }
    this.#places.set(id, `${file}:${line}`);
    return true;
  }
}
