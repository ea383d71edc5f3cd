import type { Service } from './cluster-services.ts';

/** Pod specs and the objects around them, as an API server would print them once what nobody needs is stripped. */

export function podSpec(service: Service): Record<string, unknown> {
  const {
    name,
    cpu,
    memory,
    sidecar,
    init,
    gpus,
    hostPorts,
    pool,
    arch,
    tolerates,
    scheduler,
    priorityClass,
  } = service;
  const main = {
    name,
    image: `registry.example/${service.namespace}/${name}:1.4`,
    resources: {
      requests: { cpu, memory, ...(gpus !== undefined && { 'nvidia.com/gpu': String(gpus) }) },
      ...(gpus !== undefined && { limits: { 'nvidia.com/gpu': String(gpus) } }),
    },
    ...(hostPorts && {
      ports: hostPorts.map((port) => ({ containerPort: port, hostPort: port, protocol: 'TCP' })),
    }),
  };
  const selector = {
    ...(pool !== undefined && { pool }),
    ...(arch !== undefined && { 'kubernetes.io/arch': arch }),
  };
  const affinity = affinityOf(service);
  const initContainers = [
    ...(init ? [{ name: 'prepare', image: 'registry.example/tools:2', resources: { requests: init } }] : []),
    ...(sidecar
      ? [
          {
            name: 'mesh',
            image: 'registry.example/mesh:3',
            restartPolicy: 'Always',
            resources: { requests: sidecar },
          },
        ]
      : []),
  ];
  return {
    ...(initContainers.length > 0 && { initContainers }),
    containers: [main],
    ...(Object.keys(selector).length > 0 && { nodeSelector: selector }),
    ...(affinity && { affinity }),
    ...(service.apart === 'zones' && {
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'topology.kubernetes.io/zone',
          whenUnsatisfiable: 'DoNotSchedule',
          labelSelector: { matchLabels: { app: name } },
          ...(service.minDomains !== undefined && { minDomains: service.minDomains }),
        },
      ],
    }),
    ...(priorityClass !== undefined && { priorityClassName: priorityClass }),
    schedulerName: scheduler ?? 'default-scheduler',
    tolerations: [
      ...(tolerates !== undefined ? [{ key: tolerates, operator: 'Exists', effect: 'NoSchedule' }] : []),
      ...['not-ready', 'unreachable'].map((state) => ({
        key: `node.kubernetes.io/${state}`,
        operator: 'Exists',
        effect: 'NoExecute',
        tolerationSeconds: 300,
      })),
    ],
  };
}

function affinityOf({ apart, near, name }: Service): object | undefined {
  const term = (app: string, topologyKey: string) => ({
    labelSelector: { matchLabels: { app } },
    topologyKey,
  });
  if (near !== undefined)
    return {
      podAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [term(near, 'topology.kubernetes.io/zone')],
      },
    };
  if (apart === 'hosts')
    return {
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [term(name, 'kubernetes.io/hostname')],
      },
    };
  if (apart === 'wish')
    return {
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 100, podAffinityTerm: term(name, 'kubernetes.io/hostname') },
        ],
      },
    };
  return undefined;
}

/** @param claim name of the claim of this pod, when it has one */
export function volumesOf({ volume }: Service, claim: string): object[] {
  switch (volume) {
    case 'disk':
    case 'shared':
      return [{ name: 'data', persistentVolumeClaim: { claimName: claim } }];
    case 'scratch':
      return [{ name: 'scratch', emptyDir: { sizeLimit: '2Gi' } }];
    case 'memory':
      return [{ name: 'cache', emptyDir: { medium: 'Memory' } }];
    default:
      return [];
  }
}

export function controlledBy(apiVersion: string, kind: string, name: string, uid: string): object {
  return { ownerReferences: [{ apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }] };
}

export const READY = [
  { type: 'Initialized', status: 'True' },
  { type: 'Ready', status: 'True' },
  { type: 'PodScheduled', status: 'True' },
];

/** Eight letters and digits like those of a pod-template-hash, from a text (FNV-1a, 32 bits). */
export function hash(text: string): string {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193) >>> 0;
  const letters = 'bcdfghjklmnpqrstvwxz2456789';
  return Array.from({ length: 8 }, (_, i) => letters[(state >>> (i * 3)) % letters.length]).join('');
}
