import type { Rule } from '../../src/model/plan.ts';
import { allocatableOf, type Deployed, milli, standing, useOf } from './copies.ts';
import { text as money, paidFor, units } from './numbers.ts';

/** The rules that the user's choices make, once more. */

export type Add = (rule: Rule, slot: number, subject: string, excess?: bigint | number | string) => void;

export function choiceBreaches({ options, replicas, slots }: Deployed, add: Add): void {
  const { drain, budgets = {} } = options;
  for (const [i, { happened, before }] of slots.entries()) {
    for (const { move } of happened) if (drain?.nodes.includes(move.to)) add('drain', i + 1, move.to);
    const movers = [...new Set(happened.map(({ replica }) => replica))];
    const over = (rule: Rule, subject: string, count: number, most: number | undefined) => {
      if (most !== undefined && count > most) add(rule, i + 1, subject, count - most);
    };
    const sources = new Set(movers.map((replica) => before.get(replica)));
    over('nodes-per-slot', 'nodesPerSlot', sources.size, budgets.nodesPerSlot);
    over('replicas-per-slot', 'replicasPerSlot', movers.length, budgets.replicasPerSlot);
    for (const workload of new Set(movers.map((replica) => replica.workload))) {
      const all = replicas.filter((replica) => replica.workload === workload).length;
      const moving = movers.filter((replica) => replica.workload === workload).length;
      over('workload-per-slot', workload, moving, shareOf(budgets.workloadPerSlot, all));
    }
  }
}

export function spotBreaches({ snapshot, replicas, slots }: Deployed, add: Add): void {
  const spots = snapshot.nodes.filter(({ capacityType }) => capacityType === 'spot').map(({ name }) => name);
  for (const [i, { happened, after }] of slots.entries()) {
    const arrivals = happened.filter(({ move }) => spots.includes(move.to));
    for (const { move, replica } of arrivals)
      if (replica.spot === undefined) add('spot-allowed', i + 1, `${replica.workload} ${move.to}`);
    for (const { replica } of arrivals) {
      const own = replicas.filter(({ workload }) => workload === replica.workload);
      const there = own.filter((one) => spots.includes(after.get(one) as string)).length;
      const share = replica.spot?.maxShare ?? own.length;
      const most =
        typeof share === 'number' ? share : Math.floor((Number.parseInt(share, 10) * own.length) / 100);
      if (there > most) add('spot-share', i + 1, replica.workload, there - most);
    }
  }
}

export function endBreaches(deployed: Deployed, add: Add): void {
  const { snapshot, options, replicas, slots } = deployed;
  const start = new Map(replicas.map((replica) => [replica, replica.origin]));
  const end = slots.at(-1)?.after ?? start;
  for (const { name, selector, minimum } of options.pools ?? []) {
    const inUse = snapshot.nodes.filter(
      (node) =>
        Object.keys(selector).every((key) => node.labels?.[key] === selector[key]) &&
        [...end.values()].includes(node.name),
    );
    if (inUse.length < minimum) add('pool-minimum', 0, name, minimum - inUse.length);
  }
  const moves = slots.flatMap((slot) => slot.moves).length;
  const saved = paidFor(deployed, standing(start)) - paidFor(deployed, standing(end));
  const { plan, perMove } = options.minimumSaving ?? {};
  for (const [subject, least] of [
    ['plan', units(plan ?? '0')],
    ['perMove', units(perMove ?? '0') * BigInt(moves)],
  ] as const) {
    if (options.minimumSaving && moves > 0 && saved < least)
      add('minimum-saving', 0, subject, money(least - saved));
  }
}

export function headroomBreaches({ snapshot, options, slots }: Deployed, add: Add): void {
  for (const [resource, room] of Object.entries(options.headroom ?? {})) {
    for (const [i, { happened, copies }] of slots.entries()) {
      for (const { move, replica } of happened) {
        const all = allocatableOf(snapshot, move.to, resource);
        if (all === undefined || (replica.requests.get(resource) ?? 0n) === 0n) continue;
        const free = room.endsWith('%')
          ? (all * BigInt(Number.parseInt(room, 10)) + 99n) / 100n
          : allocatableOf(
              { nodes: [{ name: '', allocatable: { [resource]: room } }], workloads: [] },
              '',
              resource,
            );
        const limit = all - (free ?? 0n);
        const over = useOf(snapshot, copies, move.to, resource) - (limit > 0n ? limit : 0n);
        if (over > 0n)
          add('headroom', i + 1, `${move.to} ${resource}`, resource === 'cpu' ? milli(over) : over);
      }
    }
  }
}

/** Percentages are rounded up. */
export function shareOf(share: string | number | undefined, whole: number): number | undefined {
  if (share === undefined || typeof share === 'number') return share;
  return Math.ceil((Number(share.replace('%', '')) * whole) / 100);
}
