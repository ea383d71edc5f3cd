import { hasSideRules } from '../../model/problem/side-rules.ts';
import type { Problem } from '../../model/problem.ts';
import type { ScheduleRow } from '../schedule.ts';
import { BudgetSums } from './budget-sums.ts';
import { COUNTED, DomainCounts, RECREATE, SUBJECT } from './domain-counts.ts';
import { FloorCounts } from './floor-counts.ts';
import { OneDomainCounts, type RuleCounts } from './rule-counts.ts';
import { SkewCounts } from './skew-counts.ts';
import { type Start, startAfter } from './start.ts';

/**
 * The side rules (`model/problem/side-rules.ts`) beside a schedule that changes row by row: says at once whether one more
 * row breaks one of them, in its slot or in any later one. Slots are counted from 1. What a question costs grows with
 * the rules of the workload and the slots in use, not with nodes or domains; memory with what has moved.
 */
export class SideCounts {
  readonly #problem: Problem;
  readonly #start: Start;
  readonly #budgets: BudgetSums;
  readonly #floors: FloorCounts | undefined;
  /** Domain rules of a workload, and what it is to each, [workload]. */
  readonly #rulesOf: number[][];
  readonly #kindOf: number[][];
  /** Made when first asked, [rule]. */
  readonly #rules: (RuleCounts | undefined)[];

  /** @param done rows of slots before slot 1 */
  constructor(problem: Problem, done: Iterable<ScheduleRow> = []) {
    this.#problem = problem;
    this.#start = startAfter(problem, done);
    this.#budgets = new BudgetSums(problem, this.#start);
    this.#floors = problem.floors.length > 0 ? new FloorCounts(problem, this.#start) : undefined;
    this.#rules = problem.domainRules.map(() => undefined);
    const none: number[] = [];
    this.#rulesOf = new Array<number[]>(problem.workloads).fill(none);
    this.#kindOf = new Array<number[]>(problem.workloads).fill(none);
    for (const [rule, { counted, subjects }] of problem.domainRules.entries()) {
      for (const w of counted) this.#tie(w, rule, COUNTED);
      for (const w of subjects) this.#tie(w, rule, SUBJECT);
    }
  }

  /** Whether a rule looks at where replicas of the workload go, or when: if not, they always may. */
  binds(workload: number): boolean {
    return this.#rulesOf[workload].length > 0 || this.#budgets.binds(workload) || this.#floors !== undefined;
  }

  /** Whether one more replica of a group is within the budgets of a slot. */
  isWithinBudgets(group: number, slot: number): boolean {
    return this.#budgets.may(group, slot);
  }

  /** Whether anything at all may still leave a node in a slot, as far as budgets of all workloads say. */
  mayLeave(node: number, slot: number): boolean {
    return this.#budgets.mayLeave(node, slot);
  }

  /** Whether one more replica of a group may move to a node in a slot. */
  may(group: number, target: number, slot: number): boolean {
    const { groupWorkload, groupNode, domainRules } = this.#problem;
    if (!this.#budgets.may(group, slot)) return false;
    const source = groupNode[group];
    if (this.#floors && !this.#floors.may(source, target)) return false;
    const workload = groupWorkload[group];
    const rules = this.#rulesOf[workload];
    for (let i = 0; i < rules.length; i++) {
      const { domainOf } = domainRules[rules[i]];
      if (!this.#countsOf(rules[i]).may(this.#kindOf[workload][i], domainOf[source], domainOf[target], slot))
        return false;
    }
    return true;
  }

  /** Counts replicas of a row in, or out when negative. Not asked whether they may. */
  change(group: number, target: number, slot: number, count: number): void {
    const { groupWorkload, groupNode, domainRules } = this.#problem;
    const source = groupNode[group];
    this.#budgets.change(group, slot, count);
    this.#floors?.change(source, target, count);
    const workload = groupWorkload[group];
    const rules = this.#rulesOf[workload];
    for (let i = 0; i < rules.length; i++) {
      const { domainOf } = domainRules[rules[i]];
      this.#countsOf(rules[i]).change(
        this.#kindOf[workload][i],
        domainOf[source],
        domainOf[target],
        slot,
        count,
      );
    }
  }

  /** Whether all rules still hold in the slot and all later ones, once replicas of a row have been counted in or out. */
  holds(group: number, target: number, slot: number): boolean {
    const { groupWorkload, groupNode, domainRules } = this.#problem;
    const source = groupNode[group];
    if (this.#floors && !this.#floors.holds(source, target)) return false;
    const rules = this.#rulesOf[groupWorkload[group]];
    for (let i = 0; i < rules.length; i++) {
      const { domainOf } = domainRules[rules[i]];
      if (!this.#countsOf(rules[i]).holds(domainOf[source], domainOf[target], slot)) return false;
    }
    return this.#budgets.holds(group, slot);
  }

  #tie(workload: number, rule: number, kind: number): void {
    if (this.#rulesOf[workload].length === 0) [this.#rulesOf[workload], this.#kindOf[workload]] = [[], []];
    const rules = this.#rulesOf[workload];
    const kinds = this.#kindOf[workload];
    if (rules.at(-1) === rule) kinds[kinds.length - 1] |= kind;
    else {
      rules.push(rule);
      kinds.push(kind | (this.#problem.recreate[workload] ? RECREATE : 0));
    }
  }

  #countsOf(index: number): RuleCounts {
    let counts = this.#rules[index];
    if (!counts) {
      const rule = this.#problem.domainRules[index];
      const domains = new DomainCounts(this.#problem, rule, this.#start);
      counts = rule.form === 'skew' ? new SkewCounts(rule, domains) : new OneDomainCounts(rule, domains);
      this.#rules[index] = counts;
    }
    return counts;
  }
}

/** Undefined where nothing is asked of more than one replica and one node. */
export function sideCountsOf(problem: Problem, done?: Iterable<ScheduleRow>): SideCounts | undefined {
  return hasSideRules(problem) ? new SideCounts(problem, done) : undefined;
}
