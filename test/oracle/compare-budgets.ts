import {
  type BudgetCount,
  type BudgetRule,
  disruptionsAllowed,
  disruptionsAllowedWithSurge,
  type Share,
} from '../../src/kubernetes/disruption-budget.ts';
import { checkPlan } from '../../src/model/check/index.ts';
import { resolveOptions } from '../../src/model/options.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { type Random, random } from '../generate/random.ts';
import type { Asked } from './program.ts';
import type { Report } from './report.ts';

type Json = Record<string, unknown>;

/** The status that the disruption controller has written, one per budget. */
type Answer = readonly { readonly disruptionsAllowed: number }[];

/** A budget in a namespace of its own that covers all pods there. */
interface Case {
  readonly rule: BudgetRule;
  /** What is counted of the objects, without the surge copy. */
  readonly count: BudgetCount;
  /** Whether the objects have one more copy, scaled up and Ready. */
  readonly isSurge: boolean;
  /** Pods of the first controller, of which one is to move. */
  readonly running: number;
}

interface Objects {
  readonly budgets: Json[];
  readonly deployments: Json[];
  readonly replicaSets: Json[];
  readonly statefulSets: Json[];
  readonly covered: Json[];
}

/** One question: the controller works on a cluster that has all the budgets. */
export function* budgetQuestions(seed: number, budgets: number, report: Report): Generator<Asked<Answer>> {
  const draw = random(seed);
  const objects: Objects = { budgets: [], deployments: [], replicaSets: [], statefulSets: [], covered: [] };
  const cases = Array.from({ length: budgets }, (_, i) => drawCase(draw, `ns-${i}`, objects));
  yield {
    question: { kind: 'budgets', ...objects },
    compare: (answers) => {
      for (const [at, { disruptionsAllowed: theirs }] of answers.entries()) {
        const { rule, count, isSurge } = cases[at];
        const ours = (isSurge ? disruptionsAllowedWithSurge : disruptionsAllowed)(rule, count);
        report.count(ours > 0 ? 'budgets that allow a disruption' : 'budgets that allow none');
        if (count.scale === undefined) report.count('budgets over pods of an owner without a scale');
        report.same(ours === theirs, () => ({ ...cases[at], ours, theirs }));
        const isKept = keepsBudget(cases[at]);
        if (isKept === undefined) continue;
        report.count('moves of one replica that a budget judges');
        report.same(isKept === theirs >= 1, () => ({ ...cases[at], isKept, theirs }));
      }
    },
  };
}

/** Whether the checker lets a covered replica move by itself; undefined where a snapshot can't say it. */
function keepsBudget({ rule, count, isSurge, running }: Case): boolean | undefined {
  const { minAvailable, maxUnavailable } = rule;
  const isGiven = minAvailable !== undefined || maxUnavailable !== undefined;
  if (!isGiven || running === 0 || count.scale === undefined) return undefined;
  const snapshot: Snapshot = {
    nodes: ['n1', 'n2'].map((name) => ({ name, allocatable: { cpu: 1 } })),
    workloads: [
      { name: 'web', requests: {}, mode: isSurge ? 'surge' : 'recreate', replicas: { n1: running } },
    ],
    disruptionBudgets: [
      {
        name: 'budget',
        workloads: ['web'],
        ...(minAvailable && { minAvailable: textOf(minAvailable) }),
        ...(maxUnavailable && { maxUnavailable: textOf(maxUnavailable) }),
        healthy: count.healthy,
        expected: count.scale,
      },
    ],
  };
  const mode = isSurge ? 'surge' : 'recreate';
  const move = { workload: 'default/web', replica: 'web-0', from: 'n1', to: 'n2', mode } as const;
  const { violations } = checkPlan(snapshot, resolveOptions(snapshot, { allowRecreate: true }), {
    slots: [{ moves: [move] }],
  });
  return violations.every((violation) => violation.rule !== 'disruption-budget');
}

