// The join of a topic's rows with its judgments, by the bytes of the ids: no text is made of any of them.
import type { JudgedRanking } from '../core/contracts.ts';
import { finishHash, HASH_FACTOR, HASH_SEED, hashBytes, slotsFor } from './hash-bytes.ts';

/** The judgments of one topic at a time as a table of hashed ids; its memory is used again for the next topic. */
export class GradeTable {
  #slots = new Int32Array(0);
  #mask = 0;
  #hashes = new Int32Array(64);
  #grades = new Int32Array(64);
  /** Where each id ends; it begins where the one before ends. */
  #ends = new Uint32Array(64);
  #bytes = Buffer.alloc(1024);
  #ideal = new Int32Array(0);
  #judgedNonRelevant = 0;

  load(grades: ReadonlyMap<string, number> | undefined): void {
    const count = grades?.size ?? 0;
    const slots = slotsFor(count);
    if (this.#slots.length === slots) this.#slots.fill(0);
    else this.#slots = new Int32Array(slots);
    this.#mask = slots - 1;
    if (count > this.#grades.length) {
      this.#hashes = new Int32Array(slots);
      this.#grades = new Int32Array(slots);
      this.#ends = new Uint32Array(slots);
    }
    this.#judgedNonRelevant = 0;
    const positive: number[] = [];
    let n = 0;
    let used = 0;
    for (const [id, grade] of grades ?? []) {
      // A UTF-16 unit is at most three bytes of UTF-8.
      if (used + 3 * id.length > this.#bytes.length) {
        const larger = Buffer.alloc(2 * (used + 3 * id.length));
        larger.set(this.#bytes.subarray(0, used));
        this.#bytes = larger;
      }
      let hash = HASH_SEED;
      let all = 0;
      for (let i = 0; i < id.length; i++) {
        const unit = id.charCodeAt(i);
        this.#bytes[used + i] = unit;
        all |= unit;
        hash = Math.imul(hash ^ unit, HASH_FACTOR);
      }
      const start = used;
      if (all > 127) {
        used += this.#bytes.write(id, start);
        hash = hashBytes(this.#bytes, start, used);
      } else {
        used += id.length;
        hash = finishHash(hash);
      }
      this.#hashes[n] = hash;
      this.#grades[n] = grade;
      this.#ends[n] = used;
      if (grade > 0) positive.push(grade);
      else if (grade === 0) this.#judgedNonRelevant++;
      n++;
      let slot = hash & this.#mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = n;
    }
    this.#ideal = Int32Array.from(positive).sort().reverse();
  }

  /**
   * @param order positions, best first
   * @param hasId whether the id at a position is these bytes
   */
  judge(
    order: Uint32Array,
    hashes: Int32Array,
    hasId: (position: number, bytes: Uint8Array, start: number, end: number) => boolean,
  ): JudgedRanking {
    const count = order.length;
    const grades = new Int32Array(count);
    const judged = new Uint8Array(count);
    const creditRanks: number[] = [];
    const creditGrades: number[] = [];
    const slots = this.#slots;
    const mask = this.#mask;
    for (let rank = 0; rank < count; rank++) {
      const position = order[rank]!;
      const hash = hashes[position]!;
      let slot = hash & mask;
      for (let n = slots[slot]!; n !== 0; n = slots[slot]!) {
        const start = n > 1 ? this.#ends[n - 2]! : 0;
        if (this.#hashes[n - 1] === hash && hasId(position, this.#bytes, start, this.#ends[n - 1]!)) {
          const grade = this.#grades[n - 1]!;
          grades[rank] = grade;
          if (grade >= 0) judged[rank] = 1;
          if (grade > 0) {
            creditRanks.push(rank + 1);
            creditGrades.push(grade);
          }
          break;
        }
        slot = (slot + 1) & mask;
      }
    }
    return {
      grades,
      judged,
      ideal: this.#ideal,
      relevant: this.#ideal.length,
      judgedNonRelevant: this.#judgedNonRelevant,
      creditRanks: Uint32Array.from(creditRanks),
      creditGrades: Int32Array.from(creditGrades),
    };
  }
}
