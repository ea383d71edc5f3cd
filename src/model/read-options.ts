import { inDocumentOrder } from './input/document-order.ts';
import { optionsErrors } from './input/options-errors.ts';
import type { InputErrors } from './input-error.ts';
import type { Options } from './options.ts';

/**
 * Options from any value. The value itself is returned, not a copy.
 * @param at JSON pointer of the value within the request body, put before the pointers of all errors
 */
export function readOptions(input: unknown, at = ''): { options: Options } | InputErrors {
  const errors = optionsErrors(input, []);
  return errors.total > 0 ? inDocumentOrder(input, at, [errors]) : { options: input as Options };
}
