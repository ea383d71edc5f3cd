import type { Rule } from '../../src/model/plan.ts';
import type { Deployed } from './copies.ts';

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

/** Percentages are rounded up. */
export function shareOf(share: string | number | undefined, whole: number): number | undefined {
  if (share === undefined || typeof share === 'number') return share;
  return Math.ceil((Number(share.replace('%', '')) * whole) / 100);
}
