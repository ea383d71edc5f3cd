import type { Question } from '../model/read-question.ts';
import type { LiftRule, Obstacle } from './lift-rule.ts';
import { nodeCapacity, transientCapacity } from './rules/capacity.ts';
import { excluded, maxDowntime, maxMoves, maxSlots, surge } from './rules/choices.ts';
import { latency } from './rules/latency.ts';
import { movable } from './rules/movable.ts';
import { disruptionBudget, resourceQuota } from './rules/namespaces.ts';
import { nodeNotReady, nodeUnschedulable, pricedTarget } from './rules/nodes.ts';
import { podAffinity, podAntiAffinity, spotAllowed, spotShare, topologySpread } from './rules/pods.ts';
import { nodeAffinity, nodePorts, taintToleration } from './rules/selection.ts';
import {
  drain,
  headroom,
  keepSpread,
  nodesPerSlot,
  poolMinimum,
  replicasPerSlot,
  workloadPerSlot,
} from './rules/slot-choices.ts';
import { volumeNodeAffinity, volumeRestrictions } from './rules/volumes.ts';

/**
 * Every rule that can be lifted. Reasons are sought by putting rules back in force in this order, so of several reasons
 * that would do, one of the rules further down is named: the later, the easier for a person to change. Room comes from money, a
 * latency from geography; an option is a word.
 */
export const LIFT_RULES: readonly LiftRule[] = [
  nodeCapacity,
  transientCapacity,
  latency,
  nodeNotReady,
  volumeNodeAffinity,
  volumeRestrictions,
  nodePorts,
  taintToleration,
  podAffinity,
  podAntiAffinity,
  topologySpread,
  nodeAffinity,
  spotAllowed,
  spotShare,
  pricedTarget,
  resourceQuota,
  disruptionBudget,
  movable,
  nodeUnschedulable,
  keepSpread,
  headroom,
  poolMinimum,
  drain,
  excluded,
  workloadPerSlot,
  replicasPerSlot,
  nodesPerSlot,
  surge,
  maxDowntime,
  maxSlots,
  maxMoves,
];

const BY_NAME = new Map(LIFT_RULES.map((rule) => [rule.rule, rule]));

export function liftRule(name: string): LiftRule {
  const rule = BY_NAME.get(name);
  if (!rule) throw new RangeError(`no rule ${name} can be lifted`);
  return rule;
}

/** Everything that may stand in the way of anything, in the order of the table. */
export function obstaclesOf(question: Question): Obstacle[] {
  return LIFT_RULES.flatMap((rule) =>
    rule.subjects(question).map((subject) => ({ rule: rule.rule, subject })),
  );
}

/** The question without these. */
export function lift(question: Question, obstacles: readonly Obstacle[]): Question {
  const byRule = Map.groupBy(obstacles, ({ rule }) => rule);
  return LIFT_RULES.reduce((lifted, rule) => {
    const some = byRule.get(rule.rule);
    return some ? rule.lift(lifted, new Set(some.map(({ subject }) => subject))) : lifted;
  }, question);
}
