/** Keys of an object up to here are compared one by one, then a set takes over: hashes of bytes can be made to collide. */
const FEW = 32;

/**
 * The keys of the objects that a JSON scan is inside of, innermost last, to tell whether a key is new in its object.
 * A key is kept as its place in the text, and only made a string where there is no other way.
 */
export class ObjectKeys {
  /** Keys kept, of all open objects. */
  count = 0;
  readonly #text: string;
  readonly #bytes: Uint8Array;
  /** Of each kept key: its opening quote, the place behind its closing quote, a hash of the bytes in between. */
  readonly #start: number[] = [];
  readonly #end: number[] = [];
  readonly #hash: number[] = [];
  /** Of each open object: its first kept key, and all its keys as strings once they are many or one has escapes. */
  readonly #first: number[] = [];
  readonly #all: (Set<string> | undefined)[] = [];
  readonly #decoder = new TextDecoder();

  /** @param bytes the UTF-8 form of the text */
  constructor(text: string, bytes: Uint8Array) {
    this.#text = text;
    this.#bytes = bytes;
  }

  open(): void {
    this.#first.push(this.count);
    this.#all.push(undefined);
  }

  close(): void {
    this.count = this.#first.pop() ?? 0;
    this.#all.pop();
  }

  /** Keeps a key of the innermost object. @returns whether the object had no such key before */
  add(start: number, end: number, escaped: boolean, hash: number): boolean {
    const top = this.#first.length - 1;
    const first = this.#first[top];
    let all = this.#all[top];
    if (!all && (escaped || this.count - first === FEW)) {
      all = this.#all[top] = new Set(
        Array.from({ length: this.count - first }, (_, i) => this.name(first + i)),
      );
    }
    if (all) this.count = first;
    const key = this.count++;
    this.#start[key] = start;
    this.#end[key] = end;
    this.#hash[key] = hash;
    return all ? all.size < all.add(this.name(key)).size : this.#isNew(first, key);
  }

  /** A kept key as a string. */
  name(key: number): string {
    const start = this.#start[key];
    const end = this.#end[key];
    const ascii = this.#bytes.length === this.#text.length;
    const quoted = ascii
      ? this.#text.slice(start, end)
      : this.#decoder.decode(this.#bytes.subarray(start, end));
    return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  }

  #isNew(first: number, key: number): boolean {
    for (let other = first; other < key; other++) {
      if (this.#hash[other] === this.#hash[key] && this.name(other) === this.name(key)) return false;
    }
    return true;
  }
}
