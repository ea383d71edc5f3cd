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
import { type Context, contextOf, findReasons, type Optimum, type Reasons } from './find-reasons.ts';
import { findRelaxations } from './relaxations.ts';
import { inWords } from './words.ts';

export interface Explained {
  explanation: Explanation;
  /** As of `solve`: why the exit check turned down the plan. Empty unless there is a bug. */
  rejected: readonly unknown[];
}

/** What is asked, and what is known of it so far. */
interface Asked {
  readonly entry: Partial<Pick<NodeReasons, 'reasons' | 'proved' | 'rulesProved'>>;
  readonly demand: Demand;
  found?: Reasons;
}

/** Up to which part of the work all that is not proved is asked, in equal shares. */
const ROUNDS = [0.4, 1];

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
  asker.moves = plan.slots.flatMap(({ moves }, at) =>
    moves.map(({ workload, from, to }) => ({ workload, from, to, slot: at + 1 })),
  );
  const isHeldBack = plan.warnings.some(({ code }) => code === MINIMUM_SAVING);
  const heldBack = isHeldBack ? await asker.best(question) : undefined;
  const context = { ...contextOf(question, asker), ...(heldBack && { heldBack }) };
  const optimum = heldBack ?? optimumOf(plan);
  const nodes = nodeStates(plan, context);
  const workloads = workloadStates(plan);
  const wanted = [...new Set(request.empty ?? [])].sort(byName);
  const forReasons = limit - Math.floor(limit / PARTS_FOR_STEPS);
  const open: Asked[] = [
    ...nodes
      .filter(({ state }) => state === 'kept')
      .map((entry) => ({ entry, demand: { kind: 'empty', nodes: [entry.node] } as const })),
    ...workloads
      .filter(({ state }) => state === 'stays')
      .map((entry) => ({ entry, demand: { kind: 'move', workload: entry.workload } as const })),
  ];
  const wish: Asked | undefined =
    wanted.length > 0 ? { entry: {}, demand: { kind: 'empty', nodes: wanted } } : undefined;
  const all = wish ? [wish, ...open] : open;
  // In turns: what is simple is answered before much work is spent on anything.
  for (const part of ROUNDS) {
    const asked = all.filter(({ entry }) => entry.proved !== true);
    const end = Math.floor(forReasons * part);
    for (const [at, one] of asked.entries()) {
      asker.limit = Math.floor((end - asker.spent) / (asked.length - at));
      if (asker.limit <= 0 && one.found) continue;
      one.found = await findReasons(context, one.demand, optimum);
      const { proved, rulesProved } = one.found;
      Object.assign(one.entry, { reasons: inWords(question, one.demand, one.found), proved, rulesProved });
    }
  }
  const demand = wish && demandReasons(wanted, wish);
  const price = money(plan.objective.price);
  const steps = await findRelaxations(
    asker,
    question,
    {
      price,
      before: money(plan.cost.before),
      isBest: optimum.proved,
      minimumSaving: plan.options.minimumSaving,
    },
    Math.min(limit - asker.spent, limit - forReasons),
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

function demandReasons(nodes: string[], { entry, found }: Asked): DemandReasons {
  const { reasons = [], proved = false, rulesProved = false } = entry;
  const stopped = found !== undefined && (found.obstacles.length > 0 || found.isHopeless);
  const saving = found?.saving;
  const possible = stopped ? 'no' : saving === undefined ? 'unknown' : 'yes';
  return {
    nodes,
    possible,
    ...(possible === 'yes' && saving && { costs: { value: saving.value, unit: saving.unit } }),
    reasons: reasons.filter(({ rule }) => rule !== SAVING),
    proved,
    rulesProved,
  };
}
