// The bad lines of one file, told together: up to twenty, then reading stops.
import { LabError, LabErrors } from '../core/errors.ts';

const MOST_FAULTS = 20;

export class FileFaults {
  readonly #source: string;
  readonly #faults: LabError[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  /** @param line physical line, from 1 */
  add(line: number, problem: string, remedy?: string): void {
    if (this.isFull) return;
    this.#faults.push(new LabError('file.malformed', { where: `${this.#source}:${line}`, problem }, remedy));
  }

  /** Whoever reads may stop. */
  get isFull(): boolean {
    return this.#faults.length === MOST_FAULTS;
  }

  throwAny(): void {
    if (this.#faults.length > 1) throw new LabErrors(this.#faults);
    if (this.#faults[0]) throw this.#faults[0];
  }
}
