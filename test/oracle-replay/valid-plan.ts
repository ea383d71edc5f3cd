import type { ResolvedOptions } from '../../src/model/options.ts';
import type { Move, PlanClaim } from '../../src/model/plan.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import type { Random } from '../generate/random.ts';
import { breaches } from './breaches.ts';
import { type Deployed, listReplicas, opened, replaySlots } from './copies.ts';
import { drawnCurve } from './curve.ts';
import { numbersOf } from './numbers.ts';

const MAX_ATTEMPTS = 20;

/**
 * A plan that breaks no rule, says the second replay: random moves are tried one or two at a time (partners of a call
 * may only be able to cross together), in the last slot or in a new one, and kept when all still holds.
 */
export function validMoves(draw: Random, snapshot: Snapshot, options: ResolvedOptions): PlanClaim {
  const targets = opened(snapshot, options).nodes;
  const replicas = listReplicas(snapshot).filter(({ movable }) => movable);
  let plan: PlanClaim = { slots: [] };
  for (
    let attempts = draw.pick([5, MAX_ATTEMPTS, MAX_ATTEMPTS]);
    attempts > 0 && replicas.length > 0;
    attempts--
  ) {
    const moved = new Set(
      plan.slots.flatMap(({ moves }) => moves.map(({ workload, replica }) => `${workload} ${replica}`)),
    );
    const left = draw.shuffled(replicas.filter(({ workload, name }) => !moved.has(`${workload} ${name}`)));
    const moves = left.slice(0, draw.chance(0.35) ? 2 : 1).map(({ workload, name, origin, mode }): Move => {
      return { workload, replica: name, from: origin, to: draw.pick(targets).name, mode };
    });
    const last = plan.slots.at(-1);
    const slots =
      last && draw.chance(0.4)
        ? [...plan.slots.slice(0, -1), { moves: [...last.moves, ...moves] }]
        : [...plan.slots, { moves }];
    if (moves.length > 0 && breaches(snapshot, options, { slots }).size === 0) plan = { slots };
  }
  return plan;
}

/** The plan with everything claimed that can be, by the naive numbers. */
export function withClaims(
  draw: Random,
  given: Snapshot,
  options: ResolvedOptions,
  plan: PlanClaim,
): PlanClaim {
  const snapshot = opened(given, options);
  const replicas = listReplicas(snapshot);
  const deployed: Deployed = { snapshot, options, replicas, slots: replaySlots(snapshot, replicas, plan) };
  const { slots, objective, levels, inherited, unmet, opened: added, ...blocks } = numbersOf(deployed);
  const tight = draw.chance(0.5);
  const holds = (part: PlanClaim) => breaches(given, options, part).size === 0;
  const proved = levels.every(({ value }) => tight || Number(value) === 0);
  return {
    ...blocks,
    status: proved ? 'optimal' : 'feasible',
    stoppedBy: proved ? 'proof' : draw.pick(['strategy-end', 'work-limit', 'stopped'] as const),
    options,
    objective: {
      ...objective,
      levels: levels.map((level) => ({ ...level, ...bounded(level.value, tight) })),
    },
    savingCurve: drawnCurve(draw, deployed, plan, holds),
    inherited: inherited.map((violation) => ({ ...violation, message: 'in words' })),
    ...(options.openable && { opened: added }),
    ...(options.drain && { unmet: unmet.map((violation) => ({ ...violation, message: 'in words' })) }),
    slots: plan.slots.map(({ moves }, i) => ({ moves, ...slots[i] })),
  };
}

/** A bound and its gap that are easily checked: the value itself, or zero. */
function bounded(value: string, tight: boolean): { bound: string; gap: string } {
  if (tight || Number(value) === 0) return { bound: value, gap: '0' };
  return { bound: '0', gap: '1' };
}
