import type { LatencyMode } from '../../model/options.ts';
import type { Instance } from './instance.ts';
import { type Judged, spent } from './side-rules.ts';

/** What carrying out one final placement has to look at. */
export interface Order {
  /** Movers that can't simply wait for the last slot, ascending. */
  readonly ordered: readonly number[];
  readonly waiting: readonly number[];
  /** Domain rules that some order of the moves would break. */
  readonly rules: readonly Judged[];
  /** No order has fewer slots, as far as budgets tell. */
  readonly leastSlots: number;
}

/**
 * A mover whose node receives nothing may as well wait for the last slot: its leaving makes room for nobody, and its
 * arriving late takes room from nobody. So only the others are ordered, and those whose latency, domain rules or budgets
 * depend on who has moved.
 */
export function orderOf(instance: Instance, target: Int32Array, latencyIn: LatencyMode): Order {
  const { movers, source, problem, workload } = instance;
  const moving: number[] = [];
  const receives = new Set<number>();
  for (let i = 0; i < movers; i++) {
    if (target[i] === source[i]) continue;
    moving.push(i);
    receives.add(target[i]);
  }
  const ordered = new Set(moving.filter((i) => receives.has(source[i])));
  const addAll = (items: readonly number[]) => {
    for (const i of items) ordered.add(i);
  };
  const rules = instance.rules.filter((judged) => {
    const depending = dependingOn(instance, judged, target, moving);
    addAll(depending ?? []);
    return depending !== undefined;
  });
  let leastSlots = moving.length > 0 ? 1 : 0;
  for (const { over, weight, most } of problem.budgets) {
    const sum = over === 'slot' ? spent(workload, weight, moving) : 0;
    if (sum <= most) continue;
    leastSlots = Math.max(leastSlots, Math.ceil(sum / most));
    addAll(moving.filter((i) => weight.has(workload[i])));
  }
  const sources = new Set(moving.map((i) => source[i])).size;
  if (sources > problem.sourcesPerSlot) {
    leastSlots = Math.max(leastSlots, Math.ceil(sources / problem.sourcesPerSlot));
    addAll(moving);
  }
  addAll(latencyOrdered(instance, target, moving, ordered, latencyIn));
  return {
    ordered: [...ordered].sort((a, b) => a - b),
    waiting: moving.filter((i) => !ordered.has(i)),
    rules,
    leastSlots,
  };
}

/**
 * Movers whose slots a domain rule may depend on; undefined where the rule holds in whatever order they move. Of all
 * others it does not matter when they move: they are counted in no domain that is judged and full before, or gone before.
 */
function dependingOn(
  instance: Instance,
  judged: Judged,
  target: Int32Array,
  moving: readonly number[],
): number[] | undefined {
  const { rule, isCounted, isSubject } = judged;
  const { source, movers } = instance;
  const { domainOf, domains } = rule;
  const end = (item: number) => domainOf[item < movers ? target[item] : source[item]];
  const touched = (takes: (i: number) => boolean) => {
    const flags = new Uint8Array(domains);
    for (const i of moving) if (end(i) >= 0 && takes(i)) flags[end(i)] = 1;
    return flags;
  };
  const arrives = touched((i) => isSubject[i] === 1);
  if (!arrives.includes(1)) return undefined;
  const isBinding = bindingDomains(instance, judged, target, arrives);
  if (!isBinding.includes(1)) return undefined;
  const takesPart = moving.filter((i) => isCounted[i] || isSubject[i]);
  if (rule.form === 'skew') return takesPart;
  const binds = (d: number) => d >= 0 && isBinding[d] === 1;
  const leaves = (i: number) => isCounted[i] === 1 && binds(domainOf[source[i]]);
  if (rule.form === 'partner') return takesPart.filter((i) => binds(end(i)) || leaves(i));
  // Arrivals that are counted and not judged can fill a domain after those that are judged have come.
  const filled = touched((i) => isCounted[i] === 1 && isSubject[i] === 0);
  return takesPart.filter((i) => leaves(i) || (binds(end(i)) && isSubject[i] === 1 && filled[end(i)] === 1));
}

/** Domains in which some order of the moves would break the rule: 1, [domain]. */
function bindingDomains(
  { problem, source, workload, movers }: Instance,
  { rule, counted }: Judged,
  target: Int32Array,
  arrives: Uint8Array,
): Uint8Array {
  const { domainOf, domains } = rule;
  const moves = (item: number) => item < movers && target[item] !== source[item];
  const end = (item: number) => domainOf[item < movers ? target[item] : source[item]];
  const most = new Int32Array(domains);
  const doubles = new Int32Array(domains);
  const fewest = new Int32Array(domains);
  for (const item of counted) {
    const [from, to] = [domainOf[source[item]], end(item)];
    if (from >= 0) most[from] += 1;
    if (to >= 0 && to !== from) most[to] += 1;
    if (from < 0 || from !== to) continue;
    const recreates = problem.recreate[workload[item]] === 1;
    if (moves(item) && !recreates) doubles[from] += 1;
    if (!moves(item) || !recreates) fewest[from] += 1;
  }
  const isBinding = (d: number): boolean => {
    if (rule.form === 'partner') return fewest[d] === 0;
    if (rule.form === 'at-most') return most[d] + (rule.when === 'during' ? doubles[d] : 0) > rule.most;
    const highest = most[d] + doubles[d];
    const isBelow = (copies: number, other: number) => other !== d && highest - copies > rule.maxSkew;
    return (rule.isLow && highest > rule.maxSkew) || fewest.some(isBelow);
  };
  return arrives.map((flag, d) => (flag && isBinding(d) ? 1 : 0));
}

/** Movers whose latency depends on who has moved, beside those that are ordered anyway. */
function latencyOrdered(
  { problem, latency, source }: Instance,
  target: Int32Array,
  moving: readonly number[],
  already: ReadonlySet<number>,
  latencyIn: LatencyMode,
): number[] {
  if (latencyIn === 'end') return [];
  if (latency.hasNearest) return [...moving];
  const ordered = new Set(already);
  const { location, locations } = problem;
  const moves = new Set(moving);
  const clashes = latency.conflicts.filter(({ u, v, bad }) => {
    if (!moves.has(u) || !moves.has(v)) return false;
    const isBad = (g: number, h: number) => bad[location[g] * locations + location[h]] === 1;
    return isBad(target[u], source[v]) || isBad(source[u], target[v]);
  });
  if (latencyIn === 'copies') for (const { u, v } of clashes) ordered.add(u).add(v);
  for (let size = -1; size !== ordered.size; ) {
    size = ordered.size;
    for (const { u, v } of clashes) if (ordered.has(u) || ordered.has(v)) ordered.add(u).add(v);
  }
  return [...ordered];
}
