import { type InputError, type InputErrorCode, MAX_ERRORS, pointer } from '../input-error.ts';
import { LIMITS } from '../limits.ts';
import { show } from './error-list.ts';
import { ObjectKeys } from './object-keys.ts';
import { ScanEnd } from './scan-end.ts';

/** Nested objects and arrays allowed. The format needs 8. */
export const MAX_DEPTH = 64;
/** Fields of one object: no format has more, and a million of them take V8 seconds. */
export const MAX_KEYS = LIMITS.nodes;
/** A double tells decimals of up to 15 significant digits apart (`decimalOfNumber`). */
const MAX_DIGITS = 15;
/** Doubles below this have fewer than 15 digits. */
const LEAST_NORMAL = 2 ** -1022;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const LOWER_E = 0x65;
const UPPER_E = 0x45;
const NEWLINE = 0x0a;
const UNDERSCORE = 0x5f;
/** The three words of JSON as bytes, by their first. */
const WORDS = new Map(
  ['true', 'false', 'null'].map((word) => [word.charCodeAt(0), new TextEncoder().encode(word)]),
);

/**
 * One pass over the UTF-8 bytes of a JSON text (three times as fast as `charCodeAt`). Every method starts at `#at` and
 * leaves it behind what it read.
 */
export class JsonScan {
  readonly errors: InputError[] = [];
  total = 0;
  readonly #bytes: Uint8Array;
  readonly #keys: ObjectKeys;
  #at = 0;
  #depth = 0;
  /** Per level the index of the array element, or −1 − the place of the object key in `#keys`. */
  readonly #path = new Int32Array(MAX_DEPTH);
  /** Whether the string just read has escapes, and a hash of its bytes. */
  #escaped = false;
  #hash = 0;

  constructor(text: string) {
    this.#bytes = new TextEncoder().encode(text);
    this.#keys = new ObjectKeys(text, this.#bytes);
  }

  document(): void {
    this.#space();
    this.#value();
    if (this.#at < this.#bytes.length) this.#fail('the end of the text');
  }

  /** One value and the space behind it. Recursion ends at MAX_DEPTH. */
  #value(): void {
    const code = this.#bytes[this.#at];
    if (code === QUOTE) this.#string();
    else if (code === OPEN_OBJECT) this.#object();
    else if (code === OPEN_ARRAY) this.#array();
    else if (code === MINUS || (code >= ZERO && code <= NINE)) this.#number();
    else this.#word();
    this.#space();
  }

  #object(): void {
    this.#enter();
    const level = this.#depth++;
    this.#keys.open();
    if (this.#bytes[this.#at] !== CLOSE_OBJECT) {
      for (let keys = 0; ; keys++) {
        if (keys === MAX_KEYS) this.#tooManyKeys(level);
        this.#key(level);
        this.#space();
        this.#expect(COLON, '":"');
        this.#space();
        this.#value();
        if (this.#bytes[this.#at] !== COMMA) break;
        this.#at++;
        this.#space();
      }
    }
    this.#expect(CLOSE_OBJECT, '"," or "}"');
    this.#keys.close();
    this.#depth = level;
  }

