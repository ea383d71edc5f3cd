import type { Options } from '../options.ts';
import { refKey } from '../snapshot.ts';
import { eachDuplicate } from './duplicates.ts';
import { type ErrorList, type Path, show } from './error-list.ts';
import { isWhole, keyOf, nodesOf, text, workloadsOf } from './readable.ts';

/** A name that the snapshot does not have chooses nothing, which is not what was meant. */
export function unknownNames(snapshot: unknown, options: Options, errors: ErrorList): void {
  const { exclude, keep, drain } = options;
  const nodes = nodesOf(snapshot);
  if (isWhole(snapshot, 'nodes', nodes)) {
    const known = new Set(nodes.map((node) => text(node, 'name')));
    const check = (path: Path, names: readonly string[] = []) => {
      for (const [i, name] of names.entries())
        if (!known.has(name))
          errors.add([...path, i], 'unknown-node', () => `there is no node ${show(name)}`);
    };
    check(['exclude', 'nodes'], exclude?.nodes);
    check(['keep', 'nodes'], keep?.nodes);
    check(['drain', 'nodes'], drain?.nodes);
  }
  const workloads = workloadsOf(snapshot);
  if (isWhole(snapshot, 'workloads', workloads)) {
    const known = new Set(workloads.map(keyOf));
    for (const [i, ref] of (exclude?.workloads ?? []).entries()) {
      if (known.has(refKey(ref))) continue;
      errors.add(
        ['exclude', 'workloads', i],
        'unknown-workload',
        () => `there is no workload ${show(refKey(ref))}`,
      );
    }
  }
}

/**
 * Choices that can not both be meant: nothing leaves an excluded node, so it can't be drained; draining comes before money, so
 * it asks for no saving.
 */
export function contradictions({ exclude, drain, minimumSaving }: Options, errors: ErrorList): void {
  const excluded = new Set(exclude?.nodes);
  for (const [i, name] of (drain?.nodes ?? []).entries()) {
    if (!excluded.has(name)) continue;
    errors.add(['drain', 'nodes', i], 'contradiction', () => `${show(name)} is excluded: nothing leaves it`);
  }
  if (drain !== undefined && drain.nodes.length > 0 && minimumSaving !== undefined) {
    errors.add(['minimumSaving'], 'contradiction', () => 'nodes are to be drained whatever it saves');
  }
}

/** Pools are told apart by their names. */
export function duplicatePools({ pools = [] }: Options, errors: ErrorList): void {
  eachDuplicate(
    pools,
    (pool) => text(pool, 'name'),
    (i, name, first) => {
      errors.add(
        ['pools', i, 'name'],
        'duplicate-name',
        () => `pools[${first()}] is called ${show(name)} too`,
      );
    },
  );
}
