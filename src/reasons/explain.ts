import { canonicalSnapshot } from '../model/canonical.ts';
import { money } from '../model/decimal.ts';
import { inForce } from '../model/options/in-force.ts';
import { byName } from '../model/placement.ts';
import type { Plan } from '../model/plan.ts';
import type { Question } from '../model/read-question.ts';
import type { Engine } from '../solver/highs.ts';
import { inTurn, solve } from '../solver/solve.ts';
import { Asker } from './asker.ts';
import type { Demand } from './demand.ts';
import {
  DEFAULT_REASONS_WORK_LIMIT,
  type DemandReasons,
  type Explanation,
  MINIMUM_SAVING,
  type NodeReasons,
  type ReasonsRequest,
  SAVING,
  type WorkloadReasons,
} from './explanation.ts';
import { type Context, contextOf, findReasons, type Optimum } from './find-reasons.ts';
import { findRelaxations } from './relaxations.ts';
import { inWords } from './words.ts';

export interface Explained {
  explanation: Explanation;
  /** As of `solve`: why the exit check turned down the plan. Empty unless there is a bug. */
  rejected: readonly unknown[];
}

/** Of the work, what is kept for the steps of relaxing: one of so many parts. */
const PARTS_FOR_STEPS = 5;

/**
 * A plan, and why it does not do more: for every node that it keeps and every workload that stays, the smallest set of
 * reasons. The same question gets the same bytes.
 *
 * @param question with its cross-references checked (`read-question.ts`)
 */
export async function explain(
  question: Question,
  request: ReasonsRequest,
  engine: Engine,
  solverVersion: string,
): Promise<Explained> {
  const { plan, rejected } = await solve(question.snapshot, question.options, engine, solverVersion);
  const explanation = await inTurn(() => reasonsFor(plan, normal(question, plan), request, engine));
  return { explanation, rejected };
}

/**
 * The question in normal form, with the objective that is in force: what is lifted must not change α. Whether the best plan
 * saves enough is no part of it, and nodes that may be opened are nodes like others; placeholders
 * are no replicas.
 */
function normal({ snapshot, options }: Question, plan: Plan): Question {
  const { minimumSaving: _, openable: __, ignorePriorityBelow: ___, ...rest } = options;
  const { objective } = plan.options;
  return {
    snapshot: inForce(canonicalSnapshot(snapshot), plan.options),
    options: { ...rest, objective },
  };
}

async function reasonsFor(
  plan: Plan,
  question: Question,
  request: ReasonsRequest,
  engine: Engine,
): Promise<Explanation> {
  const limit = request.workLimit ?? DEFAULT_REASONS_WORK_LIMIT;
  const asker = new Asker(engine);
  asker.limit = limit;
  const isHeldBack = plan.warnings.some(({ code }) => code === MINIMUM_SAVING);
  const heldBack = isHeldBack ? await asker.best(question) : undefined;
  const context = { ...contextOf(question, asker), ...(heldBack && { heldBack }) };
  const optimum = heldBack ?? optimumOf(plan);
  const nodes = nodeStates(plan, context);
  const workloads = workloadStates(plan);
  const wanted = [...new Set(request.empty ?? [])].sort(byName);
  let left = nodes.filter(({ state }) => state === 'kept').length;
  left += workloads.filter(({ state }) => state === 'stays').length + (wanted.length > 0 ? 1 : 0);
  const forReasons = limit - Math.floor(limit / PARTS_FOR_STEPS);
  /** Equal shares of what is left: a hard one takes nothing from the others. */
  const reasonsOf = async (demand: Demand) => {
    asker.limit = Math.floor((forReasons - asker.spent) / left--);
    const found = await findReasons(context, demand, optimum);
    return { found, reasons: inWords(question, demand, found), proved: found.proved };
  };
  const demand = wanted.length > 0 ? await demandReasons(wanted, reasonsOf) : undefined;
  for (const entry of nodes) {
    if (entry.state === 'emptied') continue;
    const { reasons, proved } = await reasonsOf({ kind: 'empty', nodes: [entry.node] });
    Object.assign(entry, { reasons, proved });
  }
  for (const entry of workloads) {
    if (entry.state === 'moved') continue;
    const { reasons, proved } = await reasonsOf({ kind: 'move', workload: entry.workload });
    Object.assign(entry, { reasons, proved });
  }
  const price = money(plan.objective.price);
  const steps = await findRelaxations(
    asker,
    question,
    { price, isBest: optimum.proved },
    limit - asker.spent,
  );
  return { plan, nodes, workloads, ...(demand && { demand }), ...steps, work: asker.spent };
}

/** The levels of the plan, as `Best` has them. */
function optimumOf({ status, objective: { levels } }: Plan): Optimum {
  return {
    levels,
    proved: status === 'optimal',
  };
}

function nodeStates(plan: Plan, { hosts }: Context): NodeReasons[] {
  const used = new Set(plan.placement.flatMap(({ nodes }) => Object.keys(nodes)));
  const slots = new Map(
    plan.slots.flatMap(({ emptied }, at) => emptied.map((node) => [node, at + 1] as const)),
  );
  return [...new Set([...hosts.onNode.keys(), ...used])].sort(byName).map((node): NodeReasons => {
    const slot = slots.get(node);
    return slot === undefined || used.has(node) ? { node, state: 'kept' } : { node, state: 'emptied', slot };
  });
}

function workloadStates({ slots, placement }: Plan): WorkloadReasons[] {
  const moves = new Map<string, number>();
  for (const { moves: some } of slots)
    for (const { workload } of some) moves.set(workload, (moves.get(workload) ?? 0) + 1);
  return placement
    .filter(({ nodes }) => Object.keys(nodes).length > 0)
    .map(({ workload }): WorkloadReasons => {
      const count = moves.get(workload) ?? 0;
      return { workload, state: count > 0 ? 'moved' : 'stays', moves: count };
    });
}

async function demandReasons(
  nodes: string[],
  reasonsOf: (demand: Demand) => Promise<{
    found: Awaited<ReturnType<typeof findReasons>>;
    reasons: DemandReasons['reasons'];
    proved: boolean;
  }>,
): Promise<DemandReasons> {
  const { found, reasons, proved } = await reasonsOf({ kind: 'empty', nodes });
  const { obstacles, saving, isHopeless } = found;
  const stopped = obstacles.length > 0 || isHopeless;
  const possible = stopped ? 'no' : saving === undefined ? 'unknown' : 'yes';
  return {
    nodes,
    possible,
    ...(possible === 'yes' && saving && { costs: saving }),
    reasons: reasons.filter(({ rule }) => rule !== SAVING),
    proved,
  };
}
