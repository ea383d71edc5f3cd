import { canonicalNamespaceRules } from './canonical-namespaces.ts';
import { canonicalLabels, canonicalPodAffinity, canonicalSpread } from './canonical-pods.ts';
import {
  canonicalNodeRules,
  canonicalPorts,
  canonicalSelection,
  canonicalVolumes,
} from './canonical-selection.ts';
import { formatDecimal, formatMoney, money } from './decimal.ts';
import { locationOf } from './latency-table.ts';
import { canonicalShare } from './options/share.ts';
import type { ResolvedOptions } from './options.ts';
import { byName, countsOf, hasNames, sortedRecord } from './placement.ts';
import { formatUnits, NANO_EXPONENT, parseQuantity, resourceUnits } from './quantity.ts';
import { hasOwnReasons, replicasOf } from './replicas.ts';
import { DEFAULT_CURRENCY, refKey, type Snapshot, type Workload, workloadKey } from './snapshot.ts';
import type { Spot } from './spot.ts';
import { hasVariants } from './variants.ts';

/**
 * The one normal form of a snapshot: snapshots that mean the same give the same bytes, whatever the order of their
 * arrays and fields, the spelling of their amounts, and whether replicas without names are counted or listed.
 * Default names are written out (currency, namespace, location) and so are both directions of a latency; what is 0,
 * `true` by default, or of no effect is left out. The normal form is a snapshot itself, and its own normal form.
 */
export function canonicalSnapshot(snapshot: Snapshot): Snapshot {
  const amounts = new AmountTexts();
  const rules = Object.entries(snapshot.resources ?? {}).filter(([, { transient }]) => !transient);
  const latency = canonicalLatency(snapshot.latency);
  const calls = (snapshot.calls ?? []).map(canonicalCall);
  return {
    currency: snapshot.currency ?? DEFAULT_CURRENCY,
    nodes: snapshot.nodes.map((node) => canonicalNode(node, amounts)).sort((a, b) => byName(a.name, b.name)),
    workloads: snapshot.workloads
      .map((workload) => ({ key: workloadKey(workload), workload }))
      .sort((a, b) => byName(a.key, b.key))
      .map(({ workload }) => canonicalWorkload(workload, amounts)),
    ...(rules.length > 0 && { resources: sortedRecord(rules) }),
    ...(latency && { latency }),
    ...canonicalNamespaceRules(snapshot),
    ...(calls.length > 0 && { calls: calls.sort((a, b) => byName(a.from, b.from) || byName(a.to, b.to)) }),
  };
}

/** The bytes of the normal form, as text. */
export function canonicalText(snapshot: Snapshot): string {
  return JSON.stringify(canonicalSnapshot(snapshot));
}

