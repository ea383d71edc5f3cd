import type { CurvePoint, PlanClaim } from '../../src/model/plan.ts';
import type { Random } from '../generate/random.ts';
import { type Deployed, replaySlots } from './copies.ts';
import { numbersOf, units } from './numbers.ts';

type Holds = (part: PlanClaim) => boolean;

/** The points of the saving curve that are no plan, state something else than it comes to, or save no more. */
export function curveBreaches(deployed: Deployed, plan: PlanClaim, holds: Holds): number[] {
  const moves = countMoves(plan);
  const chosen: number[] = [];
  const prices: bigint[] = [];
  return (plan.savingCurve ?? []).flatMap((point, index) => {
    const fresh = point.adds.every(
      (at, i) => at < moves && ![...chosen, ...point.adds.slice(0, i)].includes(at),
    );
    chosen.push(...point.adds);
    const part = partOf(plan, chosen);
    const price = units(costOf(deployed, part));
    prices.push(price);
    const stated = point.moves === countMoves(part) && point.slots === part.slots.length;
    const cheaper = index === 0 || price < prices[index - 1];
    return fresh && stated && cheaper && units(point.cost) === price && holds(part) ? [] : [index];
  });
}

/** A curve that holds, of moves of the plan in random order. */
export function drawnCurve(draw: Random, deployed: Deployed, plan: PlanClaim, holds: Holds): CurvePoint[] {
  const chosen: number[] = [];
  const points: CurvePoint[] = [{ adds: [], moves: 0, slots: 0, cost: costOf(deployed, partOf(plan, [])) }];
  let adds: number[] = [];
  for (const at of draw.shuffled([...Array(countMoves(plan)).keys()])) {
    chosen.push(at);
    adds.push(at);
    const part = partOf(plan, chosen);
    const cost = costOf(deployed, part);
    if (units(cost) >= units(points[points.length - 1].cost) || !holds(part)) continue;
    points.push({ adds, moves: countMoves(part), slots: part.slots.length, cost });
    adds = [];
  }
  return points;
}

function countMoves({ slots }: PlanClaim): number {
  return slots.flatMap(({ moves }) => moves).length;
}

/** The plan of the moves at these places alone, without slots that have none of them. */
function partOf({ slots }: PlanClaim, places: readonly number[]): PlanClaim {
  let place = 0;
  const kept = slots.map(({ moves }) => ({ moves: moves.filter(() => places.includes(place++)) }));
  return { slots: kept.filter(({ moves }) => moves.length > 0) };
}

function costOf({ snapshot, options, replicas }: Deployed, part: PlanClaim): string {
  return numbersOf({ snapshot, options, replicas, slots: replaySlots(snapshot, replicas, part) }).cost.after;
}
