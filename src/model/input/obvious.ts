import type { z } from 'zod';

type Test = (value: unknown) => boolean;

/**
 * A quick test that accepts only what the schema accepts; zod decides about the rest. Large inputs are mostly names and
 * counts, and zod takes ten times as long for one, more so on Workers, where it can't compile itself (no `eval`).
 * Made from the checks in the schema: with one that is not known here, nothing is obvious.
 */
export function obvious(schema: z.core.$ZodType): Test {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const checks = [...(def.checks ?? [])] as z.core.$ZodChecks[];
  if (def.type === 'boolean') return (value) => typeof value === 'boolean';
  if (def.type === 'string' && !('format' in def)) return obviousText(checks);
  if (def.type === 'number' && 'format' in def && def.format === 'safeint') return obviousCount(checks);
  return () => false;
}

function obviousText(checks: readonly z.core.$ZodChecks[]): Test {
  let least = 0;
  let most = Number.POSITIVE_INFINITY;
  const patterns: RegExp[] = [];
  for (const { _zod } of checks) {
    const { def } = _zod;
    if (def.check === 'min_length') least = Math.max(least, def.minimum);
    else if (def.check === 'max_length') most = Math.min(most, def.maximum);
    else if (def.check === 'string_format' && def.format === 'regex' && def.pattern)
      patterns.push(def.pattern);
    else return () => false;
  }
  return (value) =>
    typeof value === 'string' &&
    value.length >= least &&
    value.length <= most &&
    patterns.every((pattern) => pattern.test(value));
}

function obviousCount(checks: readonly z.core.$ZodChecks[]): Test {
  let least = Number.MIN_SAFE_INTEGER;
  let most = Number.MAX_SAFE_INTEGER;
  for (const { _zod } of checks) {
    const { def } = _zod;
    if (def.check === 'greater_than' && def.inclusive) least = Math.max(least, Number(def.value));
    else if (def.check === 'less_than' && def.inclusive) most = Math.min(most, Number(def.value));
    else return () => false;
  }
  return (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}
