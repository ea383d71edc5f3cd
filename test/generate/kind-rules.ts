import type { DisruptionBudget, Quota } from '../../src/model/namespace-rules.ts';
import type { NodeSelectorTerm } from '../../src/model/scheduling.ts';
import type { PlacedReplica, Snapshot, Workload } from '../../src/model/snapshot.ts';
import { workloadKey } from '../../src/model/snapshot.ts';
import type { Volume } from '../../src/model/volumes.ts';
import { type Random, random } from './random.ts';

/**
 * The same deployment with workloads of all kinds. Drawn by these rules (probabilities in percent):
 * - per workload: mode recreate (30); a volume (25), which all share where the mode is surge (85); its replicas listed (40),
 *   each with requests (50) and a volume (20) of its own.
 * - a quota per namespace (25): of one resource or two, with room for none to four more, used given (30).
 * - a disruption budget over one or two workloads of a namespace (40), minAvailable or maxUnavailable, whole or in per cent,
 *   one replica not healthy (20) or one more wanted (15); a second budget (15), which may cover the same ones.
 */
export function withKindRules(snapshot: Snapshot, seed: number): Snapshot {
  const draw = random(seed + 77);
  const nodes = snapshot.nodes.map(({ name }) => name).sort();
  const workloads = snapshot.workloads.map((workload) => drawKind(draw, workload, nodes));
  const namespaces = [...new Set(workloads.map(({ namespace = 'default' }) => namespace))].sort();
  const quotas = namespaces.flatMap((namespace) =>
    draw.chance(0.25) ? [drawQuota(draw, namespace, workloads)] : [],
  );
  const budgets = namespaces.flatMap((namespace) =>
    Array.from({ length: draw.chance(0.4) ? (draw.chance(0.15) ? 2 : 1) : 0 }, (_, i) =>
      drawBudget(draw, namespace, i, workloads),
    ),
  );
  return {
    ...snapshot,
    workloads,
    ...(quotas.length > 0 && { quotas }),
    ...(budgets.length > 0 && { disruptionBudgets: budgets }),
  };
}

function drawKind(draw: Random, workload: Workload, nodes: readonly string[]): Workload {
  const isRecreated = draw.chance(0.3);
  const isShared = () => !isRecreated && draw.chance(0.85);
  const changed: Workload = { ...workload, ...(isRecreated && { mode: 'recreate' as const }) };
  if (draw.chance(0.25)) changed.volumes = [drawVolume(draw, nodes, isShared())];
  if (!draw.chance(0.4)) return changed;
  const list: PlacedReplica[] = Array.isArray(changed.replicas)
    ? changed.replicas
    : Object.entries(changed.replicas).flatMap(([node, count]) =>
        Array.from({ length: count }, () => ({ node })),
      );
  changed.replicas = list.map((replica) => ({
    ...replica,
    ...(draw.chance(0.5) && { requests: drawRequests(draw, workload) }),
    ...(draw.chance(0.2) && { volumes: [drawVolume(draw, nodes, isShared())] }),
  }));
  return changed;
}

function drawRequests(draw: Random, { requests }: Workload): Workload['requests'] {
  const cpu = draw.int(0, 3);
  return { ...requests, ...(cpu > 0 && { cpu }), ...(draw.chance(0.3) && { memory: draw.int(0, 2) }) };
}

function drawVolume(draw: Random, nodes: readonly string[], isShared: boolean): Volume {
  const terms: NodeSelectorTerm[] = Array.from({ length: draw.int(1, 2) }, () => ({
    matchFields: [
      {
        key: 'metadata.name',
        operator: draw.pick(['In', 'NotIn', 'NotIn'] as const),
        values: [draw.pick(nodes)],
      },
    ],
  }));
  return {
    ...(draw.chance(0.4) && { claim: draw.pick(['data', 'logs']) }),
    ...(isShared
      ? { accessModes: [draw.pick(['ReadWriteMany', 'ReadOnlyMany'] as const)] }
      : draw.chance(0.5) && { accessModes: [draw.pick(['ReadWriteOnce', 'ReadWriteOncePod'] as const)] }),
    ...(draw.chance(0.7) && { nodeAffinity: { required: { nodeSelectorTerms: terms } } }),
  };
}

function drawQuota(draw: Random, namespace: string, workloads: readonly Workload[]): Quota {
  const own = workloads.filter((workload) => (workload.namespace ?? 'default') === namespace);
  const replicas = own.reduce((sum, { replicas: list }) => {
    return sum + (Array.isArray(list) ? list.length : Object.values(list).reduce((all, n) => all + n, 0));
  }, 0);
  const hard: Quota['hard'] = {};
  const used: NonNullable<Quota['used']> = {};
  for (const key of draw
    .shuffled(['requests.cpu', 'cpu', 'pods', 'requests.memory'])
    .slice(0, draw.int(1, 2))) {
    const now = key === 'pods' ? replicas : replicas * 2;
    if (key !== 'pods' || draw.chance(0.3)) used[key] = now;
    hard[key] = now + draw.int(0, key === 'pods' ? 2 : 4) - (draw.chance(0.1) ? 1 : 0);
  }
  return { ...(namespace !== 'default' && { namespace }), name: 'team', hard, used };
}

function drawBudget(
  draw: Random,
  namespace: string,
  index: number,
  workloads: readonly Workload[],
): DisruptionBudget {
  const own = workloads.filter((workload) => (workload.namespace ?? 'default') === namespace);
  const covered = draw.shuffled(own).slice(0, draw.int(1, 2));
  const replicas = covered.reduce((sum, { replicas: list }) => {
    return sum + (Array.isArray(list) ? list.length : Object.values(list).reduce((all, n) => all + n, 0));
  }, 0);
  const share = draw.chance(0.5) ? draw.pick(['25%', '33%', '50%', '67%', '100%']) : draw.int(0, replicas);
  const unhealthy = draw.chance(0.2) ? { healthy: Math.max(0, replicas - 1) } : {};
  return {
    ...(namespace !== 'default' && { namespace }),
    name: `budget-${index}`,
    workloads: covered.map(workloadKey),
    ...(draw.chance(0.5) ? { minAvailable: share } : { maxUnavailable: share }),
    ...unhealthy,
    ...(draw.chance(0.15) && { expected: replicas + 1 }),
  };
}
