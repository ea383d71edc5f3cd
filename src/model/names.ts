import { z } from 'zod';

/** Names in the public formats. */

const name = (rule: string, pattern: RegExp) =>
  z.string().min(1).max(253).regex(pattern, `not a name of ${rule}`);

const PLAIN = 'letters, digits, ".", "_" and "-", with a letter or digit at both ends';
export const NodeName = name(PLAIN, /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/);
export const LocationName = name(
  PLAIN.replace(' and', ', ":", "/" and'),
  /^[A-Za-z0-9]([A-Za-z0-9._:/-]*[A-Za-z0-9])?$/,
);
export const PlainName = name(PLAIN, /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/);
/** Words such as `constructor` are no resource in Kubernetes, and refused so that reading a record by name is always safe. */
export const ResourceName = name(
  PLAIN.replace(' and', ', "/" and'),
  /^[A-Za-z0-9]([A-Za-z0-9._/-]*[A-Za-z0-9])?$/,
).refine((value) => !(value in Object.prototype), 'a word that JavaScript keeps for itself, not a resource');

/** `namespace/name`, or `name` alone for the namespace `default`. */
export const WorkloadRef = z
  .string()
  .min(1)
  .max(507)
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)?$/,
    'not a workload: "name" or "namespace/name"',
  );