/** `sha256:` and the SHA-256 of UTF-8 text, or of bytes, in lower-case hex. */
export async function sha256(input: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha256:${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Digest of what a snapshot means: equal for equal normal forms. */
export function snapshotDigest(snapshot: Snapshot): Promise<string> {
  return sha256(canonicalText(snapshot));
}

/** Digest of everything that decides an answer: the key of a cached plan. */
export function questionDigest(
  snapshot: Snapshot,
  options: ResolvedOptions,
  solverVersion: string,
): Promise<string> {
  const choices = [solverVersion, inOrder(options)];
  return sha256(`${JSON.stringify(choices)}\n${canonicalText(snapshot)}`);
}

/** With the keys of every record in order. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  return sortedRecord(Object.entries(value).map(([key, member]) => [key, inOrder(member)] as const));
}

function canonicalNode(node: Snapshot['nodes'][number], amounts: AmountTexts): Snapshot['nodes'][number] {
  return {
    name: node.name,
    location: locationOf(node),
    ...(node.pricePerHour !== undefined && { pricePerHour: formatMoney(money(node.pricePerHour)) }),
    // No pods is a limit; a node that does not name pods has none.
    allocatable: amounts.record(node.allocatable, (resource, text) => text === '0' && resource !== 'pods'),
    ...(node.billedWhenEmpty === false && { billedWhenEmpty: false }),
    ...(node.capacityType !== undefined &&
      node.capacityType !== 'on-demand' && { capacityType: node.capacityType }),
    ...canonicalNodeRules(node),
  };
}

function canonicalWorkload(workload: Workload, amounts: AmountTexts): Workload {
  const selection = canonicalSelection(workload);
  const affinity = { ...selection.affinity, ...canonicalPodAffinity(workload) };
  return {
    namespace: workload.namespace ?? 'default',
    name: workload.name,
    // A replica that does not say requests one pod.
    requests: amounts.record(
      workload.requests,
      (resource, text) => text === (resource === 'pods' ? '1' : '0'),
    ),
    replicas: canonicalReplicas(workload),
    ...(workload.movable === false && { movable: false }),
    ...(workload.movable === false &&
      workload.movableReason !== undefined && { movableReason: workload.movableReason }),
    ...(workload.mode === 'recreate' && { mode: workload.mode }),
    ...(workload.priority && { priority: workload.priority }),
    ...(workload.spot && { spot: canonicalSpot(workload.spot) }),
    ...canonicalLabels(workload),
    ...selection,
    ...(Object.keys(affinity).length > 0 && { affinity }),
    ...canonicalPorts(workload),
    ...canonicalSpread(workload),
    ...canonicalVolumesOf(workload),
  };
}

function canonicalVolumesOf({ volumes = [] }: Workload): Pick<Workload, 'volumes'> {
  const kept = canonicalVolumes(volumes);
  return kept.length > 0 ? { volumes: kept } : {};
}

function canonicalSpot({ maxShare = '100%' }: Spot): Spot {
  const share = canonicalShare(maxShare);
  return share === '100%' ? {} : { maxShare: share };
}

/** A list where replicas have names or differ, counts otherwise. */
function canonicalReplicas(workload: Workload): Workload['replicas'] {
  const { replicas, movable } = workload;
  const differ =
    movable !== false && Array.isArray(replicas) && replicas.some((replica) => replica.movable === false);
  const own = hasOwnReasons(workload);
  const common = movable === false ? workload.movableReason : undefined;
  if (!hasNames(workload) && !differ && !own && !hasVariants(workload))
    return sortedRecord([...countsOf(workload)]);
  const named = hasNames(workload);
  return replicasOf(workload).map(({ node, name, movable: may, movableReason, variant }) => ({
    node,
    ...(named && { name }),
    ...(differ && !may && { movable: may }),
    ...(movableReason !== undefined && movableReason !== common && { movableReason }),
    ...variant,
  }));
}

/** Amounts as `formatUnits` writes them. A cluster has few different ones, so each is only read once. */
class AmountTexts {
  readonly #texts = new Map<string, string>();

  /** Sorted by resource. @param without leaves out what says nothing */
  record(
    amounts: Record<string, string | number>,
    without: (resource: string, text: string) => boolean,
  ): Record<string, string> {
    const texts = Object.entries(amounts).map(([name, amount]) => [name, this.#text(name, amount)] as const);
    return sortedRecord(texts.filter(([resource, text]) => !without(resource, text)));
  }

  #text(resource: string, amount: string | number): string {
    const key = `${resource} ${amount}`;
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const text = formatUnits(resource, resourceUnits(resource, amount));
    this.#texts.set(key, text);
    return text;
  }
}

function canonicalCall({
  from,
  to,
  maxLatencyMicroseconds,
  reach,
  stress,
}: NonNullable<Snapshot['calls']>[number]) {
  return {
    from: refKey(from),
    to: refKey(to),
    ...(maxLatencyMicroseconds !== undefined && { maxLatencyMicroseconds }),
    ...(reach === 'nearest' && { reach }),
    ...(stress !== undefined && { stress: formatDecimal(parseQuantity(stress) ?? 0n, NANO_EXPONENT) }),
  };
}

/** Every known latency in both directions; those that are known without being given are left out. */
function canonicalLatency(latency: Snapshot['latency']): Snapshot['latency'] {
  const measure = latency?.measure ?? 'round-trip';
  const all = new Map<string, { from: string; to: string; microseconds: number }>();
  const put = (from: string, to: string, microseconds: number) =>
    all.set(`${from} ${to}`, { from, to, microseconds });
  if (latency?.symmetric !== false)
    for (const pair of latency?.pairs ?? []) put(pair.to, pair.from, pair.microseconds);
  for (const pair of latency?.pairs ?? []) put(pair.from, pair.to, pair.microseconds);
  const pairs = [...all.values()]
    .filter(({ from, to, microseconds }) => from !== to || microseconds !== 0)
    .sort((a, b) => byName(a.from, b.from) || byName(a.to, b.to));
  return pairs.length === 0 && measure === 'round-trip' ? undefined : { measure, symmetric: false, pairs };
}
