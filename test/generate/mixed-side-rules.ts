import type { AtMost, Budget, DomainRule, Floor } from '../../src/model/problem/side-rules.ts';
import type { Problem } from '../../src/model/problem.ts';
import { type Random, random } from './random.ts';
import { positive } from './side-rules.ts';

/**
 * A problem with side rules of every form, as no snapshot need have them. Drawn by these rules (probabilities in percent):
 * - 0–3 domain rules of each form by turns, over domains that are the nodes (40) or 1–3 zones (nodes outside all: 15);
 *   counted and subjects one workload, the same (50), or any of all; limits around what there is at the start.
 * - a budget (40) per slot or plan, weights 0–2; a floor (25) on some nodes, at most what is used; at most 1–2 sources a
 *   slot (15); workloads that are recreated (25); what is released differs from what is requested (40).
 */
export function withSideRules(problem: Problem, seed: number): Problem {
  const draw = random(seed ^ 0x51de);
  const used = new Uint8Array(problem.nodes);
  for (const node of problem.groupNode) used[node] = 1;
  return withRelease(
    {
      ...problem,
      domainRules: Array.from({ length: draw.int(0, 3) }, () => drawRule(draw, problem)),
      budgets: draw.chance(0.4) ? [drawBudget(draw, problem)] : [],
      floors: draw.chance(0.25) ? [drawFloor(draw, used)] : [],
      sourcesPerSlot: draw.chance(0.15) ? draw.int(1, 2) : Number.POSITIVE_INFINITY,
      recreate: Uint8Array.from(problem.replicas, () => (draw.chance(0.25) ? 1 : 0)),
    },
    draw,
  );
}

function some(draw: Random, count: number): number[] {
  const all = Array.from({ length: count }, (_, i) => i);
  return draw
    .shuffled(all)
    .slice(0, draw.int(1, count))
    .sort((a, b) => a - b);
}

function drawRule(draw: Random, problem: Problem): DomainRule {
  const byNode = draw.chance(0.4);
  const domains = byNode ? problem.nodes : draw.int(1, 3);
  const domainOf = Int32Array.from({ length: problem.nodes }, (_, n) =>
    byNode ? n : draw.chance(0.15) ? -1 : draw.int(0, domains - 1),
  );
  const one = () => [draw.int(0, problem.workloads - 1)];
  const counted = draw.chance(0.6) ? one() : some(draw, problem.workloads);
  const subjects = draw.chance(0.5) ? counted : draw.chance(0.5) ? one() : some(draw, problem.workloads);
  const shape = { rule: 'moved' as const, domainOf, domains, counted, subjects };
  const form = draw.pick(['at-most', 'at-most', 'partner', 'skew'] as const);
  if (form === 'partner') return { ...shape, form };
  if (form === 'skew') return { ...shape, form, maxSkew: draw.int(1, 2), isLow: draw.chance(0.15) };
  const replicas = counted.reduce((sum, w) => sum + problem.replicas[w], 0);
  const most = draw.chance(0.4) ? Math.max(1, replicas - 1) : draw.int(0, 2);
  const when: AtMost['when'] = draw.chance(0.5) ? 'during' : 'after';
  return { ...shape, form, when, most };
}

function drawBudget(draw: Random, problem: Problem): Budget {
  const weight = positive(Array.from(problem.replicas, () => draw.pick([0, 1, 1, 2])));
  return { rule: 'max-moves', over: draw.pick(['slot', 'plan'] as const), weight, most: draw.int(1, 3) };
}

function drawFloor(draw: Random, used: Uint8Array): Floor {
  const nodes = some(draw, used.length);
  return { rule: 'max-moves', nodes, least: draw.int(0, nodes.filter((n) => used[n] === 1).length) };
}

/** Replicas at the start use other amounts than those that arrive. */
function withRelease(problem: Problem, draw: Random): Problem {
  if (!draw.chance(0.4)) return problem;
  const { resources, groups, groupNode, groupWorkload, groupCount, demand } = problem;
  const release = new Float64Array(groups * resources);
  const use = new Float64Array(problem.use.length);
  for (let g = 0; g < groups; g++) {
    for (let k = 0; k < resources; k++) {
      const request = demand[groupWorkload[g] * resources + k];
      const amount = draw.chance(0.5) ? request : draw.int(0, 2 * request + 1);
      release[g * resources + k] = amount;
      use[groupNode[g] * resources + k] += amount * groupCount[g];
    }
  }
  return { ...problem, release, use };
}
