// A list of 32-bit integers that grows by doubling.

export class GrowingInts {
  #values = new Uint32Array(256);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Uint32Array(2 * this.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  at(index: number): number {
    return this.#values[index]!;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }
}
