import type { Problem, Schedule } from '../model/problem.ts';
import type { Question } from '../model/read-question.ts';

/**
 * A rule that can be lifted for one subject at a time. To lift is to change the question, in the public format, so that the
 * rule says nothing of that subject any more; every plan that there was is still one. Subjects of one rule are lifted
 * independently of each other, and of what is lifted of other rules.
 */
export interface LiftRule {
  /** As in `RULES` of `model/plan.ts`. */
  readonly rule: string;
  /** What the rule concerns in a question, sorted; what it cannot stop is left out. Independent of what else is lifted. */
  subjects(question: Question): string[];
  lift(question: Question, subjects: ReadonlySet<string>): Question;
  /** What stands in the way, and what would help. */
  words(question: Question, subject: string): string;
  /** Replicas that it is about, where it is about single ones. */
  replicas?(question: Question, subject: string): string[];
  /** How much of it would have to be lifted, where it can be lifted by degrees. */
  readonly degrees?: Degrees;
}

/** How a rule is lifted by degrees: every larger amount allows at least as much. Amounts are in the unit of the rule. */
export interface Degrees {
  /** Amounts that are worth a try are those of degree 1 … most, ascending; the largest may not be enough either. */
  most(question: Question, subject: string): number;
  at(question: Question, subject: string, degree: number): bigint;
  /** The question with the rule lifted by so much. */
  liftBy(question: Question, subject: string, amount: bigint): Question;
  amount(subject: string, amount: bigint): Amount;
  /** How much of it a plan for a question in which more was lifted needs, and the nodes that need it. */
  needed?(question: Question, subject: string, plan: Moves): Need;
}

/** A plan by its problem. */
export interface Moves {
  readonly problem: Problem;
  readonly schedule: Schedule;
}

export interface Need {
  /** Undefined where it can not be told from the plan. */
  readonly amount: bigint | undefined;
  /** Names, sorted. */
  readonly nodes: string[];
}

/** An exact amount. */
export interface Amount {
  readonly value: string;
  /** What it counts: a resource, `microseconds`, `moves`, `slots`, or the currency. */
  readonly unit: string;
}

/** One thing that may stand in the way. */
export interface Obstacle {
  readonly rule: string;
  readonly subject: string;
}

/** The question with each node changed. */
export function withNodes(
  { snapshot, options }: Question,
  change: (node: Question['snapshot']['nodes'][number]) => Question['snapshot']['nodes'][number],
): Question {
  return { snapshot: { ...snapshot, nodes: snapshot.nodes.map(change) }, options };
}

/** The question with each workload changed. */
export function withWorkloads(
  { snapshot, options }: Question,
  change: (workload: Question['snapshot']['workloads'][number]) => Question['snapshot']['workloads'][number],
): Question {
  return { snapshot: { ...snapshot, workloads: snapshot.workloads.map(change) }, options };
}
