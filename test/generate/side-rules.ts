import type { DomainRule, SideRules } from '../../src/model/problem/side-rules.ts';
import type { Problem } from '../../src/model/problem.ts';
import { initialProgress } from '../../src/solver/progress.ts';
import { type Random, random } from './random.ts';

/**
 * The same problem with side rules drawn at random, whatever they may mean: 1–5 domain rules of every form over nodes or
 * 2–4 zones (one node in eight in none), half of them about one workload alone; half of the time budgets, a limit of
 * nodes left per slot and floors; a third of the workloads moves by recreate.
 */
export function withSideRules(problem: Problem, seed: number): Problem {
  const draw = random(seed);
  const zones = draw.int(2, 4);
  const zoneOf = Int32Array.from({ length: problem.nodes }, () =>
    draw.chance(1 / 8) ? -1 : draw.int(0, zones - 1),
  );
  const self = Int32Array.from({ length: problem.nodes }, (_, node) => node);
  const domainRules = Array.from({ length: draw.int(1, 5) }, () =>
    draw.chance(0.4) ? drawRule(draw, problem, self, problem.nodes) : drawRule(draw, problem, zoneOf, zones),
  );
  const recreate = Uint8Array.from({ length: problem.workloads }, () => (draw.chance(1 / 3) ? 1 : 0));
  return { ...problem, domainRules, recreate, ...drawLimits(draw, problem) };
}

function drawRule(draw: Random, problem: Problem, domainOf: Int32Array, domains: number): DomainRule {
  const all = Array.from({ length: problem.workloads }, (_, w) => w);
  const some = (share: number) => all.filter(() => draw.chance(share));
  const own = draw.chance(0.5) ? [draw.pick(all)] : undefined;
  const shape = {
    rule: 'node-affinity' as const,
    domainOf,
    domains,
    counted: own ?? some(0.5),
    subjects: own ?? some(0.5),
  };
  const form = draw.pick(['at-most', 'at-most', 'partner', 'skew', 'skew'] as const);
  if (form === 'partner') return { ...shape, form };
  if (form === 'skew') return { ...shape, form, maxSkew: draw.int(1, 3), isLow: draw.chance(0.15) };
  return { ...shape, form, when: draw.pick(['during', 'after'] as const), most: draw.int(0, 4) };
}

/** Weights of workloads, by position. */
export function positive(weights: readonly number[]): Map<number, number> {
  return new Map([...weights.entries()].filter(([, weight]) => weight > 0));
}

function drawLimits(
  draw: Random,
  problem: Problem,
): Pick<SideRules, 'budgets' | 'floors' | 'sourcesPerSlot'> {
  const weight = () => positive(Array.from({ length: problem.workloads }, () => draw.int(0, 2)));
  const slot = draw.chance(0.3) ? draw.int(1, 4) : undefined;
  const plan = draw.chance(0.2) ? draw.int(2, 8) : undefined;
  const { hosted } = initialProgress(problem);
  const nodes = [...hosted.keys()].filter(() => draw.chance(0.6));
  const hosting = nodes.filter((node) => hosted[node] > 0).length;
  return {
    budgets: [
      ...(slot ? [{ rule: 'max-moves' as const, over: 'slot' as const, weight: weight(), most: slot }] : []),
      ...(plan ? [{ rule: 'max-moves' as const, over: 'plan' as const, weight: weight(), most: plan }] : []),
    ],
    floors:
      draw.chance(0.2) && hosting > 0
        ? [{ rule: 'max-moves' as const, nodes, least: draw.int(1, hosting) }]
        : [],
    sourcesPerSlot: draw.chance(0.2) ? draw.int(1, 2) : Number.POSITIVE_INFINITY,
  };
}
