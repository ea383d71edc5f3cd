import type { Options } from '../../src/model/options.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { type Random, random } from './random.ts';

/**
 * Choices of the user for a snapshot. Drawn by these rules (probabilities in percent), tight ones more often:
 * - budgets per slot: nodes (35), replicas (35), each workload (50), as numbers of 0–3 or percentages.
 * - one or two nodes that are kept (25) or drained (35).
 */
export function drawnChoices(snapshot: Snapshot, seed: number): Options {
  const draw = random(seed + 5_000_011);
  const budgets = {
    ...(draw.chance(0.35) && { nodesPerSlot: drawShare(draw) }),
    ...(draw.chance(0.35) && { replicasPerSlot: drawShare(draw) }),
    ...(draw.chance(0.5) && { workloadPerSlot: drawShare(draw) }),
  };
  return {
    ...(Object.keys(budgets).length > 0 && { budgets }),
    ...(draw.chance(0.25) && { keep: { nodes: drawNodes(draw, snapshot) } }),
    ...(draw.chance(0.35) && { drain: { nodes: drawNodes(draw, snapshot) } }),
  };
}

function drawShare(draw: Random): number | string {
  return draw.chance(0.5) ? draw.pick([0, 1, 1, 2, 2, 3]) : draw.pick(['10%', '30%', '50%', '67%', '100%']);
}

function drawNodes(draw: Random, { nodes }: Snapshot): string[] {
  return draw.shuffled(nodes.map(({ name }) => name)).slice(0, draw.chance(0.7) ? 1 : 2);
}
