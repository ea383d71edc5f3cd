/** What the boutique example takes from the outside, and the few numbers that are ours (marked *ours*). */

/** What is free on a node, or what a replica takes of it (always one pod). */
export interface Size {
  milliCpu: number;
  memoryMi: number;
  pods: number;
}

/**
 * Price per hour on demand in us-east-1, Linux, in USD, from Karpenter's generated AWS price table; Kubernetes
 * allocatable from its instance type reference (github.com/aws/karpenter-provider-aws, commit 1d92708, Apache-2.0,
 * tables of July 2026: pkg/providers/pricing/zz_generated.pricing_aws.go, website/…/reference/instance-types.md).
 */
const INSTANCE_TYPES = {
  't3.medium': { pricePerHour: '0.0416', milliCpu: 1930, memoryMi: 3246, pods: 17 },
  'c5.large': { pricePerHour: '0.085', milliCpu: 1930, memoryMi: 3114, pods: 29 },
  'm5.large': { pricePerHour: '0.096', milliCpu: 1930, memoryMi: 6903, pods: 29 },
};

/**
 * The DaemonSets of a plain EKS node: aws-node (25m; aws/amazon-vpc-cni-k8s chart), kube-proxy (100m; EKS add-on) and
 * ebs-csi-node (three containers of 10m and 40Mi; kubernetes-sigs/aws-ebs-csi-driver chart). They come and go with
 * their node, so they are taken off its allocatable; as pinned workloads they would keep every node in use.
 */
const DAEMONS: Size = { milliCpu: 155, memoryMi: 120, pods: 3 };

/** Three zones with one node of each type (*ours*). */
export const ZONES = ['us-east-1a', 'us-east-1b', 'us-east-1c'] as const;
export const NODES = ZONES.flatMap((zone) =>
  Object.entries(INSTANCE_TYPES).map(([type, { pricePerHour, milliCpu, memoryMi, pods }]) => ({
    name: `${type.replace('.', '-')}-${zone.slice(-1)}`,
    zone,
    pricePerHour,
    free: {
      milliCpu: milliCpu - DAEMONS.milliCpu,
      memoryMi: memoryMi - DAEMONS.memoryMi,
      pods: pods - DAEMONS.pods,
    },
  })),
);

/**
 * Mean ping round trips within and between zones of us-east-1 that O. Solomianik measured and published
 * (orensol.com/2009/05/24/network-latency-inside-and-across-amazon-ec2-availability-zones). Old, but exact and public;
 * AWS itself only says "single-digit milliseconds". Zone letters differ by account: measure your own.
 */
export const LATENCY_PAIRS = [
  { from: 'us-east-1a', to: 'us-east-1a', microseconds: 263 },
  { from: 'us-east-1b', to: 'us-east-1b', microseconds: 259 },
  { from: 'us-east-1c', to: 'us-east-1c', microseconds: 410 },
  { from: 'us-east-1a', to: 'us-east-1b', microseconds: 937 },
  { from: 'us-east-1a', to: 'us-east-1c', microseconds: 1031 },
  { from: 'us-east-1b', to: 'us-east-1c', microseconds: 1126 },
] as const;

/** 0.5 ms round trip: within a zone, never between two (*ours*). */
export const ZONE_LATENCY_LIMIT = 500;

export interface Service {
  namespace: string;
  name: string;
  milliCpu: number;
  memoryMi: number;
  /** Replicas at the peak and now (*ours*). */
  peak: number;
  replicas: number;
  pinned?: boolean;
  /** Scheduled into the zone of this service only. */
  near?: string;
  /** With a `reach` the call has the zone's latency limit. */
  calls: readonly { to: string; reach?: 'all' | 'nearest' }[];
}

/**
 * Online Boutique (github.com/GoogleCloudPlatform/microservices-demo, v0.2.0, Apache-2.0): requests from
 * release/kubernetes-manifests.yaml, calls from the address variables in it. Around it: an ingress (*ours*), two CoreDNS
 * (100m, 70Mi; github.com/coredns/deployment) and a metrics-server (100m, 200Mi; kubernetes-sigs/metrics-server).
 *
 * The limits are on what a shopper waits for (*ours*): each ingress has a frontend in its zone, each frontend a
 * catalogue and a currency service, and the carts are where their Redis is. The ingress stays because the load balancer
 * has its nodes registered, Redis because it keeps the carts in an emptyDir.
 */
export const SERVICES: readonly Service[] = [
  {
    ...app('ingress', 100, 128, 3, 3),
    namespace: 'ingress',
    pinned: true,
    calls: [{ to: 'frontend', reach: 'nearest' }],
  },
  { ...app('redis-cart', 70, 200, 1, 1), pinned: true },
  {
    ...app('frontend', 100, 64, 16, 8),
    calls: [
      { to: 'productcatalogservice', reach: 'nearest' },
      { to: 'currencyservice', reach: 'nearest' },
      { to: 'cartservice' },
      { to: 'recommendationservice' },
      { to: 'shippingservice' },
      { to: 'checkoutservice' },
      { to: 'adservice' },
    ],
  },
  { ...app('productcatalogservice', 100, 64, 16, 8) },
  { ...app('currencyservice', 100, 64, 16, 8) },
  { ...app('cartservice', 200, 64, 6, 3), near: 'redis-cart', calls: [{ to: 'redis-cart', reach: 'all' }] },
  { ...app('recommendationservice', 100, 220, 8, 4), calls: [{ to: 'productcatalogservice' }] },
  {
    ...app('checkoutservice', 100, 64, 8, 4),
    calls: [
      'productcatalogservice',
      'shippingservice',
      'paymentservice',
      'emailservice',
      'currencyservice',
      'cartservice',
    ].map((to) => ({ to })),
  },
  { ...app('shippingservice', 100, 64, 8, 4) },
  { ...app('paymentservice', 100, 64, 8, 4) },
  { ...app('emailservice', 100, 64, 6, 3) },
  { ...app('adservice', 200, 180, 8, 4) },
  { ...app('loadgenerator', 300, 256, 1, 1), calls: [{ to: 'frontend' }] },
  { ...app('coredns', 100, 70, 2, 2), namespace: 'kube-system' },
  { ...app('metrics-server', 100, 200, 1, 1), namespace: 'kube-system' },
];

function app(name: string, milliCpu: number, memoryMi: number, peak: number, replicas: number): Service {
  return { namespace: 'boutique', name, milliCpu, memoryMi, peak, replicas, calls: [] };
}
