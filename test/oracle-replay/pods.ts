import type { Rule } from '../../src/model/plan.ts';
import type { Node } from '../../src/model/snapshot.ts';
import type { Deployed, Replica, SlotReplay } from './copies.ts';
import { constraintPicks, constraintsOf, isCounted, place, required, termPicks } from './neighbours.ts';

/**
 * Rules between replicas, naively: of everything else in the slot it is asked where it can be at the moment when one replica arrives.
 * The second replay of `docs/model.md`, "Replicas near each other".
 */

/** What can be somewhere when another arrives: the nodes of its copies at each moment of the slot. */
interface Wanderer {
  replica: Replica;
  moments: string[][];
}

interface Arrival {
  replica: Replica;
  from: string;
  to: Node;
  isSurge: boolean;
  others: Wanderer[];
}

type Add = (rule: Rule, slot: number, subject: string, excess?: number) => void;

export function podBreaches({ snapshot, options, replicas, slots }: Deployed, add: Add): void {
  const nodes = new Map(snapshot.nodes.map((node) => [node.name, node]));
  for (const [i, slot] of slots.entries()) {
    const worst = new Map<string, number>();
    for (const arrival of arrivalsIn(slot, replicas, nodes)) {
      const subject = `${arrival.replica.workload} ${arrival.to.name}`;
      if (isAlone(arrival, replicas, nodes)) add('pod-affinity', i + 1, subject);
      if (isRefused(arrival, nodes)) add('pod-anti-affinity', i + 1, subject);
      worst.set(subject, Math.max(worst.get(subject) ?? 0, skew(arrival, nodes)));
    }
    for (const [subject, excess] of worst) if (excess > 0) add('topology-spread', i + 1, subject, excess);
    if (options.keepSpread) gathered(slot, replicas, nodes, (subject) => add('keep-spread', i + 1, subject));
  }
}

function arrivalsIn(
  slot: SlotReplay,
  replicas: readonly Replica[],
  nodes: ReadonlyMap<string, Node>,
): Arrival[] {
  return replicas.flatMap((replica): Arrival[] => {
    const last = slot.happened.findLast((entry) => entry.replica === replica);
    if (!last) return [];
    const isSurge = last.move.mode === 'surge';
    const from = slot.before.get(replica) as string;
    const to = nodes.get(last.move.to) as Node;
    const others = wanderers(slot, replicas, replica);
    // When it arrives, its own old copy is still there, or has gone.
    others.push({ replica, moments: [isSurge ? [from] : []] });
    return [{ replica, from, to, isSurge, others }];
  });
}

function wanderers(
  { happened, before, after }: SlotReplay,
  replicas: readonly Replica[],
  but: Replica,
): Wanderer[] {
  const all: Wanderer[] = [];
  for (const replica of replicas) {
    const moves = happened.filter((entry) => entry.replica === replica);
    // A copy that comes and does not stay.
    for (const { move } of moves.slice(0, -1)) all.push({ replica, moments: [[], [move.to]] });
    if (replica === but) continue;
    const [old, fresh] = [before.get(replica) as string, after.get(replica) as string];
    const mode = moves.at(-1)?.move.mode;
    if (mode === undefined) all.push({ replica, moments: [[old]] });
    else all.push({ replica, moments: [[old], mode === 'surge' ? [old, fresh] : [], [fresh]] });
  }
  return all;
}

/** Copies of a wanderer in a domain, at each moment. */
function countsIn({ moments }: Wanderer, isIn: (node: string) => boolean): number[] {
  return moments.map((copies) => copies.filter(isIn).length);
}

function isAlone(
  { replica, to, isSurge, others }: Arrival,
  replicas: readonly Replica[],
  nodes: ReadonlyMap<string, Node>,
): boolean {
  const terms = required(replica.selection, 'podAffinity');
  const near = (other: Replica) => terms.every((term) => termPicks(term, replica.selection, other.selection));
  const counted = replicas.filter(near);
  const origin = nodes.get(replica.origin) as Node;
  const isKeyless = terms.every(({ topologyKey }) => place(origin, topologyKey) === undefined);
  const isFirst = counted.length === 1 && counted[0] === replica && (!isSurge || isKeyless);
  return terms.some(({ topologyKey }) => {
    const domain = place(to, topologyKey);
    if (domain === undefined) return true;
    const isIn = (node: string) => place(nodes.get(node) as Node, topologyKey) === domain;
    return !isFirst && !others.some((other) => near(other.replica) && Math.min(...countsIn(other, isIn)) > 0);
  });
}

function isRefused({ replica, to, others }: Arrival, nodes: ReadonlyMap<string, Node>): boolean {
  const meets = (key: string, other: Wanderer) => {
    const domain = place(to, key);
    if (domain === undefined) return false;
    return other.moments.flat().some((node) => place(nodes.get(node) as Node, key) === domain);
  };
  return others.some((other) => {
    const [mine, theirs] = [replica.selection, other.replica.selection];
    return (
      required(mine, 'podAntiAffinity').some(
        (term) => termPicks(term, mine, theirs) && meets(term.topologyKey, other),
      ) ||
      required(theirs, 'podAntiAffinity').some(
        (term) => termPicks(term, theirs, mine) && meets(term.topologyKey, other),
      )
    );
  });
}

/** By how much the worst constraint is exceeded. */
function skew({ replica, to, others }: Arrival, nodes: ReadonlyMap<string, Node>): number {
  const holder = replica.selection;
  const excesses = constraintsOf(holder).map((constraint) => {
    const key = constraint.topologyKey;
    if (place(to, key) === undefined) return 1;
    const eligible = [...nodes.values()].filter((node) => isCounted(constraint, holder, node));
    if (!eligible.includes(to)) return 0;
    const names = new Map(eligible.map((node) => [node.name, place(node, key) as string]));
    const counted = others.filter((other) => constraintPicks(constraint, holder, other.replica.selection));
    const count = (domain: string, pick: (...counts: number[]) => number) =>
      counted
        .map((other) => pick(...countsIn(other, (node) => names.get(node) === domain)))
        .reduce((sum, n) => sum + n, 0);
    const mine = place(to, key) as string;
    const domains = new Set(names.values());
    const least = [...domains].filter((domain) => domain !== mine).map((domain) => count(domain, Math.min));
    if (domains.size < (constraint.minDomains ?? 1)) least.push(0);
    const self = constraintPicks(constraint, holder, holder) ? 1 : 0;
    return count(mine, Math.max) + self - Math.min(...least) - constraint.maxSkew;
  });
  return Math.max(0, ...excesses);
}

function gathered(
  { happened, after }: SlotReplay,
  replicas: readonly Replica[],
  nodes: ReadonlyMap<string, Node>,
  found: (subject: string) => void,
): void {
  const kinds = {
    nodes: (node: string) => node,
    zones: (node: string) => nodes.get(node)?.labels?.['topology.kubernetes.io/zone'] ?? '',
  };
  for (const workload of new Set(happened.map(({ replica }) => replica.workload))) {
    const mine = replicas.filter((replica) => replica.workload === workload);
    for (const [kind, of] of Object.entries(kinds)) {
      const then = new Set(mine.map((replica) => of(replica.origin)));
      const now = new Set(mine.map((replica) => of(after.get(replica) as string)));
      if (now.size < Math.min(2, then.size)) found(`${workload} ${kind}`);
    }
  }
}
