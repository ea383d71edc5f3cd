import { JsonScan } from './input/json-scan.ts';
import { ScanEnd } from './input/scan-end.ts';
import type { InputErrors } from './input-error.ts';

/**
 * The value of a JSON text (RFC 8259), without what `JSON.parse` hides: of two equal keys it keeps the last, of a long
 * number the nearest double, of `1e999` Infinity. One scan finds these and every syntax error; then `JSON.parse`, the
 * fastest way to the value, can't fail.
 * @returns `json-syntax` (pointer "", line and column in the message), `json-too-deep` or `too-many` (fields of one object)
 * alone: they end the scan; or else all of `json-duplicate-key`, `json-forbidden-key` (`__proto__`) and `json-number-too-long`.
 */
export function parseJson(text: string): { value: unknown } | InputErrors {
  const scan = new JsonScan(text);
  try {
    scan.document();
  } catch (error) {
    if (error instanceof ScanEnd) return { errors: [error.found], total: 1 };
    throw error;
  }
  if (scan.total > 0) return { errors: scan.errors, total: scan.total };
  return { value: JSON.parse(text) };
}
