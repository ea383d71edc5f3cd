import { beforeAll, describe, expect, test } from 'vitest';
import { checkPlan } from '../../src/model/check/index.ts';
import { type Options, resolveOptions } from '../../src/model/options.ts';
import { PlanClaim, RULES } from '../../src/model/plan.ts';
import { type Snapshot, workloadKey } from '../../src/model/snapshot.ts';
import { solve } from '../../src/solver/solve.ts';
import { drawnChoices, withSpot } from '../generate/choices.ts';
import { withKindRules } from '../generate/kind-rules.ts';
import { largerSnapshot } from '../generate/larger-snapshot.ts';
import { withNodeRules } from '../generate/node-rules.ts';
import { withPodRules } from '../generate/pod-rules.ts';
import { type Random, random } from '../generate/random.ts';
import { tinySnapshot } from '../generate/tiny-snapshot.ts';
import { noEngine } from '../solver/planned.ts';
import { breaches } from './breaches.ts';
import { another, type Claim, claimsOf, rewritten, withValue } from './claim-mutations.ts';
import { MUTATIONS, type Subject } from './mutations.ts';
import { senselessPlan } from './senseless-plan.ts';
import { validMoves, withClaims } from './valid-plan.ts';

const TINY = process.env['RESTOW_LONG'] ? 20_000 : 640;
const LARGER = TINY / 10;

interface Case extends Subject {
  draw: Random;
  snapshot: Snapshot;
}

/**
 * Tiny and some larger snapshots, a quarter with rules about nodes, a fifth about other replicas, two fifths of all kinds, a
 * third with spot nodes; a third with choices.
 */
function question(seed: number): { draw: Random; snapshot: Snapshot; options: Options } {
  const draw = random(seed + 1_000_003);
  const plain = isLarger(seed) ? largerSnapshot(seed) : tinySnapshot(seed);
  const ruled = seed % 4 === 3 ? withNodeRules(plain, seed) : plain;
  const hasKinds = seed % 7 < 3;
  const kinds = hasKinds ? withKindRules(ruled, seed) : ruled;
  const pods = seed % 5 === 2 ? withPodRules(kinds, seed) : kinds;
  const snapshot = seed % 3 === 2 ? withSpot(pods, seed) : pods;
  const latencyIn = draw.pick(['end', 'slots', 'copies'] as const);
  const alpha = draw.chance(0.5) ? { alpha: draw.pick([0, '0.25', 1]) } : {};
  const objective = draw.chance(0.4)
    ? { kind: 'lexicographic' as const }
    : { kind: 'weighted' as const, ...alpha };
  return {
    draw,
    snapshot,
    options: {
      latencyIn,
      objective,
      strategy: 'heuristic',
      savingCurve: seed % 2 === 1,
      keepSpread: draw.chance(0.25),
      ...(hasKinds && draw.chance(0.9) && { allowRecreate: true }),
      ...(seed % 8 === 5 && { exclude: drawnExclusion(draw, snapshot) }),
      ...(seed % 3 === 1 && drawnChoices(snapshot, seed)),
    },
  };
}

function drawnExclusion(draw: Random, { nodes, workloads }: Snapshot) {
  return {
    nodes: [draw.pick(nodes).name],
    workloads: draw.chance(0.5) ? [workloadKey(draw.pick(workloads))] : [],
  };
}

function isLarger(seed: number): boolean {
  return seed % 11 === 10;
}

/**
 * A plan that holds: random moves, every third time with all claims by the naive numbers; on every other larger
 * snapshot a plan of the heuristic, with all that the solver states.
 */
async function heldPlan(seed: number): Promise<Case> {
  const { draw, snapshot, options: chosen } = question(seed);
  const options = resolveOptions(snapshot, chosen);
  if (isLarger(seed) && seed % 2 === 1) {
    const { plan } = await solve(snapshot, chosen, noEngine, 'test');
    return { draw, snapshot, options, plan };
  }
  const moves = validMoves(draw, snapshot, options);
  const plan = seed % 3 === 1 ? withClaims(draw, snapshot, options, moves) : moves;
  return { draw, snapshot, options, plan };
}

/** What the checker finds, in the words of the second replay. */
function found(snapshot: Snapshot, { options, plan }: Subject): Set<string> {
  const { violations } = checkPlan(snapshot, options, plan);
  return new Set(
    violations.map(({ rule, slot, subject, excess }) =>
      rule === 'claims' ? `claims in ${slot}` : `${rule} in ${slot}: ${subject} by ${excess}`,
    ),
  );
}

/** Asserts that both find the same, and gives it. The assertion itself is slow, so it is made when it fails. */
function agreed(name: string, snapshot: Snapshot, subject: Subject): Set<string> {
  const expected = breaches(snapshot, subject.options, subject.plan);
  const actual = found(snapshot, subject);
  if (actual.symmetricDifference(expected).size > 0)
    expect({ name, snapshot, subject, actual }).toEqual({ actual: expected });
  return actual;
}

