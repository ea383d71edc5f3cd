import type { Move, PlanClaim } from '../../src/model/plan.ts';
import { MOVE_MODES, type Snapshot } from '../../src/model/snapshot.ts';
import type { Random } from '../generate/random.ts';
import { listReplicas } from './copies.ts';

/**
 * A plan without sense: any replica moves anywhere, several times, within a slot too, in any mode; now and then a name is
 * unknown, a `from` is wrong or a slot is empty.
 */
export function senselessPlan(draw: Random, snapshot: Snapshot): PlanClaim {
  const replicas = listReplicas(snapshot);
  const node = () => (draw.chance(0.04) ? 'nowhere' : draw.pick(snapshot.nodes).name);
  const move = (): Move => {
    const { workload, name, origin } = draw.pick(replicas);
    return {
      workload: draw.chance(0.03) ? 'default/nobody' : workload,
      replica: draw.chance(0.03) ? 'nobody' : name,
      from: draw.chance(0.8) ? origin : node(),
      to: node(),
      mode: draw.chance(0.7) ? 'surge' : draw.pick(MOVE_MODES),
    };
  };
  return {
    slots: Array.from({ length: draw.int(0, 4) }, () => ({
      moves: Array.from({ length: draw.int(0, 3) }, move),
    })),
  };
}
