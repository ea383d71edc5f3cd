import type { Node } from '../model/snapshot.ts';
import { INSTANCE_TYPES, REGIONS } from './instance-types.ts';
import { digits } from './names.ts';
import type { WorkloadParameters } from './parameters.ts';

/** A node as the draws need it. */
export interface PlannedNode {
  readonly location: string;
  readonly cpuMilli: number;
  readonly memoryMi: number;
  readonly pricePerHour: string;
}

/** Locations in turn; once round all of them, the next kind of node. So every kind is in every location. */
export function planNodes(parameters: WorkloadParameters): PlannedNode[] {
  const { nodes, locations, sizes, pricing, instanceTypes } = parameters;
  return Array.from({ length: nodes }, (_, i): PlannedNode => {
    const place = i % locations;
    const round = Math.floor(i / locations);
    if (instanceTypes.length > 0) {
      const { cpuMilli, memoryMi, prices } = INSTANCE_TYPES[instanceTypes[round % instanceTypes.length]];
      return { location: REGIONS[place], cpuMilli, memoryMi, pricePerHour: prices[place] };
    }
    const { cpuMilli, memoryMi, priceFactor } = sizes[round % sizes.length];
    // In thousandths, so that a factor such as 0.35 gives an exact decimal.
    const thousandths =
      Math.round((place + 1) * priceFactor * 1000) * (pricing === 'capacity' ? cpuMilli : 1000);
    const pricePerHour = decimalOfMillionths(thousandths);
    return { location: `location-${place + 1}`, cpuMilli, memoryMi, pricePerHour };
  });
}

export function locationNames({ locations, instanceTypes }: WorkloadParameters): string[] {
  return Array.from({ length: locations }, (_, i) =>
    instanceTypes.length > 0 ? REGIONS[i] : `location-${i + 1}`,
  );
}

export function makeNodes(planned: readonly PlannedNode[], { devices }: WorkloadParameters): Node[] {
  return planned.map(({ location, cpuMilli, memoryMi, pricePerHour }, i) => ({
    name: `node-${digits(i, planned.length)}`,
    location,
    pricePerHour,
    allocatable: {
      cpu: `${cpuMilli}m`,
      memory: `${memoryMi}Mi`,
      ...(devices ? { device: devices.perNode } : {}),
    },
  }));
}

function decimalOfMillionths(millionths: number): string {
  const text = String(millionths).padStart(7, '0');
  const fraction = text.slice(-6).replace(/0+$/, '');
  return text.slice(0, -6) + (fraction ? `.${fraction}` : '');
}
