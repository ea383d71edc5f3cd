import type { Violation } from '../../model/plan.ts';
import type { Problem } from '../../model/problem.ts';
import { formatUnits } from '../../model/quantity.ts';
import { EMPTY_SCHEDULE } from '../schedule.ts';
import type { Allocatable } from './allocatable.ts';
import { plainExcesses } from './calls.ts';

/** What is broken at the start: nodes by name and resource, then calls by caller and callee. */
export function inheritedBreaches(problem: Problem, allocatable: Allocatable): Violation[] {
  return [...overcommitted(problem, allocatable), ...late(problem)];
}

function overcommitted(problem: Problem, allocatable: Allocatable): Violation[] {
  const { resources, requested, resourceNames, nodeNames, use, resourceUnit } = problem;
  return Array.from(use.keys())
    .filter((cell) => cell % resources < requested && use[cell] > 0)
    .flatMap((cell): Violation[] => {
      const node = nodeNames[Math.floor(cell / resources)];
      const k = cell % resources;
      const resource = resourceNames[k];
      const used = BigInt(use[cell]) * resourceUnit[k];
      const limit = allocatable(Math.floor(cell / resources), k);
      if (limit === undefined || used <= limit) return [];
      return [
        {
          rule: 'node-capacity',
          slot: 0,
          subject: `${node} ${resource}`,
          excess: formatUnits(resource, used - limit),
          message: `node ${node} starts with ${formatUnits(resource, used)} ${resource} in use of ${formatUnits(resource, limit)} allocatable`,
        },
      ];
    });
}

function late(problem: Problem): Violation[] {
  const { workloadNames, callFrom, callTo } = problem;
  return plainExcesses(problem, EMPTY_SCHEDULE).flatMap((excess, call): Violation[] => {
    if (excess === 0) return [];
    const subject = `${workloadNames[callFrom[call]]} -> ${workloadNames[callTo[call]]}`;
    if (excess === Number.POSITIVE_INFINITY) {
      return [breach(subject, 'unknown', `the latency of ${subject} is unknown`)];
    }
    return [breach(subject, String(excess), `${subject} takes ${excess} µs longer than allowed`)];
  });
}

function breach(subject: string, excess: string, message: string): Violation {
  return { rule: 'latency', slot: 0, subject, excess, message };
}
