import type { Budget } from '../../model/problem/side-rules.ts';
import type { Draft } from './draft.ts';
import { addTaken } from './moves.ts';
import { Sum } from './sum.ts';

/** Budgets: Σ weight · moves ≤ most, in every slot or over the plan. The relaxation without slots keeps those of the plan. */
export function budget({ problem, program, moves, relaxed }: Draft, { over, weight, most }: Budget): void {
  if (over === 'slot' && relaxed) return;
  const spend = (from: number, to: number) => {
    const sum = new Sum();
    for (let group = 0; group < problem.groups; group++) {
      const each = weight.get(problem.groupWorkload[group]) ?? 0;
      if (each > 0) addTaken(sum, moves.leaving[group], from, to, each);
    }
    program.atMost(sum, most);
  };
  if (over === 'plan') spend(1, moves.slots);
  else for (let slot = 1; slot <= moves.slots; slot++) spend(slot, slot);
}
