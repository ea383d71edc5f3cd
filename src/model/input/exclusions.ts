import type { Options } from '../options.ts';
import { refKey } from '../snapshot.ts';
import { type ErrorList, show } from './error-list.ts';
import { isWhole, keyOf, nodesOf, text, workloadsOf } from './readable.ts';

/** A name that the snapshot does not have excludes nothing, which is not what was meant. */
export function unknownExclusions(snapshot: unknown, { exclude }: Options, errors: ErrorList): void {
  if (exclude === undefined) return;
  const nodes = nodesOf(snapshot);
  if (isWhole(snapshot, 'nodes', nodes)) {
    const known = new Set(nodes.map((node) => text(node, 'name')));
    for (const [i, name] of (exclude.nodes ?? []).entries())
      if (!known.has(name)) errors.add(['nodes', i], 'unknown-node', () => `there is no node ${show(name)}`);
  }
  const workloads = workloadsOf(snapshot);
  if (isWhole(snapshot, 'workloads', workloads)) {
    const known = new Set(workloads.map(keyOf));
    for (const [i, ref] of (exclude.workloads ?? []).entries()) {
      if (known.has(refKey(ref))) continue;
      errors.add(['workloads', i], 'unknown-workload', () => `there is no workload ${show(refKey(ref))}`);
    }
  }
}
