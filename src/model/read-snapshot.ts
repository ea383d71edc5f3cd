import { inDocumentOrder } from './input/document-order.ts';
import { hasErrors, snapshotErrors } from './input/snapshot-errors.ts';
import type { InputErrors } from './input-error.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * A snapshot from any value, such as `parseJson` gives: its structure, what its names refer to, and that sums of its
 * amounts are exact. The value itself is returned, not a copy.
 * @param at JSON pointer of the value within the request body, put before the pointers of all errors
 */
export function readSnapshot(input: unknown, at = ''): { snapshot: Snapshot } | InputErrors {
  const { lists, part } = snapshotErrors(input, []);
  return hasErrors(lists) ? inDocumentOrder(input, at, lists) : { snapshot: part };
}
