import type { Bins } from './bins.ts';
import type { Domain } from './domain.ts';
import type { Instance } from './instance.ts';

/**
 * Whether the bins that a domain lets be in use have room for all movers, one resource at a time. Groups of bins are
 * disjoint or all, so taking the roomiest first, as far as every limit lets it, gives the most room there can be.
 */
export function coversDemand(instance: Instance, bins: Bins, { state, most }: Domain): boolean {
  const { movers, resources, demand } = instance;
  const groupsOf = bins.bins.map((_, b) => [...bins.groups.keys()].filter((g) => bins.groups[g].includes(b)));
  for (let k = 0; k < resources; k++) {
    let left = 0;
    for (let i = 0; i < movers; i++) left += demand[i * resources + k];
    const roomOf = bins.bins.map(({ base, own }) =>
      // What starts there may stay, even where it does not fit.
      Math.max(
        base[k],
        own.reduce((sum, i) => sum + demand[i * resources + k], 0),
      ),
    );
    const order = [...bins.bins.keys()]
      .filter((b) => state[b] !== 'empty')
      .sort(
        (a, b) => Number(state[b] === 'kept') - Number(state[a] === 'kept') || roomOf[b] - roomOf[a] || a - b,
      );
    const limit = most.slice();
    for (const b of order) {
      let nodes = bins.bins[b].nodes.length;
      for (const g of groupsOf[b]) nodes = Math.min(nodes, limit[g]);
      for (const g of groupsOf[b]) limit[g] -= nodes;
      left -= nodes * roomOf[b];
    }
    if (left > 0) return false;
  }
  return true;
}