/** A rule of each kind; up to three controllers of 0–6 replicas; pods fewer or more than wanted, not Ready, terminating, or of no one. */
function drawCase(draw: Random, namespace: string, objects: Objects): Case {
  const rule = drawRule(draw);
  const isSurge = draw.chance(0.4);
  const owners = Array.from({ length: draw.pick([1, 1, 1, 2, 3]) }, (_, i) => drawOwner(draw, i));
  const counted = { healthy: 0, pods: 0, scale: 0 };
  for (const [i, { kind, wanted, running }] of owners.entries()) {
    const more = isSurge && i === 0 ? 1 : 0;
    const reference = addOwner(objects, namespace, { kind, name: `o${i}`, replicas: wanted + more });
    // Without a pod of its own the controller does not know of it.
    if (running + more > 0) counted.scale += wanted;
    for (let p = 0; p < running + more; p++) {
      const isCopy = p >= running;
      const isReady = isCopy || draw.chance(0.8);
      const isTerminating = !isCopy && draw.chance(0.1);
      if (!isCopy) {
        counted.pods++;
        if (isReady && !isTerminating) counted.healthy++;
      }
      objects.covered.push(podOf(namespace, `${i}-${p}`, isReady, isTerminating, reference));
    }
  }
  const hasUnknown = draw.chance(0.08);
  if (hasUnknown) {
    const reference = { apiVersion: 'batch/v1', kind: 'Job', name: 'job', uid: 'job', controller: true };
    counted.pods++;
    counted.healthy++;
    objects.covered.push(podOf(namespace, 'job', true, false, reference));
  }
  if (draw.chance(0.1)) {
    counted.pods++;
    counted.healthy++;
    objects.covered.push(podOf(namespace, 'bare', true, false));
  }
  objects.budgets.push({
    metadata: { name: 'budget', namespace, generation: 1 },
    spec: {
      selector: {},
      ...(rule.minAvailable && { minAvailable: textOf(rule.minAvailable) }),
      ...(rule.maxUnavailable && { maxUnavailable: textOf(rule.maxUnavailable) }),
    },
  });
  return {
    rule,
    isSurge,
    running: owners[0].running,
    count: { ...counted, scale: hasUnknown ? undefined : counted.scale },
  };
}

function drawRule(draw: Random): BudgetRule {
  const share: Share = draw.chance(0.5)
    ? { pods: draw.int(0, 6) }
    : { percent: draw.pick([0, 1, 10, 20, 25, 33, 34, 49, 50, 51, 66, 67, 75, 80, 90, 99, 100]) };
  const kind = draw.pick(['minAvailable', 'maxUnavailable', 'minAvailable', 'maxUnavailable', 'none']);
  return kind === 'none' && draw.chance(0.3) ? {} : { [kind === 'none' ? 'maxUnavailable' : kind]: share };
}

function textOf(share: Share): number | string {
  return 'pods' in share ? share.pods : `${share.percent}%`;
}

const KINDS = ['Deployment', 'ReplicaSet', 'StatefulSet'] as const;

function drawOwner(draw: Random, i: number) {
  const wanted = draw.int(i === 0 ? 1 : 0, 6);
  return { kind: draw.pick(KINDS), wanted, running: Math.max(0, wanted + draw.pick([0, 0, 0, -1, 1, -2])) };
}

/** @returns the reference to it that its pods have */
function addOwner(
  { deployments, replicaSets, statefulSets }: Objects,
  namespace: string,
  { kind, name, replicas }: { kind: (typeof KINDS)[number]; name: string; replicas: number },
): Json {
  const of = (owner: string, more: Json = {}) => ({
    metadata: { name: owner, namespace, uid: `${namespace}-${owner}`, ...more },
    spec: { replicas },
  });
  const reference = (ofKind: string, owner: string) => ({
    apiVersion: 'apps/v1',
    kind: ofKind,
    name: owner,
    uid: `${namespace}-${owner}`,
    controller: true,
  });
  if (kind === 'StatefulSet') {
    statefulSets.push(of(name));
    return reference(kind, name);
  }
  if (kind === 'Deployment') {
    deployments.push(of(name));
    replicaSets.push(of(`${name}-rs`, { ownerReferences: [reference('Deployment', name)] }));
    return reference('ReplicaSet', `${name}-rs`);
  }
  replicaSets.push(of(name));
  return reference(kind, name);
}

function podOf(
  namespace: string,
  name: string,
  isReady: boolean,
  isTerminating: boolean,
  reference?: Json,
): Json {
  return {
    metadata: {
      name,
      namespace,
      ...(reference && { ownerReferences: [reference] }),
      ...(isTerminating && { deletionTimestamp: '2026-01-01T00:00:00Z' }),
    },
    status: { conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }] },
  };
}
