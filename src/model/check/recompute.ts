import { formatMoney } from '../decimal.ts';
import type { ResolvedOptions } from '../options.ts';
import type { Level, Plan, Slot, Violation } from '../plan.ts';
import { disruption, levelValues, savedPercent } from '../score.ts';
import type { Deployment } from './deployment.ts';
import { downtimeIn } from './max-downtime.ts';
import { openedNodes } from './opened.ts';
import { callsKept, finalPlacement } from './outcome.ts';
import { watchPeaks } from './peak-use.ts';
import { walkPrice } from './price.ts';
import type { Replay } from './replay.ts';
import { unmetDemands } from './unmet.ts';
import { walkUse } from './use.ts';

/** Every claim of a plan that follows from the snapshot, the options and the moves. Amounts are canonical text. */
export interface Recomputed {
  cost: Plan['cost'];
  slots: Omit<Slot, 'moves'>[];
  objective: Omit<Plan['objective'], 'levels'> & { levels: Pick<Level, 'name' | 'value'>[] };
  downtime: Plan['downtime'];
  calls: Plan['calls'];
  placement: Plan['placement'];
  returnable: Plan['returnable'];
  inherited: Plan['inherited'];
  /** Absent where nothing may be opened. */
  opened?: NonNullable<Plan['opened']>;
  /** Absent where nothing is demanded. */
  unmet?: Violation[];
}

export function recompute(
  deployment: Deployment,
  options: ResolvedOptions,
  replay: Replay,
  inherited: Violation[],
): Recomputed {
  const { objective, keep } = options;
  const price = walkPrice(deployment, options, replay);
  const { before, peak } = price;
  const after = price.slots.at(-1)?.after ?? before;
  const peaks = peakUses(deployment, replay);
  const moves = replay.reduce((sum, { stated }) => sum + stated.length, 0);
  const unmet = unmetDemands(deployment, options, replay);
  const kept = new Set(keep?.nodes);
  const terms = {
    price: after,
    moves,
    slots: replay.length,
    ...(unmet && { undrained: unmet.length }),
  };
  const paid = disruption(objective, terms);
  return {
    cost: {
      currency: deployment.currency,
      before: formatMoney(before),
      after: formatMoney(after),
      saved: formatMoney(before - after),
      savedPercent: savedPercent(before, after),
      peak: formatMoney(peak),
    },
    slots: price.slots.map((slot, index) => ({
      emptied: slot.emptied,
      cost: formatMoney(slot.after),
      peakCost: formatMoney(slot.peak),
      downtime: downtimeIn(replay[index]),
      peakUse: peaks[index],
    })),
    objective: {
      moves,
      slots: replay.length,
      price: formatMoney(after),
      ...(paid === undefined ? {} : { disruption: formatMoney(paid) }),
      levels: levelValues(objective, terms),
    },
    downtime: replay.reduce((sum, slot) => sum + downtimeIn(slot), 0),
    calls: callsKept(deployment, replay, inherited),
    placement: finalPlacement(deployment, replay),
    returnable: deployment.nodes.flatMap(({ name, price, billedWhenEmpty, hosted }) => {
      if (hosted > 0 || !billedWhenEmpty || kept.has(name)) return [];
      return [price === undefined ? { node: name } : { node: name, pricePerHour: formatMoney(price) }];
    }),
    inherited,
    ...(options.openable && { opened: openedNodes(deployment, options.openable, replay) }),
    ...(unmet && { unmet }),
  };
}

/** The fullest node per resource during every slot. */
function peakUses(deployment: Deployment, replay: Replay): Slot['peakUse'][] {
  const walk = walkUse(deployment);
  const watch = watchPeaks(deployment, walk.use);
  return replay.map((slot) => {
    const cells = new Set<number>();
    for (const { workload, from, to, released } of slot.carried) {
      for (const { resource } of released) cells.add(from * deployment.resources.length + resource);
      for (const { resource } of deployment.workloads[workload].requests)
        cells.add(to * deployment.resources.length + resource);
    }
    walk.enter(slot);
    for (const cell of cells) watch.changed(cell);
    const peaks = watch.peaks();
    walk.leave(slot);
    for (const cell of cells) watch.changed(cell);
    return peaks;
  });
}
