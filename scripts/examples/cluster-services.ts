export interface Service {
  namespace: string;
  name: string;
  replicas: number;
  cpu: string;
  memory: string;
  kind?: 'Deployment' | 'StatefulSet' | 'ReplicaSet' | 'Job' | 'Pod';
  pool?: string;
  tolerates?: string;
  hostPorts?: number[];
  /** Required anti-affinity to itself, by host name; or a spread constraint over zones. */
  apart?: 'hosts' | 'zones' | 'wish';
  /** Of that constraint. */
  minDomains?: number;
  /** Required affinity to pods of this name. */
  near?: string;
  budget?: { minAvailable?: number | string; maxUnavailable?: number | string };
  volume?: 'disk' | 'shared' | 'scratch' | 'memory';
  annotations?: Record<string, string>;
  strategy?: 'Recreate';
  sidecar?: { cpu: string; memory: string };
  init?: { cpu: string; memory: string };
  gpus?: number;
  scheduler?: string;
  operator?: { apiVersion: string; kind: string; name: string };
  arch?: 'arm64';
  priorityClass?: string;
  autoscaled?: boolean;
}

const mesh = { cpu: '25m', memory: '48Mi' };

/** In the order in which they are placed. */
export const SERVICES: readonly Service[] = [
  {
    namespace: 'kube-system',
    name: 'coredns',
    replicas: 2,
    cpu: '100m',
    memory: '70Mi',
    apart: 'wish',
    budget: { maxUnavailable: 1 },
    priorityClass: 'system-cluster-critical',
  },
  { namespace: 'kube-system', name: 'metrics-server', replicas: 1, cpu: '100m', memory: '200Mi' },
  {
    namespace: 'edge',
    name: 'gateway',
    replicas: 3,
    cpu: '400m',
    memory: '512Mi',
    pool: 'edge',
    tolerates: 'edge',
    hostPorts: [80, 443],
    apart: 'hosts',
    budget: { minAvailable: 2 },
  },
  {
    namespace: 'shop',
    name: 'frontend',
    replicas: 10,
    cpu: '150m',
    memory: '160Mi',
    sidecar: mesh,
    budget: { maxUnavailable: '25%' },
    autoscaled: true,
  },
  {
    namespace: 'shop',
    name: 'cart',
    replicas: 6,
    cpu: '200m',
    memory: '128Mi',
    sidecar: mesh,
    budget: { minAvailable: 6 },
  },
  {
    namespace: 'shop',
    name: 'catalogue',
    replicas: 6,
    cpu: '180m',
    memory: '256Mi',
    sidecar: mesh,
    volume: 'shared',
  },
  {
    namespace: 'shop',
    name: 'checkout',
    replicas: 4,
    cpu: '150m',
    memory: '128Mi',
    sidecar: mesh,
    apart: 'zones',
  },
  { namespace: 'shop', name: 'currency', replicas: 6, cpu: '100m', memory: '64Mi', arch: 'arm64' },
  {
    namespace: 'shop',
    name: 'payment',
    replicas: 2,
    cpu: '150m',
    memory: '192Mi',
    annotations: { 'karpenter.sh/do-not-disrupt': 'true' },
  },
  {
    namespace: 'shop',
    name: 'shipping',
    replicas: 4,
    cpu: '120m',
    memory: '96Mi',
    init: { cpu: '500m', memory: '64Mi' },
    apart: 'hosts',
  },
  {
    namespace: 'shop',
    name: 'recommender',
    replicas: 6,
    cpu: '250m',
    memory: '420Mi',
    budget: { minAvailable: '50%' },
    apart: 'zones',
    minDomains: 3,
  },
  { namespace: 'shop', name: 'adverts', replicas: 5, cpu: '200m', memory: '180Mi', tolerates: 'lifecycle' },
  {
    namespace: 'shop',
    name: 'mailer',
    replicas: 2,
    cpu: '50m',
    memory: '64Mi',
    budget: { maxUnavailable: 0 },
  },
  {
    namespace: 'shop',
    name: 'cart-store',
    replicas: 3,
    cpu: '250m',
    memory: '1Gi',
    kind: 'StatefulSet',
    volume: 'disk',
    apart: 'hosts',
    budget: { maxUnavailable: 1 },
  },
  {
    namespace: 'shop',
    name: 'cart-cache',
    replicas: 2,
    cpu: '100m',
    memory: '256Mi',
    near: 'cart',
    volume: 'memory',
  },
  {
    namespace: 'billing',
    name: 'invoices',
    replicas: 8,
    cpu: '220m',
    memory: '300Mi',
    budget: { maxUnavailable: 1 },
  },
  {
    namespace: 'billing',
    name: 'ledger',
    replicas: 2,
    cpu: '500m',
    memory: '2Gi',
    kind: 'StatefulSet',
    volume: 'disk',
    pool: 'memory',
  },
  {
    namespace: 'billing',
    name: 'statements',
    replicas: 1,
    cpu: '300m',
    memory: '512Mi',
    strategy: 'Recreate',
    volume: 'disk',
  },
  { namespace: 'billing', name: 'tax', replicas: 3, cpu: '150m', memory: '200Mi' },
  {
    namespace: 'media',
    name: 'transcoder',
    replicas: 6,
    cpu: '700m',
    memory: '900Mi',
    pool: 'compute',
    volume: 'scratch',
  },
  {
    namespace: 'media',
    name: 'thumbnails',
    replicas: 8,
    cpu: '150m',
    memory: '128Mi',
    volume: 'scratch',
    tolerates: 'lifecycle',
  },
  {
    namespace: 'media',
    name: 'tagger',
    replicas: 1,
    cpu: '1',
    memory: '4Gi',
    pool: 'gpu',
    tolerates: 'nvidia.com/gpu',
    gpus: 1,
  },
  {
    namespace: 'media',
    name: 'legacy-player',
    replicas: 3,
    cpu: '100m',
    memory: '128Mi',
    kind: 'ReplicaSet',
  },
  {
    namespace: 'search',
    name: 'index',
    replicas: 3,
    cpu: '400m',
    memory: '3Gi',
    kind: 'StatefulSet',
    volume: 'disk',
    pool: 'memory',
    apart: 'hosts',
  },
  {
    namespace: 'search',
    name: 'queries',
    replicas: 6,
    cpu: '180m',
    memory: '350Mi',
    budget: { minAvailable: 3 },
  },
  {
    namespace: 'observability',
    name: 'prometheus',
    replicas: 2,
    cpu: '500m',
    memory: '2Gi',
    kind: 'StatefulSet',
    volume: 'disk',
    operator: { apiVersion: 'monitoring.coreos.com/v1', kind: 'Prometheus', name: 'main' },
  },
  {
    namespace: 'observability',
    name: 'dashboards',
    replicas: 1,
    cpu: '100m',
    memory: '256Mi',
    volume: 'disk',
  },
  {
    namespace: 'observability',
    name: 'traces',
    replicas: 2,
    cpu: '200m',
    memory: '400Mi',
    operator: { apiVersion: 'tracing.example/v1', kind: 'Collector', name: 'traces' },
  },
  { namespace: 'batch', name: 'nightly-report', replicas: 3, cpu: '300m', memory: '256Mi', kind: 'Job' },
  { namespace: 'batch', name: 'debug-shell', replicas: 1, cpu: '50m', memory: '64Mi', kind: 'Pod' },
  {
    namespace: 'batch',
    name: 'gang',
    replicas: 2,
    cpu: '200m',
    memory: '128Mi',
    scheduler: 'gang-scheduler',
  },
  ...['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta'].flatMap((team, i): Service[] => [
    {
      namespace: `team-${team}`,
      name: 'api',
      replicas: 2 + (i % 3),
      cpu: `${80 + 20 * (i % 4)}m`,
      memory: '128Mi',
      sidecar: mesh,
    },
    {
      namespace: `team-${team}`,
      name: 'worker',
      replicas: 1 + (i % 2),
      cpu: '120m',
      memory: `${96 + 32 * (i % 3)}Mi`,
    },
    ...(i % 2 === 0
      ? [{ namespace: `team-${team}`, name: 'front', replicas: 2, cpu: '60m', memory: '64Mi' }]
      : []),
  ]),
];
