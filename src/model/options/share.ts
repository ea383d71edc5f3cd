import { z } from 'zod';

/** A count, or a percentage of what the field says, as Kubernetes' IntOrString has them. */

const MOST = 1_000_000;

/** A whole number, or "20%". */
export const Share = z
  .union([z.string(), z.number()])
  .refine((value) => isShare(value), 'not a whole number of zero or more, or a percentage such as "20%"')
  .meta({
    id: 'Share',
    description: 'A whole number, or a percentage from "0%" to "100%", rounded up.',
    type: ['string', 'number'],
    examples: [2, '20%'],
  });
export type Share = z.infer<typeof Share>;

const PERCENT = /^(100|\d{1,2})%$/;

function isShare(value: string | number): boolean {
  return typeof value === 'number'
    ? Number.isSafeInteger(value) && value >= 0 && value <= MOST
    : PERCENT.test(value);
}

/** Of a percentage such as "20%", 20; undefined for anything else. */
export function percentOf(value: string | number): bigint | undefined {
  const match = PERCENT.exec(String(value));
  return match ? BigInt(match[1]) : undefined;
}

/** How many of `whole` a share is: a percentage is rounded up, as for the budgets of Karpenter and maxSurge. */
export function countOfShare(share: Share, whole: number): number {
  const percent = percentOf(share);
  return percent === undefined ? Number(share) : Number((percent * BigInt(whole) + 99n) / 100n);
}

/** The one way to write a share. */
export function canonicalShare(share: Share): Share {
  const percent = percentOf(share);
  return percent === undefined ? share : `${percent}%`;
}
