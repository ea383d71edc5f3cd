import { canonicalSnapshot, snapshotDigest } from '../model/canonical.ts';
import { checkPlan } from '../model/check/index.ts';
import { formatMoney, money } from '../model/decimal.ts';
import { resolveOptions } from '../model/options.ts';
import { byName, countReplicas, countsOf, occupiedNodes, sortedRecord } from '../model/placement.ts';
import { DEFAULT_CURRENCY, type Snapshot, type Workload, workloadKey } from '../model/snapshot.ts';
import type { SnapshotComparison } from './comparison.ts';
import { fieldDifferences } from './fields.ts';
import { ruleDifferences } from './rules.ts';

/** Two snapshots side by side, in normal form: what is spelled differently is not different. */
export async function compareSnapshots(first: Snapshot, second: Snapshot): Promise<SnapshotComparison> {
  const [a, b] = [canonicalSnapshot(first), canonicalSnapshot(second)];
  const [one, other] = [await sideOf(a), await sideOf(b)];
  const price = money(other.side.pricePerHour) - money(one.side.pricePerHour);
  const counts = Object.fromEntries(
    (['nodes', 'nodesInUse', 'workloads', 'replicas'] as const).map((name) => [
      name,
      other.side[name] - one.side[name],
    ]),
  );
  return {
    kind: 'snapshots',
    same: one.side.digest === other.side.digest,
    first: one.side,
    second: other.side,
    difference: {
      ...(one.side.currency === other.side.currency && { pricePerHour: formatMoney(price) }),
      counts,
    },
    nodes: things(
      byKey(a.nodes, ({ name }) => name),
      byKey(b.nodes, ({ name }) => name),
    ),
    workloads: things(described(a), described(b)),
    replicas: replicaDifferences(a, b),
    others: fieldDifferences(rest(a), rest(b)),
    rules: ruleDifferences(one.inherited, other.inherited),
  };
}

async function sideOf(snapshot: Snapshot) {
  const options = resolveOptions(snapshot, {});
  const { recomputed, inherited } = checkPlan(snapshot, options, { slots: [] });
  const side = {
    digest: await snapshotDigest(snapshot),
    currency: snapshot.currency ?? DEFAULT_CURRENCY,
    pricePerHour: recomputed.cost.before,
    nodes: snapshot.nodes.length,
    nodesInUse: occupiedNodes(snapshot).size,
    workloads: snapshot.workloads.length,
    replicas: snapshot.workloads.reduce((sum, workload) => sum + countReplicas(workload), 0),
  };
  return { side, inherited };
}

function byKey<Thing>(list: readonly Thing[], key: (thing: Thing) => string): Map<string, Thing> {
  return new Map(list.map((thing) => [key(thing), thing]));
}

/** Workloads without where their replicas run, but with the names of those that may not move. */
function described({ workloads }: Snapshot): Map<string, unknown> {
  return new Map(
    workloads.map((workload) => {
      const { replicas, ...rest } = workload;
      const stuck = Array.isArray(replicas) ? replicas.filter(({ movable }) => movable === false) : [];
      return [workloadKey(workload), { ...rest, ...(stuck.length > 0 && { staying: stuck.length }) }];
    }),
  );
}

function things(first: ReadonlyMap<string, unknown>, second: ReadonlyMap<string, unknown>) {
  const missing = (some: ReadonlyMap<string, unknown>, others: ReadonlyMap<string, unknown>) =>
    [...some.keys()].filter((name) => !others.has(name)).sort(byName);
  const changed = [...first.keys()]
    .filter((name) => second.has(name))
    .sort(byName)
    .map((name) => ({ name, fields: fieldDifferences(first.get(name), second.get(name)) }))
    .filter(({ fields }) => fields.length > 0);
  return { gone: missing(first, second), added: missing(second, first), changed };
}

function replicaDifferences(a: Snapshot, b: Snapshot): SnapshotComparison['replicas'] {
  const later = byKey(b.workloads, workloadKey);
  return a.workloads.flatMap((workload: Workload) => {
    const other = later.get(workloadKey(workload));
    if (!other) return [];
    const [one, two] = [countsOf(workload), countsOf(other)];
    const nodes = [...new Set([...one.keys(), ...two.keys()])].filter(
      (node) => one.get(node) !== two.get(node),
    );
    if (nodes.length === 0) return [];
    const counts = (of: ReadonlyMap<string, number>) =>
      sortedRecord(nodes.map((node) => [node, of.get(node) ?? 0] as const));
    return [{ workload: workloadKey(workload), first: counts(one), second: counts(two) }];
  });
}

function rest({ nodes: _, workloads: __, ...others }: Snapshot): unknown {
  return others;
}
