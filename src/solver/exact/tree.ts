import type { Schedule } from '../../model/problem.ts';
import { isApart, mayTakeApart, takeApart } from './apart.ts';
import { ANY_SLOTS, type Bins, EACH_NODE, type Kind, ONE_SLOT, TWO_SLOTS, toBins } from './bins.ts';
import { branchOff, branchOn, sharesOf } from './branch.ts';
import { dive } from './dive.ts';
import { type Decision, toDomain } from './domain.ts';
import { type Incumbent, offer } from './incumbent.ts';
import type { Instance, Weights } from './instance.ts';
import type { Counter } from './knapsack.ts';
import { placementOf } from './place.ts';
import { addPattern, type Pool, relax } from './relax.ts';

export const KINDS = [ONE_SLOT, TWO_SLOTS, ANY_SLOTS, EACH_NODE] as const;

/** A part of the plans that is still to be looked at. */
export interface Branch {
  readonly kind: Kind;
  /** Fewest slots of its plans; exactly as many unless the kind is ANY_SLOTS. */
  readonly slots: number;
  readonly decisions: readonly Decision[];
  /** No plan in it has a lower weighted value. */
  readonly bound: number;
  readonly id: number;
  /** Patterns to start its relaxation from, as places in the pool of its kind. */
  readonly start: readonly number[];
}

export interface Tree {
  readonly instance: Instance;
  readonly kinds: readonly Bins[];
  readonly pools: readonly Pool[];
  open: Branch[];
  /** Lowest bound of the branches that were given up without an answer; Infinity when there is none. */
  given: number;
  /** Roots whose plans are looked at node by node: so are those of all branches inside them. */
  apart: readonly Branch[];
  nextId: number;
  visited: number;
  best: Incumbent;
  /** Whether a placement was refused or took longer because latency holds before the end, too. */
  latencyBinds: boolean;
}

/** A dive for better plans after the first branch of a kind and then after every so many. */
const DIVE_EVERY = 16;

/**
 * All plans that move something: those of one slot, and those of more. Where neither moves nor slots cost anything,
 * plans of one slot are not looked at apart: what holds for any number of them holds for one.
 */
export function rootBranches(most: number, { move, slot }: Weights): Branch[] {
  const roots: Branch[] = [
    { kind: ONE_SLOT, slots: 1, decisions: [], bound: 0, id: 0, start: [] },
    { kind: ANY_SLOTS, slots: 2, decisions: [], bound: 0, id: 1, start: [] },
  ];
  const first = move + slot === 0 && most > 2 ? 1 : 0;
  return roots.slice(first).filter(({ slots }) => slots <= most);
}

export function toKinds(instance: Instance): Bins[] {
  return KINDS.map((kind) => toBins(instance, kind));
}

/** Everything stays, as patterns: a start for every relaxation. */
export function seedPool(pool: Pool, bins: Bins): void {
  for (const [b, { own }] of bins.bins.entries())
    if (own.length > 0) addPattern(pool, b, { items: own, early: [], leaving: [] });
}

/** Looks at the most promising branch. One atom. */
export function visit(tree: Tree, counter: Counter): void {
  const branch = takeBranch(tree);
  if (!branch || isApart(tree, branch)) return;
  tree.visited += 1;
  const { instance } = tree;
  const bins = tree.kinds[branch.kind];
  const pool = tree.pools[branch.kind];
  const slots = branch.slots * instance.weights.slot;
  counter.steps += 100 * instance.movers * bins.bins.length;
  const domain = toDomain(instance, bins, branch.decisions);
  if (!domain) return;
  const relaxed = relax(instance, bins, domain, pool, tree.best.value - slots, counter, branch.start);
  const bound = Math.max(branch.bound, relaxed.bound + slots);
  if (bound >= tree.best.value) return;
  const shares = sharesOf(instance, bins, relaxed);
  let settled = false;
  const halves =
    relaxed.patterns.length === 0 ? undefined : branchOn(instance, bins, domain, shares, relaxed);
  if (!halves) {
    const target = placementOf(instance, bins, relaxed);
    if (target) settled = offer(tree, target, counter);
    if (bound >= tree.best.value) return;
  } else if (branch.decisions.length === 0 || tree.visited % DIVE_EVERY === 0) {
    dive(tree, branch, relaxed.basis, counter);
  }
  if (!halves && isSplit(tree, branch)) {
    split(tree, branch, bound);
    return;
  }
  const parts = halves ?? branchOff(instance, bins, domain, shares);
  if (!parts) {
    // Every mover is where it is: the placement was the only one left, and `offer` has had it.
    if (!settled || !isSingle(instance, bins, domain.allowed)) giveUp(tree, branch, bound);
    return;
  }
  for (const part of parts) {
    tree.open.push({
      ...branch,
      decisions: [...branch.decisions, ...part],
      bound,
      id: tree.nextId++,
      start: relaxed.basis,
    });
  }
}

/** Leaves a branch without an answer, or to a search that tells its nodes apart. */
function giveUp(tree: Tree, branch: Branch, bound: number): void {
  if (mayTakeApart(tree, branch)) takeApart(tree, branch, bound);
  else tree.given = Math.min(tree.given, bound);
}

/** Whether plans of two slots are looked at apart from longer ones, now that a whole placement needs more than two. */
function isSplit({ instance }: Tree, { kind, slots }: Branch): boolean {
  return kind === ANY_SLOTS && slots === 2 && (instance.weights.slot > 0 || instance.problem.maxSlots === 2);
}

function split(tree: Tree, branch: Branch, bound: number): void {
  const { weights, problem } = tree.instance;
  tree.open.push({ ...branch, kind: TWO_SLOTS, bound, id: tree.nextId++, start: [] });
  if (problem.maxSlots <= 2) return;
  tree.open.push({ ...branch, slots: 3, bound: bound + weights.slot, id: tree.nextId++ });
}

/** Whether each mover has one bin left, of one node. */
function isSingle({ movers }: Instance, { bins }: Bins, allowed: Uint8Array): boolean {
  for (let i = 0; i < movers; i++) {
    let places = 0;
    for (let b = 0; b < bins.length; b++) places += allowed[i * bins.length + b] * bins[b].nodes.length;
    if (places > 1) return false;
  }
  return true;
}

/** Lowest bound first, then most decided, then oldest. Branches that can't hold anything better are dropped. */
function takeBranch(tree: Tree): Branch | undefined {
  tree.open = tree.open.filter(({ bound }) => bound < tree.best.value);
  let first: Branch | undefined;
  for (const branch of tree.open) {
    if (
      !first ||
      branch.bound < first.bound ||
      (branch.bound === first.bound && branch.decisions.length > first.decisions.length)
    ) {
      first = branch;
    }
  }
  if (first) tree.open.splice(tree.open.indexOf(first), 1);
  return first;
}

/** No plan at all has a lower weighted value. */
export function lowerBound(tree: Tree): number {
  return tree.open.reduce(
    (least, { bound }) => Math.min(least, bound),
    Math.min(tree.given, tree.best.value),
  );
}

export type { Schedule };
