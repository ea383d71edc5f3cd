import { z } from 'zod';

/** Stable codes of input errors. A code never changes its meaning. */
export const INPUT_ERROR_CODES = [
  'json-syntax',
  'json-duplicate-key',
  'json-forbidden-key',
  'json-number-too-long',
  'json-too-deep',
  'type',
  'required',
  'unknown-field',
  'format',
  'range',
  'too-many',
  'duplicate-name',
  'duplicate-pair',
  'unknown-node',
  'unknown-workload',
  'self-call',
  'mixed-currencies',
  'fractional-resource',
  'partial-names',
  'money-range',
  'quantity-range',
  'unknown-strategy',
  'no-draw',
  'selector',
  'contradiction',
] as const;
export type InputErrorCode = (typeof INPUT_ERROR_CODES)[number];

/** One thing wrong with the input: where (RFC 6901 JSON pointer), what kind, and in words. */
export const InputError = z
  .strictObject({
    pointer: z
      .string()
      .describe(
        'RFC 6901 JSON pointer into the request body; for a missing field, to the object that lacks it',
      ),
    code: z.enum(INPUT_ERROR_CODES),
    message: z.string(),
  })
  .meta({ id: 'InputError' });
export type InputError = z.infer<typeof InputError>;

/** Errors that are shown in full; the rest are only counted. */
export const MAX_ERRORS = 100;

/** The first {@link MAX_ERRORS} errors in document order, and how many there are in all. */
export interface InputErrors {
  errors: InputError[];
  total: number;
}

/** Keys may be as long as the body; a hundred pointers through a long one must not be. */
const MAX_POINTER = 2_000;

/** The pointer to a place, or to the innermost place around it whose pointer is not too long. */
export function pointer(path: readonly PropertyKey[]): string {
  let text = '';
  for (const step of path) {
    // RFC 6901: `~` and `/` in a key are escaped.
    const next = `${text}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (next.length > MAX_POINTER) break;
    text = next;
  }
  return text;
}
