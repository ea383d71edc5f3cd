import type { Deployment } from './deployment.ts';
import type { Replay } from './replay.ts';

/** Prices per hour on the way, in 10⁻¹² of the currency. Nodes of unknown price are in no sum. */
export interface PriceWalk {
  /** Of the nodes that host a replica at the start. */
  before: bigint;
  /** The highest on the way: before, and in every slot. */
  peak: bigint;
  slots: {
    /** Of the nodes that host a replica after the slot. */
    after: bigint;
    /** Of the nodes that host any copy in the slot, the old copies of all moves included. */
    peak: bigint;
    /** Nodes that host something before the slot and nothing from its end to the end of the plan, sorted by name. */
    emptied: string[];
  }[];
}

export function walkPrice({ nodes }: Deployment, replay: Replay): PriceWalk {
  const hosted = nodes.map((node) => node.hosted);
  const emptiedIn = new Map<number, number>();
  let price = nodes.reduce((sum, node) => sum + (node.hosted > 0 ? (node.price ?? 0n) : 0n), 0n);
  const come = (node: number) => {
    if (hosted[node] === 0) price += nodes[node].price ?? 0n;
    hosted[node] += 1;
  };
  const go = (node: number) => {
    hosted[node] -= 1;
    if (hosted[node] === 0) price -= nodes[node].price ?? 0n;
  };
  const before = price;
  let highest = before;
  const slots = replay.map(({ carried }, index): PriceWalk['slots'][number] => {
    // All copies come before any goes: a node that is left and reached in one slot is in use throughout.
    for (const { to } of carried) come(to);
    const peak = price;
    if (peak > highest) highest = peak;
    for (const { from, to, last } of carried) go(last ? from : to);
    for (const { from, to } of carried) {
      if (hosted[from] === 0) emptiedIn.set(from, index);
      if (hosted[to] > 0) emptiedIn.delete(to);
    }
    return { after: price, peak, emptied: [] };
  });
  for (const [node, index] of [...emptiedIn].sort(([a], [b]) => a - b))
    slots[index].emptied.push(nodes[node].name);
  return { before, peak: highest, slots };
}
