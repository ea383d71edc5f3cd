import { atMost } from './at-most.ts';
import { budget } from './budgets.ts';
import type { Draft } from './draft.ts';
import { floor } from './floor.ts';
import { partner } from './partner.ts';
import { skew } from './skew.ts';
import { sources } from './sources.ts';

/**
 * The rules about more than one replica and one node. The relaxation keeps what holds for the end, or over the plan, and
 * no more: who is where on the way is not in it.
 */
export function sideRules(draft: Draft): void {
  const { problem, relaxed } = draft;
  for (const rule of problem.domainRules) {
    if (rule.form === 'at-most') atMost(draft, rule);
    else if (relaxed) continue;
    else if (rule.form === 'partner') partner(draft, rule);
    else skew(draft, rule);
  }
  for (const one of problem.budgets) budget(draft, one);
  for (const one of problem.floors) floor(draft, one);
  if (!relaxed) sources(draft);
}
