import type { Problem } from '../../model/problem.ts';

/** In no domain, or in one that no other node is in: rules are the same for every such node by itself. */
const NONE = -1;
const OWN = -2;

/**
 * What side rules tell nodes apart by, each as a number per node. Two nodes that have equal numbers in all of them may be
 * exchanged in any plan.
 */
export function toTopology({ domainRules, floors, nodes }: Problem): Int32Array[] {
  const maps = new Set(domainRules.map(({ domainOf }) => domainOf));
  const domains = Array.from(maps, (domainOf) => {
    const size = new Map<number, number>();
    for (const domain of domainOf) size.set(domain, (size.get(domain) ?? 0) + 1);
    return domainOf.map((domain) => (domain < 0 ? NONE : size.get(domain) === 1 ? OWN : domain));
  });
  const inFloors = floors.map((floor) => {
    const inside = new Int32Array(nodes);
    for (const n of floor.nodes) inside[n] = 1;
    return inside;
  });
  return [...domains, ...inFloors].filter((map) => map.some((value) => value !== map[0]));
}
