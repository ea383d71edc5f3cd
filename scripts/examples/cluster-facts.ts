/**
 * A shop on EKS, as `examples/cluster` has it: names and sizes are ours, instance types and their on-demand prices in us-east-1 are
 * AWS's. Allocatable is what EKS leaves of them: its reservations are 11 MiB a pod, 255 MiB and 100 MiB of memory, and of cpu 70m of
 * two cores and 80m of four; what the hypervisor takes of the memory is put at 3.5 %.
 */

interface InstanceType {
  price: string;
  /** Of the same type as spot capacity. */
  spot?: string;
  cores: 2 | 4;
  gib: number;
  pods: number;
  arch?: 'arm64';
  gpus?: number;
}

export const INSTANCE_TYPES: Record<string, InstanceType> = {
  'm5.large': { price: '0.096', spot: '0.0386', cores: 2, gib: 8, pods: 29 },
  'm5.xlarge': { price: '0.192', spot: '0.0741', cores: 4, gib: 16, pods: 58 },
  'c5.xlarge': { price: '0.17', cores: 4, gib: 8, pods: 58 },
  'r5.large': { price: '0.126', cores: 2, gib: 16, pods: 29 },
  'm6g.large': { price: '0.077', cores: 2, gib: 8, pods: 29, arch: 'arm64' },
  'g4dn.xlarge': { price: '0.526', cores: 4, gib: 16, pods: 29, gpus: 1 },
};

export const REGION = 'us-east-1';
export const ZONES = ['us-east-1a', 'us-east-1b', 'us-east-1c'] as const;

export interface Pool {
  name: string;
  type: string;
  /** In each of the first `zones` zones. */
  perZone: number;
  zones?: number;
  spot?: boolean;
  taint?: { key: string; value?: string; effect: string };
}

export const POOLS: readonly Pool[] = [
  { name: 'general', type: 'm5.large', perZone: 3 },
  { name: 'wide', type: 'm5.xlarge', perZone: 2 },
  { name: 'compute', type: 'c5.xlarge', perZone: 1 },
  { name: 'memory', type: 'r5.large', perZone: 1 },
  {
    name: 'spot',
    type: 'm5.xlarge',
    perZone: 1,
    spot: true,
    taint: { key: 'lifecycle', value: 'spot', effect: 'NoSchedule' },
  },
  { name: 'arm', type: 'm6g.large', perZone: 1 },
  { name: 'edge', type: 'm5.large', perZone: 1, taint: { key: 'edge', effect: 'NoSchedule' } },
  {
    name: 'gpu',
    type: 'g4dn.xlarge',
    perZone: 1,
    zones: 1,
    taint: { key: 'nvidia.com/gpu', value: 'present', effect: 'NoSchedule' },
  },
  { name: 'old', type: 'm5.large', perZone: 1, zones: 2 },
];

/** Nodes of the pool `old`: the first is cordoned, the second does not answer. */
export const CORDONED = 'old-a-1';
export const SILENT = 'old-b-1';

/** What runs on every node. */
export const DAEMONS = [
  { name: 'cni', cpu: '50m', memory: '64Mi' },
  { name: 'proxy', cpu: '50m', memory: '32Mi' },
  { name: 'disk-driver', cpu: '30m', memory: '120Mi' },
  { name: 'node-metrics', cpu: '20m', memory: '32Mi', hostPort: 9100 },
  { name: 'log-shipper', cpu: '50m', memory: '100Mi' },
] as const;
