import type { InputErrors } from '../../src/model/input-error.ts';

/** A small question in which everything that can be given is given. */
export const good = () => ({
  snapshot: {
    currency: 'EUR',
    nodes: [
      {
        name: 'n1',
        location: 'eu/a',
        pricePerHour: '0.192',
        currency: 'EUR',
        allocatable: { cpu: 4, pods: '110' },
        labels: { 'topology.kubernetes.io/zone': 'a', disk: 'ssd' },
        taints: [{ key: 'team', value: 'shop', effect: 'NoSchedule' }],
        capacityType: 'on-demand',
        unschedulable: false,
        ready: true,
      },
      { name: 'n2', allocatable: { cpu: '3920m', 'nvidia.com/gpu': 1 }, billedWhenEmpty: false },
      { name: 'spare', allocatable: {} },
    ],
    workloads: [
      { namespace: 'shop', name: 'cart', requests: { cpu: '250m', memory: 1 }, replicas: { n1: 2, n2: 0 } },
      { name: 'web', requests: {}, replicas: [{ node: 'n1' }, { node: 'n2' }], movable: false },
      { name: 'db', requests: { cpu: 1 }, replicas: [{ node: 'n2', name: 'db-0', movable: false }] },
      {
        name: 'idle',
        requests: {},
        replicas: {},
        mode: 'recreate',
        spot: { maxShare: '50%' },
        priority: -10,
      },
      {
        name: 'batch',
        requests: {},
        replicas: {},
        labels: { app: 'batch', tier: '' },
        nodeSelector: { disk: 'ssd' },
        affinity: {
          podAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [
              { labelSelector: { matchLabels: { app: 'cart' } }, namespaces: ['shop'], topologyKey: 'zone' },
            ],
            preferredDuringSchedulingIgnoredDuringExecution: [
              { weight: 100, podAffinityTerm: { labelSelector: {}, topologyKey: 'zone' } },
            ],
          },
          podAntiAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [
              {
                labelSelector: { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['batch'] }] },
                namespaceSelector: {},
                topologyKey: 'kubernetes.io/hostname',
              },
            ],
          },
          nodeAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              { weight: 1, preference: { matchExpressions: [{ key: 'disk', operator: 'Exists' }] } },
            ],
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                {
                  matchExpressions: [{ key: 'rank', operator: 'Gt', values: ['1'] }],
                  matchFields: [{ key: 'metadata.name', operator: 'NotIn', values: ['n2'] }],
                },
              ],
            },
          },
        },
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: 'zone',
            whenUnsatisfiable: 'DoNotSchedule',
            labelSelector: { matchLabels: { app: 'batch' } },
            minDomains: 2,
            nodeAffinityPolicy: 'Ignore',
            nodeTaintsPolicy: 'Honor',
          },
          { maxSkew: 2, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' },
        ],
        hostPorts: [{ hostPort: 8080, protocol: 'UDP', hostIP: '10.0.0.1' }, { hostPort: 443 }],
        tolerations: [
          { key: 'team', operator: 'Equal', value: 'shop', effect: 'NoSchedule' },
          { operator: 'Exists', tolerationSeconds: 30 },
        ],
      },
    ],
    resources: { memory: { transient: false } },
    latency: {
      measure: 'one-way',
      symmetric: true,
      pairs: [
        { from: 'eu/a', to: 'n2', microseconds: 500 },
        { from: 'nowhere', to: 'n2', microseconds: 0 },
      ],
    },
    calls: [
      { from: 'web', to: 'shop/cart', maxLatencyMicroseconds: 0, reach: 'nearest', stress: '1.5' },
      { from: 'shop/cart', to: 'default/idle' },
    ],
  },
  options: {
    objective: { kind: 'weighted', alpha: '0.001' },
    maxSlots: 3,
    maxMoves: 0,
    latencyIn: 'copies',
    strategy: 'ilp',
    workLimit: 1000,
    exclude: { nodes: ['n2'], workloads: ['idle'] },
    keepSpread: true,
    allowRecreate: true,
    maxDowntime: 2,
    budgets: { nodesPerSlot: 1, replicasPerSlot: '20%', workloadPerSlot: '50%' },
    keep: { nodes: ['n1'] },
    ignorePriorityBelow: -10,
    drain: { nodes: ['n1'] },
    headroom: { cpu: '10%', memory: '1Gi' },
    openable: [
      {
        name: 'small',
        count: 2,
        pricePerHour: '0.1',
        allocatable: { cpu: 2 },
        location: 'eu/a',
        capacityType: 'spot',
        labels: { disk: 'ssd' },
        taints: [],
      },
    ],
    pools: [{ name: 'ssd', selector: { disk: 'ssd' }, minimum: 1 }],
  },
});

/** The good question with one value set, or left out when it is undefined. @param place keys with spaces between */
export function withValue(place: string, value: unknown): Record<string, unknown> {
  const body: Record<string, unknown> = good();
  const path = place.split(' ');
  const last = path.pop() ?? '';
  let container = body;
  for (const step of path) container = container[step] as Record<string, unknown>;
  if (value === undefined) delete container[last];
  else container[last] = value;
  return body;
}

/** The errors of a reader that must have refused its input. */
export function errorsOf(result: object): InputErrors {
  if (!('errors' in result)) throw new Error('the input was taken');
  return result as InputErrors;
}

export const many = <Value>(count: number, value: (i: number) => Value): Value[] =>
  Array.from({ length: count }, (_, i) => value(i));
