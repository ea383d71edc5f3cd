import { formatMoney, money } from '../decimal.ts';
import type { Violation } from '../plan.ts';
import type { CheckContext } from './context.ts';
import { walkPrice } from './price.ts';

/** Rule minimum-saving: a plan with moves saves so much, and so much for each move. Excess in money, for the plan as a whole. */
export function minimumSaving({ deployment, options, replay }: CheckContext): Violation[] {
  const { plan = '0', perMove = '0' } = options.minimumSaving ?? {};
  const moves = replay.reduce((sum, { stated }) => sum + stated.length, 0);
  if (options.minimumSaving === undefined || moves === 0) return [];
  const { before, slots } = walkPrice(deployment, options, replay);
  const saved = before - (slots.at(-1)?.after ?? before);
  const least = { plan: money(plan), perMove: money(perMove) * BigInt(moves) };
  return (['plan', 'perMove'] as const).flatMap((subject): Violation[] => {
    const missing = least[subject] - saved;
    if (missing <= 0n) return [];
    const message = `the plan saves ${formatMoney(saved)} per hour with ${moves} moves, it must save ${formatMoney(least[subject])}`;
    return [{ rule: 'minimum-saving', slot: 0, subject, excess: formatMoney(missing), message }];
  });
}
