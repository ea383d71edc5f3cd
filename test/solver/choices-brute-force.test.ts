import { expect, test } from 'vitest';
import { money, parseMoney } from '../../src/model/decimal.ts';
import { withOpenable } from '../../src/model/options/openable.ts';
import { LATENCY_MODES, type Options, resolveOptions } from '../../src/model/options.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Snapshot } from '../../src/model/snapshot.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { solve } from '../../src/solver/solve.ts';
import { drawnChoices, withSpot } from '../generate/choices.ts';
import { tinySnapshot } from '../generate/tiny-snapshot.ts';
import { type Reached, reachable } from './brute-force.ts';
import { tightSnapshot } from './brute-force-tight.ts';

const isLong = process.env['RESTOW_LONG'] === '1';
const STRATEGIES = ['exact', 'ilp', 'search', 'heuristic'] as const;

/** Levels as plans state them: counts as they are, money in 10⁻¹². */
function levelsOf(snapshot: Snapshot, options: Options, { used, moves, slots }: Reached): bigint[] {
  const { objective, keep, drain } = resolveOptions(snapshot, options);
  const kept = new Set(keep?.nodes);
  const price = withOpenable(snapshot, options.openable)
    .nodes.filter(({ name }) => used.has(name) || kept.has(name))
    .reduce((sum, { pricePerHour = 0 }) => sum + money(pricePerHour), 0n);
  const left = drain ? [BigInt(drain.nodes.filter((node) => used.has(node)).length)] : [];
  return objective.kind === 'weighted'
    ? [...left, price + money(objective.alpha) * BigInt(moves + slots)]
    : [...left, price, BigInt(moves), BigInt(slots)];
}

function isBelow(a: readonly bigint[], b: readonly bigint[]): boolean {
  const differing = a.findIndex((value, level) => value !== b[level]);
  return differing >= 0 && a[differing] < b[differing];
}

function stated({ objective }: Plan, what: 'value' | 'bound'): bigint[] {
  return objective.levels.map((level) =>
    ['weighted', 'price'].includes(level.name) ? (parseMoney(level[what]) as bigint) : BigInt(level[what]),
  );
}

/** What a plan states that brute force refutes. */
function refuted(plan: Plan, best: readonly bigint[], all: readonly (readonly bigint[])[]): string[] {
  const value = stated(plan, 'value');
  const bound = stated(plan, 'bound');
  const faults: string[] = [];
  if (isBelow(value, best)) faults.push(`${value} is below the best, ${best}`);
  if (plan.status === 'optimal' && isBelow(best, value)) faults.push(`${value} is not the best, ${best}`);
  // A bound is about the plans that are no worse in the levels before.
  for (const one of all) {
    for (const [level, least] of bound.entries()) {
      if (one.slice(0, level).some((amount, l) => amount > value[l])) break;
      if (level > 0 && one.slice(0, level).some((amount, l) => amount < value[l])) break;
      if (one[level] < least) faults.push(`the bound ${bound} of ${value} is above ${one}`);
    }
  }
  return faults;
}

test('tiny deployments with choices: no plan is refuted by brute force or rejected, and small ones are proved', {
  timeout: 3_600_000,
}, async () => {
  const engine = createEngine(loadHighsNode);
  const count = isLong ? 3_000 : 60;
  const tally = { questions: 0, moving: 0, binding: 0, unmet: 0, proved: 0 };
  const faults: string[] = [];
  for (let i = 0; i < count; i++) {
    const plain = i % 2 === 0 ? tinySnapshot(i + 500) : tightSnapshot(i + 500);
    const snapshot = i % 3 === 0 ? withSpot(plain, i) : plain;
    const { minimumSaving: _, ...choices } = drawnChoices(snapshot, i);
    const latencyIn = LATENCY_MODES[i % LATENCY_MODES.length];
    const alpha = [0, '0.5', 1][i % 3];
    const objective = i % 4 === 0 ? { kind: 'lexicographic' as const } : { kind: 'weighted' as const, alpha };
    const options: Options = { ...choices, latencyIn, objective, savingCurve: i % 2 === 1 };
    const all = reachable(snapshot, latencyIn, options).map((one) => levelsOf(snapshot, options, one));
    const best = all.reduce((a, b) => (isBelow(b, a) ? b : a));
    const free = reachable(snapshot, latencyIn).map((one) => levelsOf(snapshot, options, one));
    tally.questions++;
    if (best !== all[0]) tally.moving++;
    if (free.some((one) => isBelow(one, best))) tally.binding++;
    if (choices.drain && best[0] > 0n) tally.unmet++;
    for (const strategy of STRATEGIES) {
      const { plan, rejected } = await solve(snapshot, { ...options, strategy }, engine, 'test');
      if (strategy === 'exact' && plan.status === 'optimal') tally.proved++;
      for (const fault of [...rejected.map(({ message }) => message), ...refuted(plan, best, all)])
        faults.push(`${i} ${strategy} ${JSON.stringify(options)}: ${fault}`);
    }
  }
  expect(faults).toEqual([]);
  expect(tally.moving).toBeGreaterThan(0.25 * count);
  expect(tally.binding).toBeGreaterThan(0.12 * count);
  expect(tally.unmet).toBeGreaterThan(0.05 * count);
  expect(tally.proved).toBeGreaterThan(0.8 * count);
});
