import { type InputErrorCode, MAX_ERRORS } from '../input-error.ts';

export type Path = readonly (string | number)[];

/** An error with its place still as a path from the root of the input. */
export interface FoundError {
  path: Path;
  code: InputErrorCode;
  message: string;
}

/**
 * What one check finds as it walks its part of the input in document order: the first {@link MAX_ERRORS} in full, the
 * rest only counted, so that a million errors cost a million additions.
 */
export class ErrorList {
  readonly found: FoundError[] = [];
  total = 0;
  readonly #root: Path;

  /** @param root where the part is within the input; paths and messages are relative to the part */
  constructor(root: Path = []) {
    this.#root = root;
  }

  /** @param path copied, so that walkers may go on changing theirs */
  add(path: Path, code: InputErrorCode, message: () => string): void {
    if (this.total++ >= MAX_ERRORS) return;
    this.found.push({ path: [...this.#root, ...path], code, message: place(path) + message() });
  }
}

/** `nodes[2].allocatable["nvidia.com/gpu"]: `, as a person would write it; nothing for the root. */
function place(path: Path): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (/^[A-Za-z_]\w{0,59}$/.test(step)) text += text === '' ? step : `.${step}`;
    else text += `[${show(step)}]`;
  }
  return text === '' ? '' : `${text}: `;
}

/** A value in a message, cut to what a line can take. */
export function show(value: unknown): string {
  if (typeof value === 'object' && value !== null) return kindOf(value);
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** What a value is in JSON's words. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}
