import type { Demand } from './generate.ts';
import type { PlannedNode } from './nodes.ts';
import type { WorkloadParameters } from './parameters.ts';
import type { Random } from './random.ts';

/**
 * Nodes of the replicas of each microservice: each goes to a random node among those with room, or to any node when the
 * start may be overcommitted. Undefined when one finds no room.
 */
export function placeReplicas(
  draw: Random,
  nodes: readonly PlannedNode[],
  { devices, start }: WorkloadParameters,
  demands: readonly Demand[],
): number[][] | undefined {
  const room = nodes.map(({ cpuMilli, memoryMi }) => ({
    cpuMilli,
    memoryMi,
    devices: devices?.perNode ?? 0,
  }));
  const all = room.map((_, n) => n);
  const hosts: number[][] = [];
  for (const demand of demands) {
    const chosen: number[] = [];
    for (let replica = 0; replica < demand.replicas; replica++) {
      const fits = (n: number) =>
        room[n].cpuMilli >= demand.cpuMilli &&
        room[n].memoryMi >= demand.memoryMi &&
        room[n].devices >= demand.devices;
      const fitting = start === 'overcommitted' ? all : all.filter(fits);
      if (fitting.length === 0) return undefined;
      const n = draw.pick(fitting);
      room[n].cpuMilli -= demand.cpuMilli;
      room[n].memoryMi -= demand.memoryMi;
      room[n].devices -= demand.devices;
      chosen.push(n);
    }
    hosts.push(chosen);
  }
  return hosts;
}
