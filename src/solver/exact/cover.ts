import type { Bins } from './bins.ts';
import type { Domain } from './domain.ts';
import type { Instance } from './instance.ts';

/** What the limits of a domain on the bins in use are. */
type Limits = Pick<Domain, 'state' | 'most'>;

/**
 * How much room at most is left over when all movers are placed, [resource]; negative where they can't be. Taken one
 * resource at a time. Groups of bins are disjoint or all, so the roomiest bins first, as far as every limit lets them,
 * give the most room there can be. No node in use leaves more than that.
 */
export function slackOf(instance: Instance, bins: Bins, { state, most }: Limits): Float64Array {
  const { movers, resources, demand, release } = instance;
  const groupsOf: number[][] = bins.bins.map(() => []);
  for (const [g, group] of bins.groups.entries()) for (const b of group) groupsOf[b].push(g);
  return Float64Array.from({ length: resources }, (_, k) => {
    let slack = 0;
    for (let i = 0; i < movers; i++) slack -= Math.min(demand[i * resources + k], release[i * resources + k]);
    const roomOf = bins.bins.map((_, b) => roomIn(instance, bins, b, k));
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
      slack += nodes * roomOf[b];
    }
    return slack;
  });
}

/** Most that movers can use of a resource of one node: what starts there may stay, even where it does not fit. */
export function roomIn({ release, resources }: Instance, { bins }: Bins, b: number, k: number): number {
  const { base, own } = bins[b];
  return Math.max(
    base[k],
    own.reduce((sum, i) => sum + release[i * resources + k], 0),
  );
}

/** Resource of which there is least to spare beside what one mover requests, and whether that is less than any does. */
export function tightest(
  { movers, resources, demand }: Instance,
  slack: Float64Array,
): { resource: number; isTight: boolean } {
  let resource = -1;
  let ratio = Infinity;
  for (let k = 0; k < resources; k++) {
    let least = Infinity;
    for (let i = 0; i < movers; i++) {
      const request = demand[i * resources + k];
      if (request > 0) least = Math.min(least, request);
    }
    if (slack[k] / least < ratio) {
      ratio = slack[k] / least;
      resource = k;
    }
  }
  return { resource, isTight: ratio < 1 };
}
