import { NodeName } from '../names.ts';
import { eachDuplicate } from './duplicates.ts';
import { type ErrorList, show } from './error-list.ts';
import {
  field,
  isWhole,
  keyOf,
  nodesOf,
  replicaCountsOf,
  replicaListOf,
  text,
  workloadsOf,
} from './readable.ts';

/** Names of nodes, workloads and replicas, and where replicas run. */

const nameOf = (element: unknown) => text(element, 'name');

export function duplicateNodes(snapshot: unknown, errors: ErrorList): void {
  eachDuplicate(nodesOf(snapshot), nameOf, (n, name, first) => {
    errors.add(['nodes', n, 'name'], 'duplicate-name', () => `nodes[${first()}] is called ${show(name)} too`);
  });
}

export function duplicateWorkloads(snapshot: unknown, errors: ErrorList): void {
  eachDuplicate(workloadsOf(snapshot), keyOf, (w, key, first) => {
    errors.add(['workloads', w, 'name'], 'duplicate-name', () => `workloads[${first()}] is ${show(key)} too`);
  });
}

export function duplicateReplicas(snapshot: unknown, errors: ErrorList): void {
  for (const [w, workload] of workloadsOf(snapshot).entries()) {
    eachDuplicate(replicaListOf(workload), nameOf, (i, name, first) => {
      errors.add(['workloads', w, 'replicas', i, 'name'], 'duplicate-name', () => {
        return `replicas[${first()}] is called ${show(name)} too`;
      });
    });
  }
}

export function partialNames(snapshot: unknown, errors: ErrorList): void {
  for (const [w, workload] of workloadsOf(snapshot).entries()) {
    const replicas = replicaListOf(workload);
    let named = 0;
    for (const replica of replicas) if (field(replica, 'name') !== undefined) named++;
    if (named === 0 || named === replicas.length) continue;
    errors.add(['workloads', w, 'replicas'], 'partial-names', () => {
      return `${named} of ${replicas.length} replicas have a name; give one to all or to none`;
    });
  }
}

export function unknownNodes(snapshot: unknown, errors: ErrorList): void {
  const nodes = nodesOf(snapshot);
  if (!isWhole(snapshot, 'nodes', nodes)) return;
  const known = new Set(nodes.map((node) => text(node, 'name')));
  // A name that can't be one is an error of its own.
  const isUnknown = (name: string) => !known.has(name) && NodeName.safeParse(name).success;
  const message = (name: string) => () => `there is no node ${show(name)}`;
  for (const [w, workload] of workloadsOf(snapshot).entries()) {
    for (const [i, replica] of replicaListOf(workload).entries()) {
      const node = text(replica, 'node');
      if (node === undefined || !isUnknown(node)) continue;
      errors.add(['workloads', w, 'replicas', i, 'node'], 'unknown-node', message(node));
    }
    for (const [node] of replicaCountsOf(workload)) {
      if (isUnknown(node)) errors.add(['workloads', w, 'replicas', node], 'unknown-node', message(node));
    }
  }
}
