import { NodeName } from '../snapshot.ts';
import { Duplicates } from './duplicates.ts';
import { type ErrorList, type Path, show } from './error-list.ts';
import { field, isWhole, keyOf, nodesOf, record, replicaListOf, text, workloadsOf } from './readable.ts';

/** Names of nodes, workloads and replicas, and where replicas run. */

export function duplicateNodes(snapshot: unknown, errors: ErrorList): void {
  const names = new Duplicates(errors, 'duplicate-name');
  for (const [n, node] of nodesOf(snapshot).entries()) {
    const name = text(node, 'name');
    names.next(
      n,
      name,
      () => ['nodes', n, 'name'],
      (first) => `nodes[${first}] is called ${show(name)} too`,
    );
  }
}

export function duplicateWorkloads(snapshot: unknown, errors: ErrorList): void {
  const keys = new Duplicates(errors, 'duplicate-name');
  for (const [w, workload] of workloadsOf(snapshot).entries()) {
    const key = keyOf(workload);
    keys.next(
      w,
      key,
      () => ['workloads', w, 'name'],
      (first) => `workloads[${first}] is ${show(key)} too`,
    );
  }
}

export function duplicateReplicas(snapshot: unknown, errors: ErrorList): void {
  for (const [w, workload] of workloadsOf(snapshot).entries()) {
    const names = new Duplicates(errors, 'duplicate-name');
    for (const [i, replica] of replicaListOf(workload).entries()) {
      const name = text(replica, 'name');
      const path = () => ['workloads', w, 'replicas', i, 'name'];
      names.next(
        i,
        name,
        path,
        (first) => `replicas[${first}] of ${show(keyOf(workload))} is called ${show(name)} too`,
      );
    }
  }
}

export function partialNames(snapshot: unknown, errors: ErrorList): void {
  for (const [w, workload] of workloadsOf(snapshot).entries()) {
    const replicas = replicaListOf(workload);
    const named = replicas.filter((replica) => field(replica, 'name') !== undefined).length;
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
  const check = (name: string | undefined, path: () => Path) => {
    // A name that can't be one is an error of its own.
    if (name === undefined || known.has(name) || !NodeName.safeParse(name).success) return;
    errors.add(path(), 'unknown-node', () => `there is no node ${show(name)}`);
  };
  for (const [w, workload] of workloadsOf(snapshot).entries()) {
    for (const [i, replica] of replicaListOf(workload).entries()) {
      check(text(replica, 'node'), () => ['workloads', w, 'replicas', i, 'node']);
    }
    for (const [node] of record(workload, 'replicas')) check(node, () => ['workloads', w, 'replicas', node]);
  }
}
