import { type ErrorList, kindOf } from '../model/input/error-list.ts';
import type { InputErrorCode } from '../model/input-error.ts';

type Step = string | number;

/** One object of a dump: what its faults are called after, and where they go. */
export interface Origin {
  /** `Pod shop/web-1`: no fault says less. */
  readonly title: string;
  readonly errors: ErrorList;
  /** Places already found faulty: each is said once, however often it is read. */
  readonly faulty: Set<string>;
}

/**
 * A value that claims to be a T of Kubernetes' API. The type lends the names of the fields and nothing else: every value is looked
 * at when it is read, what is not as it claims is a fault of the input and reads as absent, and so does null (as in Go).
 * Faults name the object and kinds of values, never a value: dumps carry secrets.
 */
export class Claimed<T> {
  readonly raw: unknown;
  readonly origin: Origin;
  readonly #above: Claimed<unknown> | readonly Step[];
  readonly #key: Step;

  constructor(raw: unknown, origin: Origin, above: Claimed<unknown> | readonly Step[], key: Step) {
    this.raw = raw === null ? undefined : raw;
    this.origin = origin;
    this.#above = above;
    this.#key = key;
  }

  get isGiven(): boolean {
    return this.raw !== undefined;
  }

  /** Where the value is in the input. */
  get path(): Step[] {
    const above = this.#above instanceof Claimed ? this.#above.path : this.#above;
    return [...above, this.#key];
  }

  fault(code: InputErrorCode, what: string): undefined {
    const path = this.path;
    const place = `${code} ${path.join('\u0000')}`;
    if (this.origin.faulty.has(place)) return;
    this.origin.faulty.add(place);
    this.origin.errors.add(path, code, () => `${this.origin.title}: ${what}`);
  }

  #expected(what: string): undefined {
    return this.fault('type', `expected ${what}, found ${kindOf(this.raw)}`);
  }

  /** A field, present or not. */
  at<K extends keyof T & string>(key: K): Claimed<NonNullable<T[K]>> {
    return new Claimed(this.#record()?.[key], this.origin, this as Claimed<unknown>, key);
  }

  /** Like `at`, and a fault when the field is absent. */
  needed<K extends keyof T & string>(key: K): Claimed<NonNullable<T[K]>> {
    const field = this.at(key);
    if (!field.isGiven && this.#record() !== undefined) this.fault('required', `"${key}" is missing`);
    return field;
  }

  #record(): Record<string, unknown> | undefined {
    if (this.raw === undefined) return undefined;
    if (kindOf(this.raw) === 'object') return this.raw as Record<string, unknown>;
    return this.#expected('an object');
  }

  keys(): string[] {
    const record = this.#record();
    return record ? Object.keys(record) : [];
  }

  /** The entries of a map such as labels. */
  entries(): [string, Claimed<T[keyof T]>][] {
    return this.keys().map((key) => [key, this.at(key as keyof T & string) as Claimed<T[keyof T]>]);
  }

  /** The entries of a map of texts. */
  texts(): Map<string, string> {
    const texts = new Map<string, string>();
    for (const [key, value] of this.entries()) {
      const text = value.text();
      if (text !== undefined) texts.set(key, text);
    }
    return texts;
  }

  list(): Claimed<T extends readonly (infer Element)[] ? Element : never>[] {
    if (this.raw === undefined) return [];
    if (!Array.isArray(this.raw)) {
      this.#expected('an array');
      return [];
    }
    return this.raw.map((element: unknown, i) => {
      const claimed = new Claimed<T extends readonly (infer Element)[] ? Element : never>(
        element,
        this.origin,
        this as Claimed<unknown>,
        i,
      );
      if (!claimed.isGiven) claimed.fault('type', 'an element is null');
      return claimed;
    });
  }

  textList(): string[] {
    return this.list().flatMap((element) => element.text() ?? []);
  }

  text(): string | undefined {
    if (this.raw === undefined || typeof this.raw === 'string') return this.raw;
    return this.#expected('a string');
  }

  flag(): boolean | undefined {
    if (this.raw === undefined || typeof this.raw === 'boolean') return this.raw;
    return this.#expected('a boolean');
  }

  /** A whole number of 32 bits, such as a priority. */
  integer(): number | undefined {
    if (this.raw === undefined) return undefined;
    if (typeof this.raw !== 'number') return this.#expected('a number');
    if (Number.isInteger(this.raw) && Math.abs(this.raw + 0.5) < 2 ** 31) return this.raw;
    return this.fault('range', 'not a whole number of 32 bits');
  }

  /** A whole number of zero or more. */
  count(): number | undefined {
    if (this.raw === undefined) return undefined;
    if (typeof this.raw !== 'number') return this.#expected('a number');
    if (Number.isSafeInteger(this.raw) && this.raw >= 0) return this.raw;
    return this.fault('range', 'not a whole number of zero or more');
  }
}
