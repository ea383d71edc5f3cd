import type { DomainRule } from '../../../src/model/problem/side-rules.ts';
import { mayArrive, type Problem, released } from '../../../src/model/problem.ts';
import { levelsOf, type Score } from '../../../src/solver/levels.ts';

/**
 * Every placement that a plan of a problem without latency limits can reach, by trying all slots: the definitions of
 * `model/problem/side-rules.ts` and of capacity, replica by replica, as plainly as they are written.
 */

interface Replica {
  readonly group: number;
  readonly workload: number;
  readonly start: number;
  readonly movable: boolean;
}

type Nodes = readonly number[];

/** The lowest levels of all plans, and whether they would be lower without the side rules is not said. */
export function lowestLevels(problem: Problem): number[] {
  const reached = reachable(problem).map((score) => levelsOf(problem, score));
  return reached.reduce((low, levels) => (isLower(levels, low) ? levels : low));
}

function isLower(a: readonly number[], b: readonly number[]): boolean {
  const level = a.findIndex((value, l) => value !== b[l]);
  return level >= 0 && a[level] < b[level];
}

function replicasOf(problem: Problem): Replica[] {
  return [...problem.groupCount].flatMap((count, group) =>
    Array.from({ length: count }, () => ({
      group,
      workload: problem.groupWorkload[group],
      start: problem.groupNode[group],
      movable: problem.groupMovable[group] === 1,
    })),
  );
}

function reachable(problem: Problem): Score[] {
  const replicas = replicasOf(problem);
  const start = replicas.map((replica) => replica.start);
  const keyOf = (nodes: Nodes) =>
    nodes
      .map((node, r) => `${replicas[r].group}:${node}`)
      .sort()
      .join();
  const seen = new Set([keyOf(start)]);
  const scores: Score[] = [];
  let level: Nodes[] = [start];
  for (let slots = 0; level.length > 0; slots++) {
    for (const nodes of level)
      if (mayEnd(problem, replicas, nodes)) scores.push(scoreOf(problem, replicas, nodes, slots));
    if (slots === problem.maxSlots) break;
    const next: Nodes[] = [];
    for (const before of level) {
      for (const after of followers(problem, replicas, before)) {
        const key = keyOf(after);
        if (seen.has(key) || !slotHolds(problem, replicas, before, after)) continue;
        seen.add(key);
        next.push(after);
      }
    }
    level = next;
  }
  return scores;
}

function followers(problem: Problem, replicas: readonly Replica[], before: Nodes): number[][] {
  let all: number[][] = [[]];
  for (const [r, { start, movable, group }] of replicas.entries()) {
    const others = [...problem.price.keys()].filter((n) => n !== start && mayArrive(problem, group, n));
    const choices = before[r] === start && movable ? [start, ...others] : [before[r]];
    all = all.flatMap((some) => choices.map((choice) => [...some, choice]));
  }
  return all.filter((nodes) => nodes.some((node, r) => node !== before[r]));
}

function scoreOf(problem: Problem, replicas: readonly Replica[], nodes: Nodes, slots: number): Score {
  const price = [...new Set(nodes)].reduce((sum, node) => sum + problem.price[node], 0);
  return { price, moves: nodes.filter((node, r) => node !== replicas[r].start).length, slots };
}

/** What is asked of the whole plan, and of its end. */
function mayEnd(problem: Problem, replicas: readonly Replica[], nodes: Nodes): boolean {
  const moved = replicas.filter(({ start }, r) => nodes[r] !== start);
  return (
    moved.length <= problem.maxMoves &&
    problem.budgets.every(({ over, weight, most }) => over === 'slot' || spent(moved, weight) <= most) &&
    problem.floors.every(({ nodes: floor, least }) => floor.filter((n) => nodes.includes(n)).length >= least)
  );
}

function spent(moved: readonly Replica[], weight: ReadonlyMap<number, number>): number {
  return moved.reduce((sum, { workload }) => sum + (weight.get(workload) ?? 0), 0);
}

function slotHolds(problem: Problem, replicas: readonly Replica[], before: Nodes, after: Nodes): boolean {
  const moving = replicas.filter((_, r) => before[r] !== after[r]);
  return (
    hasRoom(problem, replicas, before, after) &&
    problem.domainRules.every((rule) => domainHolds(problem, replicas, before, after, rule)) &&
    problem.budgets.every(({ over, weight, most }) => over === 'plan' || spent(moving, weight) <= most) &&
    new Set(moving.map(({ start }) => start)).size <= problem.sourcesPerSlot
  );
}

function hasRoom(problem: Problem, replicas: readonly Replica[], before: Nodes, after: Nodes): boolean {
  const { resources, demand, capacity, transient } = problem;
  const request = (r: number, k: number) => demand[replicas[r].workload * resources + k];
  const uses = (r: number, node: number, k: number) =>
    node === replicas[r].start ? released(problem, replicas[r].group, k) : request(r, k);
  return replicas.every((_, arriving) => {
    const node = after[arriving];
    if (node === before[arriving]) return true;
    return Array.from({ length: resources }, (_, k) => k).every((k) => {
      if (request(arriving, k) === 0) return true;
      let use = 0;
      for (const r of replicas.keys()) {
        if (after[r] === node) use += uses(r, node, k);
        else if (before[r] === node && transient[k]) use += uses(r, node, k);
      }
      return use <= capacity[node * resources + k];
    });
  });
}

function domainHolds(
  problem: Problem,
  replicas: readonly Replica[],
  before: Nodes,
  after: Nodes,
  rule: DomainRule,
): boolean {
  const { domainOf, counted, subjects, domains } = rule;
  const recreates = (r: number) => problem.recreate[replicas[r].workload] === 1;
  const isCounted = (r: number) => counted.includes(replicas[r].workload);
  const moves = (r: number) => before[r] !== after[r];
  const sum = (of: (r: number) => number) =>
    [...replicas.keys()].filter(isCounted).reduce((total, r) => total + of(r), 0);
  const was = (r: number, d: number) => domainOf[before[r]] === d;
  const will = (r: number, d: number) => domainOf[after[r]] === d;
  const most = (d: number) =>
    sum((r) => (was(r, d) && will(r, d) && moves(r) && !recreates(r) ? 2 : was(r, d) || will(r, d) ? 1 : 0));
  const fewest = (d: number) => sum((r) => (was(r, d) && will(r, d) && !(moves(r) && recreates(r)) ? 1 : 0));
  const ends = (d: number) => sum((r) => (will(r, d) ? 1 : 0));
  return [...replicas.keys()].every((arriving) => {
    const d = domainOf[after[arriving]];
    if (!moves(arriving) || d < 0 || !subjects.includes(replicas[arriving].workload)) return true;
    if (rule.form === 'at-most') return (rule.when === 'during' ? most(d) : ends(d)) <= rule.most;
    if (rule.form === 'partner') return fewest(d) >= 1;
    if (rule.isLow && most(d) > rule.maxSkew) return false;
    const own = (other: number) =>
      isCounted(arriving) && !recreates(arriving) && was(arriving, other) ? 1 : 0;
    const others = Array.from({ length: domains }, (_, other) => other).filter((other) => other !== d);
    return others.every((other) => most(d) - (fewest(other) + own(other)) <= rule.maxSkew);
  });
}
