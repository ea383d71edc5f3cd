import { pointer } from '../model/input-error.ts';
import { byName } from '../model/placement.ts';

export interface FieldDifference {
  pointer: string;
  first?: string;
  second?: string;
}

/** Where two JSON values differ: fields of objects one by one, sorted; lists and single values as a whole. */
export function fieldDifferences(
  first: unknown,
  second: unknown,
  path: readonly string[] = [],
): FieldDifference[] {
  if (isRecord(first) && isRecord(second)) {
    const keys = [...new Set([...Object.keys(first), ...Object.keys(second)])].sort(byName);
    return keys.flatMap((key) => fieldDifferences(own(first, key), own(second, key), [...path, key]));
  }
  const [one, other] = [JSON.stringify(first), JSON.stringify(second)];
  if (one === other) return [];
  return [
    {
      pointer: pointer(path),
      ...(one !== undefined && { first: one }),
      ...(other !== undefined && { second: other }),
    },
  ];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
