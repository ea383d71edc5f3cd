import { z } from 'zod';
import type { InputErrorCode } from '../input-error.ts';
import { kindOf, show } from './error-list.ts';
import type { Check } from './structure.ts';

/** What to write instead of a refused value, when that can be guessed. */
export type Hint = (value: string | number) => string | undefined;

/** The check of a string, a number, a boolean or a union of these. */
export function valueCheck(schema: z.core.$ZodType, hint?: Hint): Check {
  const kinds = kindsOf(schema);
  return (value, path, errors) => {
    if (!kinds.includes(kindOf(value))) {
      return errors.add(
        path,
        'type',
        () => `expected ${kinds.map((kind) => `a ${kind}`).join(' or ')}, found ${kindOf(value)}`,
      );
    }
    const issue = z.safeParse(schema, value).error?.issues[0];
    if (issue === undefined) return;
    const better = hint?.(value as string | number);
    errors.add(
      path,
      codeOf(issue),
      () => explain(issue, value) + (better === undefined ? '' : `; write ${better}`),
    );
  };
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
