import type { OpenablePool } from '../../src/model/options/openable.ts';
import type { Options } from '../../src/model/options.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { type Random, random } from './random.ts';

/**
 * Choices of the user for a snapshot. Drawn by these rules (probabilities in percent), tight ones more often:
 * - budgets per slot: nodes (35), replicas (35), each workload (50), as numbers of 0–3 or percentages.
 * - one or two nodes that are kept (25) or drained (35).
 * - one or two new nodes that may be opened (25).
 * - headroom of cpu (20) or memory (10); a pool of all nodes or of those with ssd (45); a minimum saving (15, not with drain).
 */
export function drawnChoices(snapshot: Snapshot, seed: number): Options {
  const draw = random(seed + 5_000_011);
  const budgets = {
    ...(draw.chance(0.35) && { nodesPerSlot: drawShare(draw) }),
    ...(draw.chance(0.35) && { replicasPerSlot: drawShare(draw) }),
    ...(draw.chance(0.5) && { workloadPerSlot: drawShare(draw) }),
  };
  const drain = draw.chance(0.35) && { drain: { nodes: drawNodes(draw, snapshot) } };
  const headroom = {
    ...(draw.chance(0.2) && { cpu: draw.pick(['10%', '34%', '500m', 1, 2]) }),
    ...(draw.chance(0.1) && { memory: draw.pick(['20%', 1]) }),
  };
  const selector = draw.chance(0.7) ? {} : { disk: 'ssd' };
  const pools = [{ name: 'pool', selector, minimum: draw.pick([1, 2, 4]) }];
  const minimumSaving = {
    ...(draw.chance(0.6) && { plan: draw.pick(['20%', '1.5', 3]) }),
    ...(draw.chance(0.6) && { perMove: draw.pick(['0.5', 1, 2]) }),
  };
  return {
    ...(Object.keys(budgets).length > 0 && { budgets }),
    ...(draw.chance(0.25) && { keep: { nodes: drawNodes(draw, snapshot) } }),
    ...drain,
    ...(Object.keys(headroom).length > 0 && { headroom }),
    ...(draw.chance(0.45) && { pools }),
    ...(draw.chance(0.25) && { openable: [drawPool(draw)] }),
    ...(draw.chance(0.15) && !drain && { minimumSaving }),
  };
}

/** The same deployment with spot nodes (40) and workloads that allow them (60), most of these up to a share. */
export function withSpot(snapshot: Snapshot, seed: number): Snapshot {
  const draw = random(seed + 6_000_011);
  return {
    ...snapshot,
    nodes: snapshot.nodes.map((node) => ({
      ...node,
      ...(draw.chance(0.5) && { capacityType: draw.pick(['spot', 'spot', 'spot', 'spot', 'reserved']) }),
    })),
    workloads: snapshot.workloads.map((workload) => ({
      ...workload,
      ...(draw.chance(0.6) && { spot: draw.chance(0.3) ? {} : { maxShare: drawShare(draw) } }),
    })),
  };
}

function drawPool(draw: Random): OpenablePool {
  return {
    name: 'pool',
    count: draw.int(1, 2),
    pricePerHour: draw.pick([1, 2, '0.5', 4]),
    allocatable: {
      cpu: draw.int(2, 6),
      memory: draw.int(1, 6),
      ...(draw.chance(0.5) && { pods: 3, gpu: 1 }),
    },
    ...(draw.chance(0.6) && { location: draw.pick(['x', 'y']) }),
    ...(draw.chance(0.5) && { labels: { disk: 'ssd' } }),
    ...(draw.chance(0.2) && { capacityType: 'spot' as const }),
  };
}

function drawShare(draw: Random): number | string {
  return draw.chance(0.5) ? draw.pick([0, 1, 1, 2, 2, 3]) : draw.pick(['10%', '30%', '50%', '67%', '100%']);
}

function drawNodes(draw: Random, { nodes }: Snapshot): string[] {
  return draw.shuffled(nodes.map(({ name }) => name)).slice(0, draw.chance(0.7) ? 1 : 2);
}
