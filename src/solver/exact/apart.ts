import { hasSideRules } from '../../model/problem/side-rules.ts';
import { EACH_NODE } from './bins.ts';
import type { Decision } from './domain.ts';
import type { Branch, Tree } from './tree.ts';

/** Movers × nodes up to which equal nodes are told apart where that matters. */
const MAX_APART = 6000;

/** Whether equal nodes were taken together, and rules about several of them may make the difference. */
export function mayTakeApart({ instance }: Tree, { kind }: Branch): boolean {
  return (
    kind !== EACH_NODE && hasSideRules(instance.problem) && instance.movers * instance.nodes <= MAX_APART
  );
}

/** Looks again, node by node, at all plans that are as good as those of a branch may be. */
export function takeApart(
  tree: Tree,
  { slots, decisions, start: _, ...branch }: Branch,
  bound: number,
): void {
  const { stayPrice } = tree.instance.problem;
  // The first decision is that somebody leaves (`leavingRoots`): a node with movers of its own is a bin of its own.
  const first = stayPrice
    ? decisions.slice(0, 1).map(([kind, i]): Decision => [kind, i, tree.instance.source[i]])
    : [];
  const id = tree.nextId++;
  const root: Branch = { ...branch, kind: EACH_NODE, slots, decisions: first, bound, id, start: [] };
  tree.open.push(root);
  tree.apart = [...tree.apart, root];
}

/** Whether all of a branch is in a root that is looked at node by node. */
export function isApart({ apart, instance }: Tree, { kind, slots, decisions, bound }: Branch): boolean {
  if (kind === EACH_NODE) return false;
  const leaver = instance.problem.stayPrice ? decisions[0][1] : -1;
  return apart.some(
    (root) => root.slots <= slots && root.bound <= bound && (root.decisions[0]?.[1] ?? -1) === leaver,
  );
}
