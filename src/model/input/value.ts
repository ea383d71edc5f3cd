import { z } from 'zod';
import type { InputErrorCode } from '../input-error.ts';
import { kindOf, show } from './error-list.ts';
import { obvious } from './obvious.ts';
import type { Check } from './structure.ts';

/** What this code knows of a schema that zod keeps for itself. */
export interface ValueRule {
  /** Accepts what the schema accepts, faster. */
  accepts(value: string | number): boolean;
  /** What to write instead of a refused value, when that can be guessed. */
  hint(value: string | number): string | undefined;
}
export type ValueRules = ReadonlyMap<z.core.$ZodType, ValueRule>;

/** Longer texts are nothing that a hint could mend. */
const MAX_HINTED = 64;

/** The check of a string, a number, a boolean or a union of these. */
export function valueCheck(schema: z.core.$ZodType, rule?: ValueRule): Check {
  const kinds = kindsOf(schema);
  const accepts = rule ? takesTextOrNumber(rule.accepts) : obvious(schema);
  return (value, path, errors) => {
    if (accepts(value)) return;
    if (!kinds.includes(kindOf(value))) {
      const expected = kinds.map((kind) => `a ${kind}`).join(' or ');
      return errors.add(path, 'type', () => `expected ${expected}, found ${kindOf(value)}`);
    }
    const issue = z.safeParse(schema, value).error?.issues[0];
    if (issue === undefined) return;
    errors.add(path, codeOf(issue), () => {
      const better = String(value).length > MAX_HINTED ? undefined : rule?.hint(value as string | number);
      return explain(issue, value) + (better === undefined ? '' : `; write ${better}`);
    });
  };
}

function takesTextOrNumber(accepts: ValueRule['accepts']): (value: unknown) => boolean {
  return (value) => (typeof value === 'string' || typeof value === 'number') && accepts(value);
}

function kindsOf(schema: z.core.$ZodType): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'union':
      return def.options.flatMap(kindsOf);
    case 'enum':
    case 'literal':
      return [...new Set([...(schema._zod.values ?? [])].map(kindOf))];
    default:
      return [def.type];
  }
}

function codeOf(issue: z.core.$ZodIssue): InputErrorCode {
  if (issue.code === 'invalid_type') return 'type';
  return issue.code === 'too_big' || issue.code === 'too_small' ? 'range' : 'format';
}

function explain(issue: z.core.$ZodIssue, value: unknown): string {
  const shown = show(value);
  switch (issue.code) {
    case 'invalid_type':
      return `${shown} is not a whole number`;
    case 'invalid_union':
      return `${shown} is not a finite number`;
    case 'invalid_value':
      return `${shown} is not one of ${issue.values.map(show).join(', ')}`;
    case 'too_big':
      return issue.origin === 'string'
        ? `${shown} has more than ${issue.maximum} characters`
        : `${shown} is more than ${issue.maximum}`;
    case 'too_small':
      return issue.origin === 'string' ? 'is empty' : `${shown} is less than ${issue.minimum}`;
    default:
      return `${shown} is ${issue.message}`;
  }
}
