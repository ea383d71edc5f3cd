import { formatMoney } from '../model/decimal.ts';
import type { Question } from '../model/read-question.ts';
import { parseAmount } from '../model/score.ts';
import { DEFAULT_CURRENCY } from '../model/snapshot.ts';
import { type Found as FoundAmount, findAmounts } from './amounts.ts';
import type { Asker, Best } from './asker.ts';
import { type Demand, does } from './demand.ts';
import type { Amount, Obstacle } from './lift-rule.ts';
import { lift, obstaclesOf } from './lift-rules.ts';
import { minimal } from './minimal.ts';
import { type Hosts, hostsOf, isSame, necessaryObstacles } from './necessary.ts';

/** Why a plan does not do what is demanded. */
export interface Reasons {
  /** Lifting all of them, and none but them, makes it possible. In the order of the table. */
  readonly obstacles: readonly Obstacle[];
  /** By how much the best plan that does it is worse than the best plan, once the obstacles are lifted; absent when it is not. */
  readonly saving?: Amount;
  /** The best plan does it, and was not given because it saves too little. */
  readonly isHeldBack?: boolean;
  /** Nothing that can be lifted helps. */
  readonly isHopeless: boolean;
  /** How much of an obstacle has to be lifted, in the order of the obstacles. */
  readonly amounts: readonly (FoundAmount | undefined)[];
  /** Whether it is certain that all of this is needed and nothing else. False where the work ran out, and nothing is claimed then. */
  readonly proved: boolean;
}

/** What many demands on one question share. */
export interface Context {
  readonly question: Question;
  readonly obstacles: readonly Obstacle[];
  readonly hosts: Hosts;
  readonly asker: Asker;
  /** The best plan, where one was made and not given because it saves too little. */
  readonly heldBack?: Best;
}

export function contextOf(question: Question, asker: Asker): Context {
  return { question, obstacles: obstaclesOf(question), hosts: hostsOf(question), asker };
}

/** The value of the best plan, and whether it is proved to be. */
export type Optimum = Pick<Best, 'levels' | 'proved'>;

const NONE = { isHopeless: false, amounts: [] };

/**
 * The smallest reasons why the best plan does not do what is demanded, within the work units that the asker has left.
 * Obstacles are minimal: with any of them in force, no plan does it, whatever it costs. `saving` is there exactly when the
 * best plan without them still does not do it.
 */
export async function findReasons(context: Context, demand: Demand, optimum: Optimum): Promise<Reasons> {
  const { question, asker, hosts } = context;
  const { heldBack } = context;
  if (heldBack && does(heldBack.problem, demand, heldBack.schedule))
    return { ...NONE, obstacles: [], isHeldBack: true, proved: heldBack.proved };
  const necessary = necessaryObstacles(question, hosts, demand);
  if (necessary.length === 0) {
    const { verdict } = await asker.can(question, demand);
    if (verdict === 'unknown') return { ...NONE, obstacles: [], proved: false };
    if (verdict === 'yes') {
      const { saving, proved } = await savingOf(asker, question, demand, optimum);
      return { ...NONE, obstacles: [], ...(saving && { saving }), proved };
    }
  }
  const others = context.obstacles.filter((one) => !necessary.some((other) => isSame(one, other)));
  const found = await findObstacles(context, demand, necessary, others);
  if (found === 'none') return { ...NONE, obstacles: [], isHopeless: true, proved: true };
  if (found === 'unknown') return { ...NONE, obstacles: necessary, proved: false };
  if (!found.proved) return { ...NONE, ...found };
  const lifted = lift(question, found.obstacles);
  const best = await asker.best(lifted);
  const isDone = best !== undefined && does(best.problem, demand, best.schedule);
  const { saving, proved } =
    best === undefined || isDone
      ? { saving: undefined, proved: best?.proved ?? false }
      : await savingOf(asker, lifted, demand, best);
  return {
    obstacles: found.obstacles,
    ...(saving && { saving }),
    isHopeless: false,
    amounts: await findAmounts(asker, question, demand, found.obstacles),
    proved,
  };
}

/** A minimal set of obstacles, or those that are in one for sure; `none` when lifting all of them is not enough. */
async function findObstacles(
  { question, asker, obstacles }: Context,
  demand: Demand,
  necessary: readonly Obstacle[],
  others: readonly Obstacle[],
): Promise<{ obstacles: Obstacle[]; proved: boolean } | 'none' | 'unknown'> {
  const { verdict } = await asker.can(lift(question, obstacles), demand);
  if (verdict !== 'yes') return verdict === 'no' ? 'none' : 'unknown';
  const { needed, unsure } = await minimal(others, async (kept) => {
    if (necessary.length + kept.length === 0) return 'no';
    return (await asker.can(lift(question, [...necessary, ...kept]), demand)).verdict;
  });
  const proved = unsure.length === 0;
  const chosen = proved ? await smaller({ question, asker }, demand, necessary, needed) : needed;
  const all = [...necessary, ...chosen];
  return { obstacles: obstacles.filter((one) => all.some((other) => isSame(one, other))), proved };
}

/** Sets of more are not looked through: their single elements are. */
const FEW = 4;

/**
 * Where replicas must be spread, lifting another rule may forbid something: a node that a workload may use is a domain to be
 * filled. So a deletion filter may leave a set of which a part does as well. That part, if there is one.
 */
async function smaller(
  { question, asker }: Pick<Context, 'question' | 'asker'>,
  demand: Demand,
  necessary: readonly Obstacle[],
  chosen: readonly Obstacle[],
): Promise<readonly Obstacle[]> {
  const isSpread = question.snapshot.workloads.some(
    ({ topologySpreadConstraints = [] }) => topologySpreadConstraints.length > 0,
  );
  if (!isSpread) return chosen;
  const parts =
    chosen.length > FEW
      ? chosen.map((_, at) => chosen.filter((__, i) => i !== at))
      : Array.from({ length: 2 ** chosen.length - 1 }, (_, mask) =>
          chosen.filter((__, i) => mask & (1 << i)),
        );
  for (const part of parts.sort((a, b) => a.length - b.length)) {
    if (part.length + necessary.length === 0) continue;
    const { verdict } = await asker.can(lift(question, [...necessary, ...part]), demand);
    if (verdict === 'yes')
      return part.length > FEW ? smaller({ question, asker }, demand, necessary, part) : part;
  }
  return chosen;
}

/** How much worse the best plan that does what is demanded is, in the first level in which they differ. */
async function savingOf(asker: Asker, question: Question, demand: Demand, optimum: Optimum) {
  const best = await asker.best(question, demand);
  if (best === undefined) return { saving: undefined, proved: false };
  const at = best.levels.findIndex(({ value }, level) => value !== optimum.levels[level].value);
  const { name, value } = best.levels[Math.max(at, 0)];
  const more = at < 0 ? 0n : amountOf(value) - amountOf(optimum.levels[at].value);
  const isCount = name !== 'weighted' && name !== 'price';
  const unit = name === 'undrained' ? 'drained nodes' : isCount ? name : question.snapshot.currency;
  const saving: Amount = { value: formatMoney(more), unit: unit ?? DEFAULT_CURRENCY };
  return { saving, proved: best.proved && optimum.proved && more >= 0n };
}

/** In steps of 10⁻¹², counts too: the difference is what matters. */
function amountOf(text: string): bigint {
  return parseAmount(text) ?? 0n;
}
