import type { Question } from '../model/read-question.ts';
import type { Asker } from './asker.ts';
import type { Demand } from './demand.ts';
import type { Amount, Obstacle } from './lift-rule.ts';
import { lift, liftRule } from './lift-rules.ts';

/** How much of an obstacle has to be lifted. */
export interface Found extends Amount {
  /** Whether less is certainly not enough. */
  readonly least: boolean;
  /** Nodes that would need it, where it is about nodes. */
  readonly nodes?: string[];
}

/**
 * The least amount of each obstacle, one after the other: with the amounts of those before it, and those after it lifted
 * whole. So all amounts together are enough. Undefined where there are no degrees, or none is known to be enough.
 */
export async function findAmounts(
  asker: Asker,
  question: Question,
  demand: Demand,
  obstacles: readonly Obstacle[],
): Promise<(Found | undefined)[]> {
  const amounts: (Found | undefined)[] = [];
  /** With what is known so far: those without an amount are lifted whole. */
  let partly = question;
  const whole: Obstacle[] = [];
  for (const [at, obstacle] of obstacles.entries()) {
    const rest = [...whole, ...obstacles.slice(at + 1)];
    const found = await leastAmount(asker, question, demand, obstacle, (amount) => {
      const by = liftRule(obstacle.rule).degrees?.liftBy(partly, obstacle.subject, amount) ?? partly;
      return lift(by, rest);
    });
    amounts.push(found?.amount);
    if (found) partly = liftRule(obstacle.rule).degrees?.liftBy(partly, obstacle.subject, found.by) ?? partly;
    else whole.push(obstacle);
  }
  return amounts;
}

/** Halves the interval of degrees; what a plan really needs closes it faster. */
async function leastAmount(
  asker: Asker,
  question: Question,
  demand: Demand,
  { rule, subject }: Obstacle,
  liftedBy: (amount: bigint) => Question,
): Promise<{ amount: Found; by: bigint } | undefined> {
  const { degrees } = liftRule(rule);
  if (!degrees) return undefined;
  const at = (degree: number) => degrees.at(question, subject, degree);
  let low = 0;
  let high = degrees.most(question, subject);
  let nodes: string[] | undefined;
  let enough: bigint | undefined;
  let least = true;
  /** Whether a degree is enough; takes the amount that the plan needs. */
  const isEnough = async (degree: number): Promise<boolean | undefined> => {
    const answer = await asker.can(liftedBy(at(degree)), demand);
    if (answer.verdict !== 'yes') return answer.verdict === 'no' ? false : undefined;
    const need = degrees.needed?.(question, subject, answer);
    nodes = need?.nodes;
    enough = at(degree);
    if (need?.amount !== undefined && need.amount < enough) enough = need.amount;
    return true;
  };
  if (high < 1 || !(await isEnough(high))) return undefined;
  const firstEnough = (from: number, to: number, amount: bigint) => {
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if (at(middle) >= amount) to = middle;
      else from = middle + 1;
    }
    return to;
  };
  high = firstEnough(1, high, enough ?? at(high));
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const answer = await isEnough(middle);
    if (answer === undefined) {
      least = false;
      break;
    }
    if (answer) high = firstEnough(low + 1, middle, enough ?? at(middle));
    else low = middle;
  }
  const by = at(high);
  return { amount: { ...degrees.amount(subject, by), least, ...(nodes && { nodes }) }, by };
}
