import type { Instance } from './instance.ts';
import type { Judged } from './side-rules.ts';

/** Of some movers only so many may end in one node. Every pattern keeps that by itself. */
export interface NodeLimits {
  /** Limits that count the mover, [mover]. */
  readonly of: readonly (readonly number[])[];
  /** [node][limit] */
  readonly most: readonly Int32Array[];
}

/**
 * What rules of the form `at-most` say of the end of every node that is a domain by itself. Where all that is counted is
 * judged when it arrives, the last arrival has kept the limit, and copies only leave since; where there is none, what there
 * was may stay.
 */
export function nodeLimits(
  { movers, nodes, source }: Pick<Instance, 'movers' | 'nodes' | 'source'>,
  rules: readonly Judged[],
): NodeLimits {
  const of: number[][] = Array.from({ length: movers }, () => []);
  const limits: Int32Array[] = [];
  for (const { rule, counted, isSubject } of rules) {
    if (rule.form !== 'at-most' || counted.some((item) => !isSubject[item])) continue;
    const members = counted.filter((item) => item < movers);
    const size = new Int32Array(rule.domains);
    for (const domain of rule.domainOf) if (domain >= 0) size[domain] += 1;
    const most = new Int32Array(nodes).fill(members.length);
    for (const [n, domain] of rule.domainOf.entries()) {
      if (domain < 0 || size[domain] > 1) continue;
      const there = counted.filter((item) => source[item] === n);
      const stay = there.filter((item) => item >= movers).length;
      most[n] = Math.max(rule.most, there.length) - stay;
    }
    if (most.every((count) => count >= members.length)) continue;
    for (const i of members) of[i].push(limits.length);
    limits.push(most);
  }
  return {
    of,
    most: Array.from({ length: nodes }, (_, n) => Int32Array.from(limits, (most) => most[n])),
  };
}

/** Whether what these limits count may come on top. @param left what each limit leaves, [limit] */
export function hasLeft(left: Int32Array, limits: readonly number[]): boolean {
  let least = 0;
  // The same limit may count several members of one lot.
  for (const l of limits) least = Math.min(least, --left[l]);
  for (const l of limits) left[l] += 1;
  return least >= 0;
}

export function countOff(left: Int32Array, limits: readonly number[], sign: number): void {
  for (const l of limits) left[l] += sign;
}