function rulesOf(breached: ReadonlySet<string>): Set<string> {
  return new Set([...breached].map((breach) => breach.split(' ')[0]));
}

function rulesAndSlots(breached: ReadonlySet<string>): Set<string> {
  return new Set([...breached].map((breach) => breach.replace(/:.*/, '')));
}

/** The rule that a wrong claim breaks, and its slot. */
function brokenBy({ path: [block, index] }: Claim): string {
  if (block === 'savingCurve') return 'saving-curve in 0';
  return `claims in ${block === 'slots' ? Number(index) + 1 : 0}`;
}

function count<K>(tally: Map<K, number>, key: K): void {
  tally.set(key, (tally.get(key) ?? 0) + 1);
}

/** Kinds of claims that were tried too few times; most options are seldom chosen. */
function rare(tried: ReadonlyMap<string, number>): string[] {
  return [...tried].filter(([kind, n]) => n < (kind.startsWith('options/') ? 1 : 10)).map(([kind]) => kind);
}

describe('the checker and the second replay agree', { timeout: 600_000 }, () => {
  const held: Case[] = [];
  beforeAll(async () => {
    for (let seed = 0; seed < TINY + LARGER; seed++) held.push(await heldPlan(seed));
  }, 600_000);

  test('on plans that hold, many of which move something and many of which need several slots', () => {
    const slots = new Map<number, number>();
    for (const { snapshot, options, plan } of held) {
      expect(PlanClaim.safeParse(plan).success).toBe(true);
      expect(agreed('none', snapshot, { options, plan }).size).toBe(0);
      count(slots, Math.min(plan.slots.length, 2));
    }
    expect(slots.get(0)).toBeLessThan(held.length * 0.7);
    expect(slots.get(2)).toBeGreaterThan(held.length * 0.1);
  });

  test('on every rule, slot, subject and amount that a changed plan breaks', () => {
    const [broken, unbroken, rules] = [
      new Map<string, number>(),
      new Map<string, number>(),
      new Map<string, number>(),
    ];
    let mutated = 0;
    for (const { draw, snapshot, options, plan } of held) {
      for (const [name, { apply }] of Object.entries(MUTATIONS)) {
        const subject = apply(draw, { options, plan }, snapshot);
        if (!subject) continue;
        const breached = agreed(name, snapshot, subject);
        count(breached.size > 0 ? broken : unbroken, name);
        for (const rule of rulesOf(breached)) count(rules, rule);
        mutated += 1;
      }
    }
    expect(mutated).toBeGreaterThan(2_000);
    expect(RULES.filter((rule) => (rules.get(rule) ?? 0) < 10)).toEqual([]);
    for (const [name, { sides }] of Object.entries(MUTATIONS)) {
      const seen = { name, breaks: (broken.get(name) ?? 0) >= 8, holds: (unbroken.get(name) ?? 0) >= 8 };
      expect(seen).toEqual({ name, breaks: sides !== 'holds', holds: sides !== 'breaks' });
    }
  });

  test('on plans without sense', () => {
    const rules = new Map<string, number>();
    for (let seed = 0; seed < 2 * (TINY + LARGER); seed++) {
      const { draw, snapshot, options: chosen } = question(seed);
      const options = resolveOptions(snapshot, chosen);
      const breached = agreed('senseless', snapshot, { options, plan: senselessPlan(draw, snapshot) });
      for (const rule of rulesOf(breached)) count(rules, rule);
    }
    // These plans are short, empty few nodes and claim nothing.
    const rarely = ['pool-minimum', 'claims', 'saving-curve'];
    expect(RULES.filter((rule) => (rules.get(rule) ?? 0) < 10)).toEqual(rarely);
  });

  test('on every claim: another number breaks it, the same number written at greater length does not', () => {
    const [changed, longer] = [new Map<string, number>(), new Map<string, number>()];
    // Few random plans save anything.
    const chosen = held.filter(({ plan }, seed) => seed % 6 === 1 || (plan.savingCurve?.length ?? 0) > 1);
    for (const { draw, snapshot, options, plan } of chosen) {
      const claims = new Map(draw.shuffled(claimsOf(plan)).map((claim) => [claim.kind, claim]));
      for (const claim of claims.values()) {
        const wrong = { options, plan: withValue(plan, claim.path, another(claim)) };
        expect(rulesAndSlots(agreed(claim.kind, snapshot, wrong))).toEqual(new Set([brokenBy(claim)]));
        count(changed, claim.kind);
        const text = rewritten(claim);
        if (text === undefined) continue;
        expect(agreed(claim.kind, snapshot, { options, plan: withValue(plan, claim.path, text) }).size).toBe(
          0,
        );
        count(longer, claim.kind);
      }
    }
    expect([changed.size >= 66, rare(changed)]).toEqual([true, []]);
    expect([longer.size >= 19, rare(longer)]).toEqual([true, []]);
  });
});
