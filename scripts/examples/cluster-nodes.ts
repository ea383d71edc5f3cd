import { INSTANCE_TYPES, POOLS, type Pool, REGION, ZONES } from './cluster-facts.ts';

/** A node while it fills up. */
export interface Host {
  name: string;
  pool: Pool;
  zone: string;
  cpu: number;
  memory: number;
  pods: number;
  gpus: number;
  free: { cpu: number; memory: number; pods: number; gpus: number };
  /** Names of the services that run here, once for each pod. */
  hosted: string[];
}

/** Milli-cores and MiB that EKS leaves (see `cluster-facts.ts`). */
export function hosts(): Host[] {
  return POOLS.flatMap((pool) => {
    const { cores, gib, pods, gpus = 0 } = INSTANCE_TYPES[pool.type];
    const cpu = cores * 1000 - (cores === 2 ? 70 : 80);
    const memory = Math.floor(gib * 1024 * 0.965) - 11 * pods - 355;
    return ZONES.slice(0, pool.zones ?? ZONES.length).flatMap((zone) =>
      Array.from({ length: pool.perZone }, (_, i): Host => {
        const name = `${pool.name}-${zone.at(-1)}-${i + 1}`;
        return { name, pool, zone, cpu, memory, pods, gpus, free: { cpu, memory, pods, gpus }, hosted: [] };
      }),
    );
  });
}

export function nodeLabels({ name, pool, zone }: Host): Record<string, string> {
  const { arch = 'amd64' } = INSTANCE_TYPES[pool.type];
  return {
    'eks.amazonaws.com/capacityType': pool.spot ? 'SPOT' : 'ON_DEMAND',
    'eks.amazonaws.com/nodegroup': pool.name,
    'kubernetes.io/arch': arch,
    'kubernetes.io/hostname': name,
    'kubernetes.io/os': 'linux',
    'node.kubernetes.io/instance-type': pool.type,
    'topology.kubernetes.io/region': REGION,
    'topology.kubernetes.io/zone': zone,
    pool: pool.name,
  };
}

export function nodeObject(host: Host, uid: string, state: { cordoned: boolean; silent: boolean }): object {
  const allocatable = {
    cpu: `${host.cpu}m`,
    'ephemeral-storage': '76224326324',
    'hugepages-1Gi': '0',
    'hugepages-2Mi': '0',
    memory: `${host.memory * 1024}Ki`,
    ...(host.gpus > 0 && { 'nvidia.com/gpu': String(host.gpus) }),
    pods: String(host.pods),
  };
  const taints = [
    ...(host.pool.taint ? [host.pool.taint] : []),
    ...(state.cordoned ? [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }] : []),
    ...(state.silent
      ? [
          { key: 'node.kubernetes.io/unreachable', effect: 'NoSchedule' },
          { key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' },
        ]
      : []),
  ];
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: host.name, uid, labels: nodeLabels(host) },
    spec: {
      providerID: `aws:///${host.zone}/i-${host.name}`,
      ...(taints.length > 0 && { taints }),
      ...(state.cordoned && { unschedulable: true }),
    },
    status: {
      allocatable,
      capacity: { cpu: String(INSTANCE_TYPES[host.pool.type].cores), pods: String(host.pods) },
      conditions: [
        {
          type: 'Ready',
          status: state.silent ? 'Unknown' : 'True',
          reason: state.silent ? 'NodeStatusUnknown' : 'KubeletReady',
        },
      ],
      nodeInfo: {
        architecture: INSTANCE_TYPES[host.pool.type].arch ?? 'amd64',
        operatingSystem: 'linux',
        kubeletVersion: 'v1.33.4',
      },
    },
  };
}
