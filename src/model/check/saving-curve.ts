import { formatMoney } from '../decimal.ts';
import type { CurvePoint, Move, PlanClaim, Violation } from '../plan.ts';
import { parseAmount } from '../score.ts';
import type { CheckContext } from './context.ts';
import { walkPrice } from './price.ts';
import { replay } from './replay.ts';

/**
 * Rule saving-curve: each point of the curve is a plan. The moves that it and the points before add, each in its slot of
 * the plan, keep every other rule by themselves, come to the numbers stated, and are cheaper than those of the point
 * before. The subject is a JSON pointer to the point; excess 1.
 */
export function savingCurve({ plan, deployment, options, violationsOf }: CheckContext): Violation[] {
  const all = plan.slots.flatMap(({ moves }, slot) => moves.map((move) => ({ move, slot })));
  const taken = new Set<number>();
  let cost: bigint | undefined;
  return (plan.savingCurve ?? []).flatMap((point, index): Violation[] => {
    const wrong = point.adds.filter((at) => at >= all.length || taken.size === taken.add(at).size);
    const part = partOf(all, taken);
    const { slots, before } = walkPrice(deployment, options, replay(deployment, part));
    const previous = cost;
    cost = slots.at(-1)?.after ?? before;
    const message =
      wrong.length > 0
        ? `names move ${wrong[0]}, which the plan does not have or the curve has had`
        : (misstated(point, part, cost) ??
          violationsOf(part)[0]?.message ??
          (previous !== undefined && cost >= previous ? 'is not cheaper than the point before' : undefined));
    if (message === undefined) return [];
    const subject = `/savingCurve/${index}`;
    return [{ rule: 'saving-curve', slot: 0, subject, excess: '1', message: `${subject}: ${message}` }];
  });
}

/** The plan of these moves alone. Slots without moves are no slots. */
function partOf(all: readonly { move: Move; slot: number }[], taken: ReadonlySet<number>): PlanClaim {
  const moves = all.filter((_, at) => taken.has(at));
  const slots = Map.groupBy(moves, ({ slot }) => slot);
  return { slots: [...slots.values()].map((each) => ({ moves: each.map(({ move }) => move) })) };
}

function misstated(
  { moves, slots, cost }: CurvePoint,
  part: PlanClaim,
  recomputed: bigint,
): string | undefined {
  const count = part.slots.reduce((sum, slot) => sum + slot.moves.length, 0);
  if (moves !== count) return `states ${moves} moves, recomputed: ${count}`;
  if (slots !== part.slots.length) return `states ${slots} slots, recomputed: ${part.slots.length}`;
  if (parseAmount(cost) === recomputed) return undefined;
  return `states the cost ${cost}, recomputed: ${formatMoney(recomputed)}`;
}
