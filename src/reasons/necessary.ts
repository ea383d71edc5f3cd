import { byName, countsOf, movableCountsOf } from '../model/placement.ts';
import type { Question } from '../model/read-question.ts';
import { refKey, workloadKey } from '../model/snapshot.ts';
import type { Demand } from './demand.ts';
import type { Obstacle } from './lift-rule.ts';
import { keptUp } from './rules/choices.ts';

/** Replicas of one workload on one node. */
interface Hosted {
  readonly workload: string;
  readonly node: string;
  readonly count: number;
  /** How many of them may move, by what they and their workload say. */
  readonly free: number;
}

/** Who is where, to be asked many times. */
export interface Hosts {
  readonly onNode: ReadonlyMap<string, readonly Hosted[]>;
  readonly ofWorkload: ReadonlyMap<string, readonly Hosted[]>;
  /** Nodes that do not answer. */
  readonly silent: ReadonlySet<string>;
  /** Nodes and workloads that take no part. */
  readonly excluded: ReadonlySet<string>;
  /** Workloads that could only move with downtime, which is not allowed. */
  readonly keptUp: ReadonlySet<string>;
}

export function hostsOf(question: Question): Hosts {
  const {
    snapshot,
    options: { exclude = {} },
  } = question;
  const hosted = snapshot.workloads.flatMap((workload): Hosted[] => {
    const free = movableCountsOf(workload);
    return [...countsOf(workload)].map(([node, count]) => ({
      workload: workloadKey(workload),
      node,
      count,
      free: free.get(node) ?? 0,
    }));
  });
  const silent = snapshot.nodes.filter(({ ready }) => ready === false);
  return {
    onNode: Map.groupBy(hosted, ({ node }) => node),
    ofWorkload: Map.groupBy(hosted, ({ workload }) => workload),
    silent: new Set(silent.map(({ name }) => name)),
    excluded: new Set([...(exclude.nodes ?? []), ...(exclude.workloads ?? []).map(refKey)]),
    keptUp: new Set(keptUp(question)),
  };
}

/**
 * What stands in the way whatever else is lifted, seen without a search: everything that keeps a replica on a node that
 * is to be emptied, or every replica of a workload that is to move.
 */
export function necessaryObstacles({ options }: Question, hosts: Hosts, demand: Demand): Obstacle[] {
  if (demand.kind === 'empty') {
    const all = demand.nodes.flatMap((node) => hosts.onNode.get(node) ?? []);
    const replicas = all.reduce((sum, { count }) => sum + count, 0);
    const kept = all.flatMap((one) => keeping(hosts, one, one.free < one.count));
    return distinct([...kept, ...tooFew(options, replicas)]);
  }
  const all = hosts.ofWorkload.get(demand.workload) ?? [];
  const [first = [], ...others] = all.map((one) => keeping(hosts, one, one.free === 0));
  const everywhere = first.filter((one) => others.every((list) => list.some((other) => isSame(one, other))));
  return distinct([...everywhere, ...tooFew(options, 1)]);
}

/** What keeps replicas on their node, each by itself. */
function keeping(
  { silent, excluded, keptUp: up }: Hosts,
  { workload, node }: Hosted,
  isStuck: boolean,
): Obstacle[] {
  const found: Obstacle[] = [];
  if (isStuck) found.push({ rule: 'movable', subject: `${workload} on ${node}` });
  if (up.has(workload)) found.push({ rule: 'surge', subject: workload });
  if (silent.has(node)) found.push({ rule: 'node-not-ready', subject: node });
  for (const subject of [node, workload].filter((name) => excluded.has(name)))
    found.push({ rule: 'excluded', subject });
  return found;
}

function tooFew({ maxMoves, maxSlots }: Question['options'], moves: number): Obstacle[] {
  const found: Obstacle[] = [];
  if (maxMoves !== undefined && maxMoves < moves) found.push({ rule: 'max-moves', subject: 'maxMoves' });
  if (maxSlots === 0 && moves > 0) found.push({ rule: 'slot-used', subject: 'maxSlots' });
  return found;
}

export function isSame(a: Obstacle, b: Obstacle): boolean {
  return a.rule === b.rule && a.subject === b.subject;
}

function distinct(obstacles: readonly Obstacle[]): Obstacle[] {
  const byKey = new Map(obstacles.map((one) => [`${one.rule} ${one.subject}`, one]));
  return [...byKey].sort((a, b) => byName(a[0], b[0])).map(([, one]) => one);
}
