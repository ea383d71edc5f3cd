/** Finds equal keys among the elements of a list. */
export class Duplicates {
  readonly #first = new Map<string, number>();

  /** Index of an earlier element with this key, if there is one. An element without a readable key has none. */
  earlier(index: number, key: string | undefined): number | undefined {
    if (key === undefined) return undefined;
    const first = this.#first.get(key);
    if (first === undefined) this.#first.set(key, index);
    return first;
  }
}
