import { type InputErrors, MAX_ERRORS, pointer } from '../input-error.ts';
import type { ErrorList, FoundError, Path } from './error-list.ts';

/**
 * The first {@link MAX_ERRORS} errors in document order out of what several checks found. Each check went through the
 * input in document order and kept as many of its own, so none of the first is missing.
 * @param at pointer of the input within the request body
 */
export function inDocumentOrder(input: unknown, at: string, lists: readonly ErrorList[]): InputErrors {
  const order = new DocumentOrder(input);
  const found: FoundError[] = lists.flatMap((list) => list.found);
  found.sort((a, b) => order.compare(a.path, b.path));
  return {
    errors: found
      .slice(0, MAX_ERRORS)
      .map(({ path, code, message }) => ({ pointer: at + pointer(path), code, message })),
    total: lists.reduce((sum, list) => sum + list.total, 0),
  };
}

/** Order of places in a JSON document: an object before what is in it, its keys as they stand. */
class DocumentOrder {
  readonly #input: unknown;
  readonly #positions = new Map<object, Map<string, number>>();

  constructor(input: unknown) {
    this.#input = input;
  }

  compare(a: Path, b: Path): number {
    let container = this.#input;
    for (let i = 0; i < a.length && i < b.length; i++) {
      if (a[i] !== b[i]) return this.#position(container, a[i]) - this.#position(container, b[i]);
      container = (container as Record<string | number, unknown>)[a[i]];
    }
    return a.length - b.length;
  }

  #position(container: unknown, step: string | number): number {
    if (typeof step === 'number') return step;
    const object = container as object;
    let positions = this.#positions.get(object);
    if (!positions) {
      positions = new Map(Object.keys(object).map((key, index) => [key, index]));
      this.#positions.set(object, positions);
    }
    return positions.get(step) ?? -1;
  }
}
