import { LIMITS } from '../limits.ts';
import { openedName } from '../options/openable.ts';
import type { Options } from '../options.ts';
import { comesWhole, isFraction } from './amounts.ts';
import { eachDuplicate } from './duplicates.ts';
import { type ErrorList, show } from './error-list.ts';
import { nodesOf, text } from './readable.ts';

/** Nodes that may be opened: their names must be new, and what they offer must make sense. */
export function openedTwice({ openable = [] }: Options, errors: ErrorList, snapshot: unknown): void {
  const nodes = nodesOf(snapshot);
  const known = new Set(nodes.map((node) => text(node, 'name')));
  const total = openable.reduce((sum, { count }) => sum + count, nodes.length);
  if (openable.length > 0 && total > LIMITS.nodes) {
    errors.add(
      ['openable'],
      'too-many',
      () => `${total} nodes with those of the snapshot; at most ${LIMITS.nodes} are taken`,
    );
    return;
  }
  eachDuplicate(
    openable,
    (pool) => text(pool, 'name'),
    (i, name, first) => {
      errors.add(
        ['openable', i, 'name'],
        'duplicate-name',
        () => `openable[${first()}] is called ${show(name)} too`,
      );
    },
  );
  for (const [i, { name, count, allocatable }] of openable.entries()) {
    const taken = Array.from({ length: count }, (_, n) => openedName(name, n + 1)).find((node) =>
      known.has(node),
    );
    if (taken !== undefined)
      errors.add(['openable', i, 'name'], 'duplicate-name', () => `the snapshot has a node ${show(taken)}`);
    for (const [resource, quantity] of Object.entries(allocatable)) {
      if (!isFraction(resource, quantity)) continue;
      errors.add(['openable', i, 'allocatable', resource], 'fractional-resource', () =>
        comesWhole(resource, quantity),
      );
    }
  }
}
