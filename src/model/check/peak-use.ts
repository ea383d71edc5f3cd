import type { PeakUse } from '../plan.ts';
import { formatUnits } from '../quantity.ts';
import type { Deployment } from './deployment.ts';

/**
 * The fullest node per resource: highest use / allocatable, where 0 / 0 is 0 and use / 0 is above all; of equal ones
 * the first by name. A tournament per resource: after a change, only the matches of that node are played again.
 */
export interface PeakWatch {
  /** To be called after the use of a cell [node * resources + resource] has changed. */
  changed(cell: number): void;
  /** One entry per resource that some node limits, sorted by resource. */
  peaks(): PeakUse[];
}

/** @param use in the resource's own unit, [node * resources + resource]; read whenever something changed */
export function watchPeaks({ nodes, resources, allocatable }: Deployment, use: readonly bigint[]): PeakWatch {
  const kinds = resources.length;
  let leaves = 1;
  while (leaves < nodes.length) leaves *= 2;
  const fuller = (a: number, b: number): number => {
    if (a < 0 || b < 0) return Math.max(a, b);
    return above(use[b], allocatable[b] as bigint, use[a], allocatable[a] as bigint) ? b : a;
  };
  // Cells per position in the tree of a resource: 1 is the final, the leaves are the nodes; -1 has no limit.
  const trees = resources.map((_, kind) => {
    const tree = new Int32Array(2 * leaves).fill(-1);
    for (let node = 0; node < nodes.length; node++) {
      const cell = node * kinds + kind;
      if (allocatable[cell] !== undefined) tree[leaves + node] = cell;
    }
    for (let i = leaves - 1; i > 0; i--) tree[i] = fuller(tree[2 * i], tree[2 * i + 1]);
    return tree;
  });
  return {
    changed: (cell) => {
      const tree = trees[cell % kinds];
      for (let i = (leaves + Math.floor(cell / kinds)) >> 1; i > 0; i >>= 1)
        tree[i] = fuller(tree[2 * i], tree[2 * i + 1]);
    },
    peaks: () =>
      trees.flatMap((tree, kind): PeakUse[] => {
        const cell = tree[1];
        if (cell < 0) return [];
        const resource = resources[kind];
        const text = (units: bigint) => formatUnits(resource, units);
        const node = nodes[Math.floor(cell / kinds)].name;
        return [{ resource, node, used: text(use[cell]), allocatable: text(allocatable[cell] as bigint) }];
      }),
  };
}

/** Whether used / limit > otherUsed / otherLimit. */
function above(used: bigint, limit: bigint, otherUsed: bigint, otherLimit: bigint): boolean {
  if (used === 0n) return false;
  return otherUsed === 0n || used * otherLimit > otherUsed * limit;
}
