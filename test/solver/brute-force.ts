import { prepareCheck } from '../../src/model/check/index.ts';
import { money } from '../../src/model/decimal.ts';
import { withOpenable } from '../../src/model/options/openable.ts';
import { type LatencyMode, type Options, resolveOptions } from '../../src/model/options.ts';
import { byName } from '../../src/model/placement.ts';
import type { Move } from '../../src/model/plan.ts';
import { replicasOf } from '../../src/model/replicas.ts';
import { type Snapshot, workloadKey } from '../../src/model/snapshot.ts';

/**
 * Every placement that any plan can reach, by trying all slots. What a slot may do is decided by the checker alone, on
 * the whole plan up to the slot; nothing of the solver is used.
 */
export interface Reached {
  /** Units of 10⁻¹² of the currency. */
  price: bigint;
  moves: number;
  /** Fewest slots in which the placement can be reached. */
  slots: number;
  /** Names of the nodes that host something. */
  used: ReadonlySet<string>;
  /** Workloads, as namespace/name, of which a replica moves. */
  moved: ReadonlySet<string>;
}

type Slot = { moves: Move[] };

/** A placement on the way: the node of every replica, and one shortest way there. */
interface Visit {
  nodes: string[];
  path: Slot[];
}

/**
 * Breadth first by slots. A replica moves once, so who has moved can be read off the placement; and what a
 * slot may do depends on the start, the placement before it and the moves in it, so of all ways to a placement a
 * shortest is enough.
 */
export function reachable(given: Snapshot, latencyIn: LatencyMode, options: Options = {}): Reached[] {
  const snapshot = withOpenable(given, options.openable);
  const check = prepareCheck(
    given,
    resolveOptions(given, { ...options, latencyIn, objective: { kind: 'lexicographic' } }),
  );
  const replicas = snapshot.workloads.flatMap((workload) =>
    replicasOf(workload).map(({ name, node }) => {
      return { workload: workloadKey(workload), name, node, mode: workload.mode ?? 'surge' };
    }),
  );
  const targets = snapshot.nodes.map(({ name }) => name);
  const start: Visit = { nodes: replicas.map(({ node }) => node), path: [] };
  const found = [outcome(start)];
  const seen = new Set([placementKey(start.nodes)]);
  for (let level = [start]; level.length > 0; ) {
    const next: Visit[] = [];
    for (const visit of level) {
      for (const nodes of followers(visit)) {
        const key = placementKey(nodes);
        if (seen.has(key)) continue;
        const path = [...visit.path, { moves: movesBetween(visit.nodes, nodes) }];
        const broken = new Set(check({ slots: path }).violations.map(({ rule }) => rule));
        // What holds for the end alone may still come right.
        const atEnd = new Set([
          ...(latencyIn === 'end' ? ['latency'] : []),
          'pool-minimum',
          'minimum-saving',
        ]);
        if (!broken.isSubsetOf(atEnd)) continue;
        seen.add(key);
        next.push({ nodes, path });
        if (broken.size === 0) found.push(outcome({ nodes, path }));
      }
    }
    level = next;
  }
  return found;

  /** Replicas of one workload that started together are interchangeable. */
  function placementKey(nodes: readonly string[]): string {
    return replicas
      .map(({ workload, node }, i) => `${workload} ${node} ${nodes[i]}`)
      .sort(byName)
      .join();
  }

  /** All ways in which one slot can go on: every replica that has not moved stays or goes to any other node. */
  function followers({ nodes }: Visit): string[][] {
    let all: string[][] = [[]];
    for (const [i, { node }] of replicas.entries()) {
      const choices = nodes[i] === node ? targets : [nodes[i]];
      all = all.flatMap((some) => choices.map((choice) => [...some, choice]));
    }
    return all.filter((one) => one.some((node, i) => node !== nodes[i]));
  }

  function movesBetween(before: readonly string[], after: readonly string[]): Move[] {
    return replicas.flatMap(({ workload, name, mode }, i): Move[] =>
      before[i] === after[i] ? [] : [{ workload, replica: name, from: before[i], to: after[i], mode }],
    );
  }

  function outcome({ nodes, path }: Visit): Reached {
    const used = snapshot.nodes.filter(({ name }) => nodes.includes(name));
    const price = used.reduce((sum, { pricePerHour }) => sum + money(pricePerHour ?? 0), 0n);
    const moving = replicas.filter(({ node }, i) => node !== nodes[i]);
    return {
      price,
      moves: moving.length,
      slots: path.length,
      used: new Set(nodes),
      moved: new Set(moving.map(({ workload }) => workload)),
    };
  }
}
