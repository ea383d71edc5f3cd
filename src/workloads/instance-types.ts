/**
 * Prices per hour on demand, Linux, in USD, per region, from Karpenter's generated Azure price table
 * (github.com/Azure/karpenter-provider-azure, commit 352646f, Apache-2.0, table of June 2026:
 * pkg/providers/pricing/zz_generated.pricing.go). Sizes as the names say, whole: what Kubernetes keeps for itself is not
 * taken off.
 */
export const REGIONS = [
  'eastus',
  'centralus',
  'canadacentral',
  'brazilsouth',
  'northeurope',
  'westeurope',
  'uksouth',
  'southeastasia',
] as const;

export const INSTANCE_TYPE_NAMES = [
  'Standard_D4s_v5',
  'Standard_D8s_v5',
  'Standard_F4s_v2',
  'Standard_F8s_v2',
  'Standard_E4s_v5',
  'Standard_E8s_v5',
] as const;
export type InstanceTypeName = (typeof INSTANCE_TYPE_NAMES)[number];

interface InstanceType {
  readonly cpuMilli: number;
  readonly memoryMi: number;
  /** In the order of the regions. */
  readonly prices: readonly string[];
}

export const INSTANCE_TYPES: Record<InstanceTypeName, InstanceType> = {
  Standard_D4s_v5: {
    cpuMilli: 4000,
    memoryMi: 16384,
    prices: ['0.192', '0.217', '0.214', '0.306', '0.214', '0.23', '0.222', '0.24'],
  },
  Standard_D8s_v5: {
    cpuMilli: 8000,
    memoryMi: 32768,
    prices: ['0.384', '0.434', '0.428', '0.612', '0.428', '0.46', '0.444', '0.48'],
  },
  Standard_F4s_v2: {
    cpuMilli: 4000,
    memoryMi: 8192,
    prices: ['0.169', '0.204', '0.185', '0.262', '0.192', '0.194', '0.202', '0.196'],
  },
  Standard_F8s_v2: {
    cpuMilli: 8000,
    memoryMi: 16384,
    prices: ['0.338', '0.408', '0.371', '0.524', '0.384', '0.388', '0.404', '0.392'],
  },
  Standard_E4s_v5: {
    cpuMilli: 4000,
    memoryMi: 32768,
    prices: ['0.252', '0.285', '0.276', '0.402', '0.282', '0.304', '0.296', '0.304'],
  },
  Standard_E8s_v5: {
    cpuMilli: 8000,
    memoryMi: 65536,
    prices: ['0.504', '0.57', '0.552', '0.804', '0.564', '0.608', '0.592', '0.608'],
  },
};
