import { formatMoney } from '../model/decimal.ts';
import type { Question } from '../model/read-question.ts';
import { parseAmount } from '../model/score.ts';
import { DEFAULT_CURRENCY } from '../model/snapshot.ts';
import { better } from '../solver/levels.ts';
import { type Found as FoundAmount, findAmounts } from './amounts.ts';
import { type Asker, type Best, bestOf } from './asker.ts';
import { type Demand, does } from './demand.ts';
import type { Amount, Obstacle } from './lift-rule.ts';
import { lift, obstaclesOf } from './lift-rules.ts';
import { minimal } from './minimal.ts';
import { type Hosts, hostsOf, isSame, necessaryObstacles } from './necessary.ts';

/** What doing what is demanded costs. */
export interface Saving extends Amount {
  /** Whether it is exactly that; else it is at most that. */
  readonly least: boolean;
}

/** Why a plan does not do what is demanded. */
export interface Reasons {
  /** Lifting all of them, and none but them, makes it possible. In the order of the table. */
  readonly obstacles: readonly Obstacle[];
  /** By how much the best plan that does it is worse than the best plan, once the obstacles are lifted; absent when it is not. */
  readonly saving?: Saving;
  /** The best plan does it, and was not given because it saves too little. */
  readonly isHeldBack?: boolean;
  /** Nothing that can be lifted helps. */
  readonly isHopeless: boolean;
  /** How much of an obstacle has to be lifted, in the order of the obstacles. */
  readonly amounts: readonly (FoundAmount | undefined)[];
  /** Whether it is certain that all of this is needed and nothing else. False where the work ran out, and nothing is claimed then. */
  readonly proved: boolean;
  /** Whether it is certain that the obstacles, and none but them, make it impossible: all that may be missing is whether it then pays. */
  readonly rulesProved: boolean;
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
    return { ...NONE, obstacles: [], isHeldBack: true, proved: heldBack.proved, rulesProved: true };
  const necessary = necessaryObstacles(question, hosts, demand);
  if (necessary.length === 0) {
    const answer = await asker.can(question, demand);
    if (answer.verdict === 'unknown') return { ...NONE, obstacles: [], proved: false, rulesProved: false };
    if (answer.verdict === 'yes') {
      const known = bestOf(answer.problem, answer.schedule, false);
      const saving = await savingOf(asker, question, demand, optimum, known);
      // The best plan is known, and does not do it: it does not pay, whatever the amount.
      const proved = optimum.proved && saving !== undefined && !saving.value.startsWith('-');
      return { ...NONE, obstacles: [], ...(saving && { saving }), proved, rulesProved: true };
    }
  }
  const others = context.obstacles.filter((one) => !necessary.some((other) => isSame(one, other)));
  const found = await findObstacles(context, demand, necessary, others);
  if (found === 'none') return { ...NONE, obstacles: [], isHopeless: true, proved: true, rulesProved: true };
  if (found === 'unknown') return { ...NONE, obstacles: necessary, proved: false, rulesProved: false };
  if (!found.proved) return { ...NONE, ...found, rulesProved: false };
  const { obstacles } = found;
  const { saving, proved } = await savingWithout(context, demand, obstacles, optimum);
  return {
    obstacles,
    ...(saving && { saving }),
    isHopeless: false,
    amounts: await findAmounts(asker, question, demand, obstacles),
    proved,
    rulesProved: true,
  };
}

/** Whether the best plan without the obstacles still does not do what is demanded, and what doing it would cost. */
async function savingWithout(
  { question, asker }: Context,
  demand: Demand,
  obstacles: readonly Obstacle[],
  optimum: Optimum,
): Promise<{ saving?: Saving; proved: boolean }> {
  const lifted = lift(question, obstacles);
  const glance = await asker.glance(lifted, demand, optimum.proved && isAboutMovers(demand, obstacles));
  // Every plan that does not do it is dearer than one that does.
  if (glance && glance.doing.found < glance.not.bound) return { proved: true };
  const best = await asker.best(lifted, undefined, { orNone: true });
  const isDone = best !== undefined && does(best.problem, demand, best.schedule);
  if (best?.proved) {
    const saving = isDone ? undefined : await savingOf(asker, lifted, demand, best, glance?.best);
    return {
      ...(saving && { saving }),
      proved: saving === undefined ? isDone : !saving.value.startsWith('-'),
    };
  }
  // Every plan that does it is dearer than one that does not.
  if (glance?.best && glance.doing.bound > glance.not.found) {
    const more = glance.doing.found - Math.min(glance.doing.bound, glance.not.bound);
    if (!Number.isFinite(more)) return { proved: false };
    const [{ name }] = glance.best.levels;
    const units = name === 'undrained' ? undefined : BigInt(Math.ceil(more)) * glance.moneyUnit;
    if (units === undefined) return { proved: false };
    const saving = { value: formatMoney(units), unit: unitOf(name, question), least: false };
    return { saving, proved: true };
  }
  return { proved: false };
}

/** Whether plans that keep the workload where it is are plans of the question in which nothing was lifted. */
function isAboutMovers(demand: Demand, obstacles: readonly Obstacle[]): boolean {
  return (
    demand.kind === 'move' &&
    obstacles.every(({ rule, subject }) => rule === 'movable' && subject.startsWith(`${demand.workload} on `))
  );
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
  const { chosen, sure } =
    unsure.length === 0
      ? await smaller({ question, asker }, demand, necessary, needed)
      : { chosen: needed, sure: false };
  const all = [...necessary, ...chosen];
  return { obstacles: obstacles.filter((one) => all.some((other) => isSame(one, other))), proved: sure };
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
): Promise<{ chosen: readonly Obstacle[]; sure: boolean }> {
  const isSpread = question.snapshot.workloads.some(
    ({ topologySpreadConstraints = [] }) => topologySpreadConstraints.length > 0,
  );
  if (!isSpread) return { chosen, sure: true };
  let sure = true;
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
      return part.length > FEW
        ? smaller({ question, asker }, demand, necessary, part)
        : { chosen: part, sure };
    if (verdict === 'unknown') sure = false;
  }
  return { chosen, sure };
}

/**
 * How much worse the best plan that does what is demanded is, in the first level in which they differ.
 * @param known a plan that does it, which is as good as it gets where the work runs out
 */
async function savingOf(
  asker: Asker,
  question: Question,
  demand: Demand,
  optimum: Optimum,
  known: Best | undefined,
): Promise<Saving | undefined> {
  const plans = [known, await asker.best(question, demand, { orNone: true })];
  if (!plans[1]?.proved) plans.push((await asker.glance(question, demand, true))?.best);
  const [first, ...rest] = plans.filter((plan) => plan !== undefined);
  if (first === undefined) return undefined;
  const best = rest.reduce((a, b) => (b.proved || better(b.problem, b.score, a.score) ? b : a), first);
  const at = best.levels.findIndex(({ value }, level) => value !== optimum.levels[level].value);
  const { name, value } = best.levels[Math.max(at, 0)];
  const more = at < 0 ? 0n : amountOf(value) - amountOf(optimum.levels[at].value);
  const least = optimum.proved && (best.proved || more === 0n);
  return { value: formatMoney(more), unit: unitOf(name, question), least };
}

function unitOf(name: string, { snapshot }: Question): string {
  const isCount = name !== 'weighted' && name !== 'price';
  return name === 'undrained' ? 'drained nodes' : isCount ? name : (snapshot.currency ?? DEFAULT_CURRENCY);
}

/** In steps of 10⁻¹², counts too: the difference is what matters. */
function amountOf(text: string): bigint {
  return parseAmount(text) ?? 0n;
}
