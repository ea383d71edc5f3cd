/** Small deployments of every shape that the generator has, as requests of `drawWorkload`, the seed left out. */
export const SMALL_SHAPES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  paper: { kind: 'applications', ...small(4, [40, 70]) },
  'five locations': { kind: 'applications', ...small(5, [30, 60]), locations: 5 },
  'mixed sizes': {
    kind: 'applications',
    ...small(6, [30, 60]),
    pricing: 'capacity',
    sizes: [
      { cpuMilli: 8000, memoryMi: 1638, priceFactor: 1 },
      { cpuMilli: 4000, memoryMi: 1000, priceFactor: 0.9 },
    ],
  },
  'real prices': {
    kind: 'applications',
    ...small(5, [30, 60]),
    instanceTypes: ['Standard_D8s_v5', 'Standard_F4s_v2'],
  },
  'many replicas': {
    kind: 'applications',
    ...small(4, [35, 65]),
    replicas: [1, 3],
    cpuMilli: [300, 1300],
    memoryMi: [100, 200],
  },
  'three resources': { kind: 'applications', ...small(4, [40, 70]), devices: { perNode: 1, percent: 30 } },
  overcommitted: { kind: 'applications', ...small(4, [40, 80]), start: 'overcommitted' },
  'latency-breaking': {
    kind: 'applications',
    ...small(4, [40, 70]),
    locations: 4,
    start: 'latency-breaking',
  },
  planted: { kind: 'planted', nodes: 5, kept: 2, replicasPerNode: [3, 4], prices: [4, 9] },
};

function small(nodes: number, occupancyPercent: [number, number]) {
  return { applications: 3, microservices: 3, nodes, occupancyPercent };
}
