import { z } from 'zod';
import { Money } from '../amounts.ts';
import { formatMoney, money, parseMoney } from '../decimal.ts';
import { occupiedNodes } from '../placement.ts';
import type { Snapshot } from '../snapshot.ts';
import { percentOf } from './share.ts';

/** Rule minimum-saving. */
export const MinimumSaving = z
  .strictObject({
    plan: z
      .union([z.string(), z.number()])
      .refine(
        (value) => percentOf(value) !== undefined || (parseMoney(value) ?? -1n) >= 0n,
        'not an amount of money of zero or more, or a percentage such as "5%"',
      )
      .meta({
        id: 'LeastSaving',
        description: 'Money per hour, or a percentage of what is paid now.',
        type: ['string', 'number'],
        examples: ['0.5', '5%'],
      })
      .optional()
      .describe('What a plan with moves saves per hour at least.'),
    perMove: Money.optional().describe('What it saves per hour at least for each of its moves.'),
  })
  .meta({
    id: 'MinimumSaving',
    description:
      'A best plan that saves less is not made: everything stays. This chooses no other plan; what a move must be worth while planning is α.',
  });
export type MinimumSaving = z.infer<typeof MinimumSaving>;

export interface ResolvedMinimumSaving {
  plan?: string;
  perMove?: string;
}

/** Money as decimals. @param kept nodes that are paid for, empty or not */
export function resolveMinimumSaving(
  snapshot: Snapshot,
  { plan, perMove }: MinimumSaving,
  kept: readonly string[],
): ResolvedMinimumSaving | undefined {
  const resolved = {
    ...(plan !== undefined && { plan: formatMoney(leastOf(snapshot, plan, kept)) }),
    ...(perMove !== undefined && { perMove: formatMoney(money(perMove)) }),
  };
  return Object.values(resolved).some((least) => least !== '0') ? resolved : undefined;
}

function leastOf(snapshot: Snapshot, least: string | number, kept: readonly string[]): bigint {
  const percent = percentOf(least);
  if (percent === undefined) return money(least);
  const paid = occupiedNodes(snapshot).union(new Set(kept));
  const before = snapshot.nodes
    .filter(({ name }) => paid.has(name))
    .reduce((sum, { pricePerHour = 0 }) => sum + money(pricePerHour), 0n);
  return (before * percent + 99n) / 100n;
}
