import { isInPool } from '../options/pools.ts';
import type { ResolvedOptions } from '../options.ts';
import type { Node } from '../snapshot.ts';
import type { Floor } from './side-rules.ts';

/** Rule pool-minimum. */
export function poolMinimums(nodes: readonly Node[], { pools = [] }: ResolvedOptions): Floor[] {
  return pools.map(({ selector, minimum }) => ({
    rule: 'pool-minimum',
    nodes: nodes.flatMap((node, n) => (isInPool(selector, node) ? [n] : [])),
    least: minimum,
  }));
}
