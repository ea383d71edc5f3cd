import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** `name` or `prefix.example/name` (apimachinery, IsQualifiedName). */
export const LabelKey = z
  .string()
  .min(1)
  .max(317)
  .regex(
    /^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/,
    'not a label key',
  )
  .refine((key) => !(key in Object.prototype), 'a word that JavaScript keeps for itself');

export const LabelValue = z
  .string()
  .max(63)
  .regex(/^([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)?$/, 'not a label value');

export const Labels = z.record(LabelKey, LabelValue).meta({ id: 'Labels', maxProperties: LIMITS.labels });
export type Labels = z.infer<typeof Labels>;
