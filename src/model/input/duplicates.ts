import type { ErrorList, Path } from './error-list.ts';

/** Finds equal keys among the elements of a list. Elements without a readable key are skipped. */
export class Duplicates {
  readonly #first = new Map<string, number>();
  readonly #errors: ErrorList;
  readonly #code: 'duplicate-name' | 'duplicate-pair';

  constructor(errors: ErrorList, code: 'duplicate-name' | 'duplicate-pair') {
    this.#errors = errors;
    this.#code = code;
  }

  /**
   * Adds an error when an earlier element has the key.
   * @param path of the element within the list's part of the input
   * @param message says so, given the index of the earlier one
   */
  next(index: number, key: string | undefined, path: () => Path, message: (first: number) => string): void {
    if (key === undefined) return;
    const first = this.#first.get(key);
    if (first === undefined) this.#first.set(key, index);
    else this.#errors.add(path(), this.#code, () => message(first));
  }
}
