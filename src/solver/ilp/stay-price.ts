import type { Draft } from './draft.ts';
import { addTaken } from './moves.ts';
import { Sum } from './sum.ts';

/**
 * `stayPrice` of the problem: 1 − Σ moves of the workload ≤ z, and z costs its price.
 *
 * @returns what is paid, in money units
 */
export function stayPrice({ problem, program, moves }: Draft): Sum {
  const paid = new Sum();
  if (!problem.stayPrice) return paid;
  const { workload, price } = problem.stayPrice;
  const routes = moves.routes.filter(({ group }) => problem.groupWorkload[group] === workload);
  if (routes.length === 0) return paid.addConstant(price);
  const stays = program.column(1);
  const short = addTaken(new Sum().addConstant(1), routes, 1, moves.slots, -1);
  program.indicate(short, 1, stays);
  return paid.add(stays, price);
}