  #tooManyKeys(level: number): never {
    this.#depth = level;
    throw new ScanEnd({
      pointer: this.#pointer(),
      code: 'too-many',
      message: `more than ${MAX_KEYS} fields in one object`,
    });
  }

  #key(level: number): void {
    if (this.#bytes[this.#at] !== QUOTE) this.#fail('a key in double quotes');
    const start = this.#at;
    this.#string();
    const isNew = this.#keys.add(start, this.#at, this.#escaped, this.#hash);
    const key = this.#keys.count - 1;
    this.#path[level] = -1 - key;
    if (!isNew)
      this.#add(
        'json-duplicate-key',
        () => `the key ${show(this.#keys.name(key))} stands twice in one object`,
      );
    if ((this.#escaped || this.#bytes[start + 1] === UNDERSCORE) && this.#keys.name(key) === '__proto__') {
      this.#add('json-forbidden-key', () => 'the key "__proto__" is not allowed');
    }
  }

  #array(): void {
    this.#enter();
    const level = this.#depth++;
    if (this.#bytes[this.#at] !== CLOSE_ARRAY) {
      for (let index = 0; ; index++) {
        this.#path[level] = index;
        this.#value();
        if (this.#bytes[this.#at] !== COMMA) break;
        this.#at++;
        this.#space();
      }
    }
    this.#expect(CLOSE_ARRAY, '"," or "]"');
    this.#depth = level;
  }

  #enter(): void {
    if (this.#depth === MAX_DEPTH) {
      throw new ScanEnd({
        pointer: this.#pointer(),
        code: 'json-too-deep',
        message: `more than ${MAX_DEPTH} objects and arrays inside each other`,
      });
    }
    this.#at++;
    this.#space();
  }

  #string(): void {
    const bytes = this.#bytes;
    let at = this.#at + 1;
    let hash = 0;
    this.#escaped = false;
    for (;;) {
      const code = bytes[at];
      if (code === QUOTE) break;
      if (code === BACKSLASH) {
        this.#escaped = true;
        at += this.#escape(at);
      } else if (code >= 0x20) {
        hash = (Math.imul(hash, 31) + code) | 0;
        at++;
      } else {
        this.#at = at;
        this.#fail(at < bytes.length ? 'no control character in a string' : 'a closing double quote');
      }
    }
    this.#hash = hash;
    this.#at = at + 1;
  }

  /** Length of the escape at a backslash. */
  #escape(at: number): number {
    const [, next, ...digits] = String.fromCharCode(...this.#bytes.subarray(at, at + 6));
    if (next !== undefined && '"\\/bfnrt'.includes(next)) return 2;
    if (next === 'u' && /^[0-9a-fA-F]{4}$/.test(digits.join(''))) return 6;
    this.#at = at;
    this.#fail('an escape such as \\n or \\u0041');
  }

  #number(): void {
    const bytes = this.#bytes;
    const start = this.#at;
    if (bytes[this.#at] === MINUS) this.#at++;
    if (bytes[this.#at] === ZERO) this.#at++;
    else this.#digits();
    if (bytes[this.#at] === POINT) {
      this.#at++;
      this.#digits();
    }
    const mantissa = this.#at;
    const power = bytes[mantissa] === LOWER_E || bytes[mantissa] === UPPER_E;
    if (power) {
      this.#at++;
      if (bytes[this.#at] === PLUS || bytes[this.#at] === MINUS) this.#at++;
      this.#digits();
    }
    if (power || mantissa - start > MAX_DIGITS) this.#exact(start, mantissa);
  }

  #digits(): void {
    const bytes = this.#bytes;
    let at = this.#at;
    while (bytes[at] >= ZERO && bytes[at] <= NINE) at++;
    if (at === this.#at) this.#fail('a digit');
    this.#at = at;
  }

  /** Reports a number that no double holds as it is written. */
  #exact(start: number, mantissa: number): void {
    const digits = this.#significant(start, mantissa);
    const size = Math.abs(Number(this.#decode(start, this.#at)));
    if (digits > MAX_DIGITS) {
      this.#add(
        'json-number-too-long',
        () => `a number of ${digits} digits; more than ${MAX_DIGITS} must stand in a string`,
      );
    } else if (size === Number.POSITIVE_INFINITY) {
      this.#add('json-number-too-long', () => 'a number too large for a double');
    } else if (digits > 0 && size < LEAST_NORMAL) {
      this.#add('json-number-too-long', () => 'a number too close to zero for a double');
    }
  }

  /** Digits from the first to the last that is not 0. */
  #significant(start: number, end: number): number {
    let first = -1;
    let last = -1;
    let digits = 0;
    for (let at = start; at < end; at++) {
      const code = this.#bytes[at];
      if (code === MINUS || code === POINT) continue;
      digits++;
      if (code === ZERO) continue;
      if (first < 0) first = digits;
      last = digits;
    }
    return first < 0 ? 0 : last - first + 1;
  }

  #word(): void {
    const word = WORDS.get(this.#bytes[this.#at]);
    if (word === undefined) this.#fail('a value');
    for (const code of word) this.#expect(code, 'a value');
  }

  #space(): void {
    const bytes = this.#bytes;
    let at = this.#at;
    if (bytes[at] > 0x20) return;
    for (;;) {
      const code = bytes[at];
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
      at++;
    }
    this.#at = at;
  }

  #expect(code: number, what: string): void {
    if (this.#bytes[this.#at] !== code) this.#fail(what);
    this.#at++;
  }

  #pointer(): string {
    const path = this.#path.subarray(0, this.#depth);
    return pointer(Array.from(path, (step) => (step < 0 ? this.#keys.name(-step - 1) : step)));
  }

  #add(code: InputErrorCode, message: () => string): void {
    if (this.total++ < MAX_ERRORS) this.errors.push({ pointer: this.#pointer(), code, message: message() });
  }

  #decode(start: number, end: number): string {
    return new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(
      this.#bytes.subarray(start, end),
    );
  }

  #fail(expected: string): never {
    let line = 1;
    let lineStart = 0;
    for (let at = 0; at < this.#at; at++) {
      if (this.#bytes[at] !== NEWLINE) continue;
      line++;
      lineStart = at + 1;
    }
    const column = this.#decode(lineStart, this.#at).length + 1;
    const [character] = this.#decode(this.#at, this.#at + 4);
    const found = character === undefined ? 'the end' : JSON.stringify(character);
    const message = `line ${line}, column ${column}: expected ${expected}, found ${found}`;
    throw new ScanEnd({ pointer: '', code: 'json-syntax', message });
  }
}
