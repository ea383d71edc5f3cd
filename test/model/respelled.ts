import { resourceUnits } from '../../src/model/quantity.ts';
import type { NodeSelectorRequirement } from '../../src/model/scheduling.ts';
import type { Call, Node, Snapshot, Workload } from '../../src/model/snapshot.ts';
import { type Random, random } from '../generate/random.ts';
import { respellPods } from './respelled-pods.ts';

/** The same snapshot written in another way: everything that may differ without a difference in meaning does, by draw. */
export function respelled(snapshot: Snapshot, seed: number): Snapshot {
  const draw = random(seed);
  const other: Snapshot = {
    nodes: draw.shuffled(snapshot.nodes).map((node) => respellNode(node, draw)),
    workloads: draw.shuffled(snapshot.workloads).map((workload) => respellWorkload(workload, draw)),
  };
  const currency = snapshot.currency ?? (draw.chance(0.5) ? 'USD' : undefined);
  if (currency !== undefined) other.currency = currency;
  if (snapshot.latency) other.latency = respellLatency(snapshot.latency, draw);
  if (snapshot.calls) other.calls = draw.shuffled(snapshot.calls).map((call) => respellCall(call, draw));
  const resources = {
    ...snapshot.resources,
    ...(draw.chance(0.5) && { 'example.com/unused': { transient: true } }),
  };
  if (Object.keys(resources).length > 0) other.resources = shuffledKeys(resources, draw);
  return shuffledKeys(other, draw);
}

function respellNode(node: Node, draw: Random): Node {
  return shuffledKeys(
    {
      ...node,
      allocatable: respellAmounts(node.allocatable, draw, 'example.com/none', 0),
      ...(draw.chance(0.5) && { location: node.location ?? node.name }),
      ...(draw.chance(0.5) && { billedWhenEmpty: node.billedWhenEmpty ?? true }),
      ...(draw.chance(0.5) && { ready: node.ready ?? true }),
      ...(draw.chance(0.5) && { unschedulable: node.unschedulable ?? false }),
      ...(node.labels && { labels: shuffledKeys(node.labels, draw) }),
      ...(node.taints && { taints: repeated(node.taints, draw) }),
      ...(node.pricePerHour !== undefined && {
        pricePerHour: draw.pick([node.pricePerHour, `0${node.pricePerHour}`]),
      }),
    },
    draw,
  );
}

function respellWorkload(workload: Workload, draw: Random): Workload {
  return shuffledKeys(
    {
      ...workload,
      requests: respellAmounts(workload.requests, draw, 'pods', '1'),
      replicas: respellReplicas(workload.replicas, draw),
      ...(draw.chance(0.5) && { movable: workload.movable ?? true }),
      ...(draw.chance(0.5) && { namespace: workload.namespace ?? 'default' }),
      ...(draw.chance(0.5) && { priority: workload.priority ?? 0 }),
      ...(workload.nodeSelector && { nodeSelector: shuffledKeys(workload.nodeSelector, draw) }),
      ...respellPods(
        { ...workload, ...(workload.affinity && { affinity: respellAffinity(workload.affinity, draw) }) },
        draw,
      ),
      ...(workload.labels && { labels: shuffledKeys(workload.labels, draw) }),
      ...(workload.hostPorts && { hostPorts: repeated(workload.hostPorts, draw) }),
      ...(workload.tolerations && { tolerations: repeated(workload.tolerations, draw) }),
    },
    draw,
  );
}

/** In another order, and now and then one of them twice. */
function repeated<T extends object>(elements: readonly T[], draw: Random): T[] {
  const all = draw.chance(0.3) && elements.length > 0 ? [...elements, elements[0]] : elements;
  return draw.shuffled(all).map((element) => shuffledKeys(element, draw));
}

function respellAffinity(affinity: NonNullable<Workload['affinity']>, draw: Random): Workload['affinity'] {
  const required = affinity.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (!required) return affinity;
  const nodeSelectorTerms = repeated(
    required.nodeSelectorTerms.map(({ matchExpressions, matchFields }) => ({
      ...(matchExpressions && { matchExpressions: repeated(matchExpressions.map(respellValues), draw) }),
      ...(matchFields && { matchFields: repeated(matchFields, draw) }),
    })),
    draw,
  );
  return {
    ...affinity,
    nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
  };

  function respellValues(requirement: NodeSelectorRequirement): NodeSelectorRequirement {
    return requirement.values ? { ...requirement, values: draw.shuffled(requirement.values) } : requirement;
  }
}

function respellReplicas(replicas: Workload['replicas'], draw: Random): Workload['replicas'] {
  if (Array.isArray(replicas) && replicas.some(({ name }) => name !== undefined))
    return draw.shuffled(replicas);
  if (Array.isArray(replicas) && replicas.some(({ movable }) => movable === false))
    return draw.shuffled(replicas);
  const list = Array.isArray(replicas)
    ? replicas
    : Object.entries(replicas).flatMap(([node, count]) => Array.from({ length: count }, () => ({ node })));
  if (draw.chance(0.5)) return draw.shuffled(list);
  const counts: Record<string, number> = {};
  for (const { node } of draw.shuffled(list)) counts[node] = (counts[node] ?? 0) + 1;
  return counts;
}

/** @param more a resource that may be named with this amount, or not at all, without a difference */
function respellAmounts(
  amounts: Node['allocatable'],
  draw: Random,
  more: string,
  amount: string | number,
): Node['allocatable'] {
  const all =
    draw.chance(0.5) && amounts[more] === undefined ? { ...amounts, [more]: amount } : { ...amounts };
  for (const [resource, quantity] of Object.entries(all)) {
    const units = resourceUnits(resource, quantity);
    const milli = resource === 'cpu' ? units : units * 1000n;
    all[resource] = draw.pick([quantity, `${milli}m`, `+${milli}000e-6`, `${milli}000u`]);
  }
  return shuffledKeys(all, draw);
}

function respellLatency(latency: NonNullable<Snapshot['latency']>, draw: Random): Snapshot['latency'] {
  const given = new Set(latency.pairs.map(({ from, to }) => `${from} ${to}`));
  const mirrored =
    latency.symmetric === false
      ? []
      : latency.pairs
          .filter(({ from, to }) => !given.has(`${to} ${from}`))
          .map(({ from, to, microseconds }) => ({ from: to, to: from, microseconds }));
  const isWritten = latency.symmetric === false || draw.chance(0.5);
  const pairs = draw.shuffled([...latency.pairs, ...(isWritten ? mirrored : [])]);
  if (!given.has('nowhere nowhere')) pairs.push({ from: 'nowhere', to: 'nowhere', microseconds: 0 });
  return shuffledKeys(
    { ...latency, measure: latency.measure ?? 'round-trip', symmetric: !isWritten, pairs },
    draw,
  );
}

function respellCall(call: Call, draw: Random): Call {
  const full = (ref: string) => (ref.includes('/') ? ref : `default/${ref}`);
  const short = (ref: string) => full(ref).replace(/^default\//, '');
  return shuffledKeys(
    {
      ...call,
      from: draw.pick([full, short])(call.from),
      to: draw.pick([full, short])(call.to),
      ...(draw.chance(0.5) && { reach: call.reach ?? 'all' }),
      ...(call.stress !== undefined && { stress: `${call.stress}` }),
    },
    draw,
  );
}

function shuffledKeys<Value extends object>(value: Value, draw: Random): Value {
  return Object.fromEntries(draw.shuffled(Object.entries(value))) as Value;
}
