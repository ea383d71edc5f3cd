/** How often each whole number of at least 0 occurs, with the least and the greatest one known as numbers come and go. */
export class Histogram {
  readonly #counts: number[] = [];
  /** No number that occurs is below, and none above. */
  #least = 0;
  #most = -1;

  add(value: number, times: number): void {
    while (value >= this.#counts.length) this.#counts.push(0);
    this.#counts[value] += times;
    if (times <= 0) return;
    if (value < this.#least) this.#least = value;
    if (value > this.#most) this.#most = value;
  }

  times(value: number): number {
    return this.#counts[value] ?? 0;
  }

  /** Some number has to occur. */
  least(): number {
    while (this.#counts[this.#least] === 0) this.#least += 1;
    return this.#least;
  }

  /** −1 when none occurs. */
  most(): number {
    while (this.#most >= 0 && this.#counts[this.#most] === 0) this.#most -= 1;
    return this.#most;
  }
}
