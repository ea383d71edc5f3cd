import type { Snapshot, Workload } from '../../src/model/snapshot.ts';
import { type Random, random } from './random.ts';

/**
 * The same deployment with workloads of all kinds. Drawn by these rules (probabilities in percent): mode recreate (35).
 */
export function withKindRules(snapshot: Snapshot, seed: number): Snapshot {
  const draw = random(seed + 77);
  return { ...snapshot, workloads: snapshot.workloads.map((workload) => drawKind(draw, workload)) };
}

function drawKind(draw: Random, workload: Workload): Workload {
  return { ...workload, ...(draw.chance(0.35) && { mode: 'recreate' as const }) };
}
