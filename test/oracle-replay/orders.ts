import type { Move } from '../../src/model/plan.ts';
import type { Node, Snapshot } from '../../src/model/snapshot.ts';
import { allocatableOf, type Replica } from './copies.ts';
import { constraintPicks, constraintsOf, isCounted, place, required, termPicks } from './neighbours.ts';
import { collide, isSelected, isTolerated } from './selection.ts';

/**
 * The moves of a slot, one arrival or departure at a time in every order, each arrival asked of kube-scheduler's predicates in plain words.
 * Sources: plugins noderesources (fit.go), nodeports, nodeaffinity, tainttoleration, interpodaffinity (satisfyPodAffinity and the two
 * anti-affinities) and podtopologyspread (Filter) of kube-scheduler.
 */

interface Copy {
  replica: Replica;
  node: string;
}

export interface OneMove {
  move: Move;
  replica: Replica;
}

/** Whether some order breaks a predicate, and whether in some order a first pod is let in without its partner. */
export interface Outcome {
  refused: boolean;
  lets: boolean;
}

export function everyOrder(
  snapshot: Snapshot,
  replicas: readonly Replica[],
  moves: readonly OneMove[],
): Outcome {
  const nodes = new Map(snapshot.nodes.map((node) => [node.name, node]));
  const outcome = { refused: false, lets: false };
  const seen = new Set<string>();
  const replay = (done: readonly number[], running: readonly Copy[]): void => {
    // Where two orders have brought the same copies, they go on in the same ways.
    if (seen.has(done.join())) return;
    seen.add(done.join());
    for (const [i, { move, replica }] of moves.entries()) {
      if (done[i] === 2) continue;
      const arrives = (move.mode === 'surge') === (done[i] === 0);
      const node = arrives ? move.to : move.from;
      const isOld = (copy: Copy) => copy.replica === replica && copy.node === node;
      const next = arrives
        ? [...running, { replica, node }]
        : running.filter((copy) => copy !== running.find(isOld));
      if (arrives) ask(snapshot, nodes, running, { replica, node }, outcome);
      replay(done.with(i, done[i] + 1), next);
    }
  };
  const start = replicas.map((replica) => ({ replica, node: replica.origin }));
  replay(
    moves.map(() => 0),
    start,
  );
  return outcome;
}

type Nodes = ReadonlyMap<string, Node>;

function ask(snapshot: Snapshot, nodes: Nodes, running: readonly Copy[], pod: Copy, outcome: Outcome): void {
  const node = nodes.get(pod.node) as Node;
  const near = affinity(nodes, running, pod);
  if (near === 'first') outcome.lets = true;
  if (
    near === 'none' ||
    !fits(snapshot, running, pod) ||
    running.some(
      (other) => other.node === pod.node && collide(pod.replica.selection, other.replica.selection),
    ) ||
    !isSelected(pod.replica.selection, node) ||
    !isTolerated(pod.replica.selection, node) ||
    !antiAffinity(nodes, running, pod) ||
    !spreads(nodes, running, pod)
  )
    outcome.refused = true;
}

function fits(snapshot: Snapshot, running: readonly Copy[], { replica, node }: Copy): boolean {
  return [...replica.requests].every(([resource, amount]) => {
    const limit = allocatableOf(snapshot, node, resource);
    if (amount === 0n || limit === undefined) return true;
    const used = running.filter((copy) => copy.node === node);
    return used.reduce((sum, copy) => sum + (copy.replica.requests.get(resource) ?? 0n), amount) <= limit;
  });
}

function affinity(nodes: Nodes, running: readonly Copy[], pod: Copy): 'near' | 'first' | 'none' {
  const mine = pod.replica.selection;
  const terms = required(mine, 'podAffinity');
  const matchesAll = ({ replica }: Copy) => terms.every((term) => termPicks(term, mine, replica.selection));
  const counts = new Map<string, number>();
  for (const copy of running.filter(matchesAll)) {
    for (const { topologyKey } of terms) {
      const value = place(nodes.get(copy.node) as Node, topologyKey);
      if (value !== undefined) counts.set(`${topologyKey} ${value}`, 1);
    }
  }
  let podsExist = true;
  for (const { topologyKey } of terms) {
    const value = place(nodes.get(pod.node) as Node, topologyKey);
    if (value === undefined) return 'none';
    if (!counts.has(`${topologyKey} ${value}`)) podsExist = false;
  }
  if (podsExist) return 'near';
  return counts.size === 0 && matchesAll(pod) ? 'first' : 'none';
}

function antiAffinity(nodes: Nodes, running: readonly Copy[], pod: Copy): boolean {
  const mine = pod.replica.selection;
  const isHere = (copy: Copy, key: string) => {
    const value = place(nodes.get(pod.node) as Node, key);
    return value !== undefined && value === place(nodes.get(copy.node) as Node, key);
  };
  return running.every((copy) => {
    const theirs = copy.replica.selection;
    return (
      required(mine, 'podAntiAffinity').every(
        (term) => !termPicks(term, mine, theirs) || !isHere(copy, term.topologyKey),
      ) &&
      required(theirs, 'podAntiAffinity').every(
        (term) => !termPicks(term, theirs, mine) || !isHere(copy, term.topologyKey),
      )
    );
  });
}

function spreads(nodes: Nodes, running: readonly Copy[], pod: Copy): boolean {
  const mine = pod.replica.selection;
  return constraintsOf(mine).every((constraint) => {
    const { topologyKey, maxSkew, minDomains = 1 } = constraint;
    const value = place(nodes.get(pod.node) as Node, topologyKey);
    if (value === undefined) return false;
    const matchNum = new Map<string, number>();
    for (const node of nodes.values()) {
      if (!isCounted(constraint, mine, node)) continue;
      const here = running.filter(
        (copy) => copy.node === node.name && constraintPicks(constraint, mine, copy.replica.selection),
      );
      const domain = place(node, topologyKey) as string;
      matchNum.set(domain, (matchNum.get(domain) ?? 0) + here.length);
    }
    const least = matchNum.size < minDomains ? 0 : Math.min(...matchNum.values());
    const self = constraintPicks(constraint, mine, mine) ? 1 : 0;
    return (matchNum.get(value) ?? 0) + self - least <= maxSkew;
  });
}
