import type { DisruptionBudget } from '../namespace-rules.ts';
import { refKey, type Snapshot } from '../snapshot.ts';
import type { RunningWorkload } from './groups.ts';
import type { Budget } from './side-rules.ts';

/**
 * Rule disruption-budget. With s surge and r recreate moves in a slot, of h healthy replicas and N wanted ones, the last of
 * the evictions, in the order that is worst, is allowed when h − r ≥ desired(N + s). Rounding up a percentage of whole
 * replicas keeps that linear: h − r ≥ ⌈p·(N + s)⌉ exactly when h − r ≥ p·(N + s).
 *
 * @returns budgets per slot, and workloads that never move: two budgets cover them, or too few of theirs are healthy
 */
export function disruptionBudgets(
  { disruptionBudgets: all = [] }: Snapshot,
  running: readonly RunningWorkload[],
): { budgets: Budget[]; frozen: Set<number> } {
  const indexOf = new Map(running.map(({ key }, w) => [key, w]));
  const replicas = running.map(({ counts }) => [...counts.values()].reduce((sum, count) => sum + count, 0));
  const isCovered = new Set<number>();
  const frozen = new Set<number>();
  const budgets = all.flatMap((budget): Budget[] => {
    const covered = [...new Set(budget.workloads.map(refKey))].flatMap((key) => indexOf.get(key) ?? []);
    for (const w of covered) {
      if (isCovered.has(w)) frozen.add(w);
      isCovered.add(w);
    }
    const pods = covered.reduce((sum, w) => sum + replicas[w], 0);
    const found = linear(budget, budget.healthy ?? pods, budget.expected ?? pods).map(
      ({ surge, recreate, most }) => {
        const each = (w: number) => (running[w].workload.mode === 'recreate' ? recreate : surge);
        const weight = new Map(covered.map((w) => [w, each(w)] as const).filter(([, one]) => one > 0));
        return { rule: 'disruption-budget' as const, over: 'slot' as const, weight, most };
      },
    );
    if (found.some(({ most }) => most < 0)) for (const w of covered) frozen.add(w);
    return found.filter(({ most }) => most >= 0);
  });
  return { budgets, frozen };
}

interface Linear {
  /** Weights of one surge and of one recreate move. */
  surge: number;
  recreate: number;
  most: number;
}

function linear(
  { minAvailable, maxUnavailable }: DisruptionBudget,
  healthy: number,
  wanted: number,
): Linear[] {
  if (maxUnavailable === undefined) {
    const least = minAvailable ?? 0;
    if (typeof least === 'number') return [{ surge: 0, recreate: 1, most: healthy - least }];
    const percent = Number.parseInt(least, 10);
    return [{ surge: percent, recreate: 100, most: 100 * healthy - percent * wanted }];
  }
  // What must stay is at least nothing.
  const atLeastNone = { surge: 0, recreate: 1, most: healthy };
  if (typeof maxUnavailable === 'number')
    return [{ surge: 1, recreate: 1, most: maxUnavailable - wanted + healthy }, atLeastNone];
  // h − r ≥ N + s − ⌈q·(N + s)⌉ exactly when q·(N + s) > N + s + r − h − 1, in per cent by at least 1.
  const percent = Number.parseInt(maxUnavailable, 10);
  const most = percent * wanted - 100 * (wanted - healthy - 1) - 1;
  return [{ surge: 100 - percent, recreate: 100, most }, atLeastNone];
}
