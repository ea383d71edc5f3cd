import type { Instance } from './instance.ts';
import type { Judged } from './side-rules.ts';

/** Of some movers only so many may end in some nodes. */
export interface EndLimit {
  /** Ascending. */
  readonly movers: readonly number[];
  /** 1 where the node is one of them, [node]. */
  readonly nodes: Uint8Array;
  readonly most: number;
}

/** More of them than this are left out, those about most movers first: the bound stays valid. */
const MAX_LIMITS = 150;

/**
 * What rules of the form `at-most` say of the end, in domains of several nodes. Where all that is counted is judged when it
 * arrives, the last arrival has kept the limit, and copies only leave since; where there is none, what there was may stay.
 */
export function endLimits(
  { movers, nodes, source }: Pick<Instance, 'movers' | 'nodes' | 'source'>,
  rules: readonly Judged[],
): EndLimit[] {
  const limits = rules.flatMap(({ rule, counted, isSubject }) => {
    if (rule.form !== 'at-most' || counted.some((item) => !isSubject[item])) return [];
    const members = counted.filter((item) => item < movers).sort((a, b) => a - b);
    return Array.from({ length: rule.domains }, (_, domain): EndLimit => {
      const isHere = (item: number) => rule.domainOf[source[item]] === domain;
      const there = counted.filter(isHere).length;
      const stay = counted.filter((item) => item >= movers && isHere(item)).length;
      const inside = Uint8Array.from({ length: nodes }, (__, n) => (rule.domainOf[n] === domain ? 1 : 0));
      return { movers: members, nodes: inside, most: Math.max(rule.most, there) - stay };
    }).filter(
      ({ nodes: inside, most }) => most < members.length && inside.indexOf(1) < inside.lastIndexOf(1),
    );
  });
  return limits.sort((a, b) => a.movers.length - b.movers.length).slice(0, MAX_LIMITS);
}
