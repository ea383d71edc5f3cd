import { expect, test } from 'vitest';
import { checkPlan } from '../../src/model/check/index.ts';
import { resolveOptions } from '../../src/model/options.ts';
import type { Rule } from '../../src/model/plan.ts';
import { mayArrive, type Problem, type Schedule } from '../../src/model/problem.ts';
import type { Snapshot, Workload } from '../../src/model/snapshot.ts';
import { toProblem } from '../../src/model/to-problem.ts';
import { withKindRules } from '../generate/kind-rules.ts';
import { largerSnapshot } from '../generate/larger-snapshot.ts';
import { withNodeRules } from '../generate/node-rules.ts';
import { withPodRules } from '../generate/pod-rules.ts';
import { type Random, random } from '../generate/random.ts';
import { tinySnapshot } from '../generate/tiny-snapshot.ts';
import { violationsOf } from '../solver/checked-schedule.ts';
import { brokenSideRules } from '../solver/side-rules/reference.ts';

const SEEDS = process.env['RESTOW_LONG'] ? 20_000 : 2_000;
const RULES: readonly Rule[] = ['pod-affinity', 'pod-anti-affinity', 'topology-spread', 'keep-spread'];
const OPTIONS = { keepSpread: true, allowRecreate: true };

function drawn(seed: number): Snapshot {
  const plain = seed % 5 === 0 ? largerSnapshot(seed) : tinySnapshot(seed);
  const ruled = withPodRules(seed % 2 === 0 ? withNodeRules(plain, seed) : plain, seed);
  return seed % 3 === 0 ? withKindRules(ruled, seed) : ruled;
}

/** Moves of one or two slots to where the replicas may arrive as far as they and the node decide. */
function drawnSchedule(draw: Random, problem: Problem): Schedule {
  const rows: number[][] = [];
  const slots = draw.int(1, 2);
  for (let group = 0; group < problem.groups; group++) {
    if (!problem.groupMovable[group] || draw.chance(0.4)) continue;
    const target = draw.int(0, problem.nodes - 1);
    if (target === problem.groupNode[group] || !mayArrive(problem, group, target)) continue;
    rows.push([group, target, draw.int(1, slots), draw.int(1, problem.groupCount[group])]);
  }
  const used = [...new Set(rows.map(([, , slot]) => slot))].sort();
  const dense = rows.map(([group, target, slot, count]) => [group, target, used.indexOf(slot) + 1, count]);
  return Int32Array.from(dense.sort((a, b) => a[2] - b[2] || a[0] - b[0]).flat());
}

test('the forms are broken in the slots in which the rules are', { timeout: 120_000 }, () => {
  const broken = new Map<string, number>();
  let held = 0;
  for (let seed = 0; seed < SEEDS; seed++) {
    const snapshot = drawn(seed);
    const problem = toProblem(snapshot, resolveOptions(snapshot, OPTIONS));
    const schedule = drawnSchedule(random(seed + 5_000_011), problem);
    if (schedule.length === 0) continue;
    const forms = brokenSideRules(problem, schedule).filter((text) => text.startsWith('rule'));
    const byForm = forms.map((text) => {
      const [, index, , , slot] = text.split(' ');
      return `${problem.domainRules[Number(index)].rule} ${slot}`;
    });
    const violations = violationsOf(snapshot, OPTIONS, problem, schedule);
    const byChecker = violations.filter(({ rule }) => RULES.includes(rule));
    const expected = new Set(byChecker.map(({ rule, slot }) => `${rule} ${slot}`));
    expect({ seed, found: [...new Set(byForm)].sort() }).toEqual({ seed, found: [...expected].sort() });
    if (expected.size === 0) held += 1;
    for (const { rule } of byChecker) broken.set(rule, (broken.get(rule) ?? 0) + 1);
  }
  expect(held).toBeGreaterThan(SEEDS / 10);
  for (const rule of RULES) expect(broken.get(rule), rule).toBeGreaterThan(SEEDS / 40);
});

test('a thousand workloads on a thousand nodes share their maps', () => {
  const zone = (i: number) => ({ 'topology.kubernetes.io/zone': `z${i % 3}` });
  const name = (i: number) => `n${i}`;
  const nodes = Array.from({ length: 1000 }, (_, i) => ({
    name: name(i),
    pricePerHour: 1,
    allocatable: { cpu: 100 },
    labels: zone(i),
  }));
  const workloads = Array.from({ length: 1000 }, (_, i): Workload => {
    const labelSelector = { matchLabels: { app: `w${i}` } };
    const term = { labelSelector, topologyKey: 'kubernetes.io/hostname' };
    const spread = { maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' as const, labelSelector };
    return {
      name: `w${i}`,
      requests: { cpu: 1 },
      labels: { app: `w${i}` },
      replicas: Object.fromEntries(Array.from({ length: 9 }, (_, k) => [name((i + k * 7) % 1000), 1])),
      affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } },
      topologySpreadConstraints: [{ ...spread, topologyKey: 'topology.kubernetes.io/zone' }],
    };
  });
  const snapshot = { nodes, workloads };
  const { domainRules } = toProblem(snapshot, resolveOptions(snapshot, OPTIONS));
  expect(domainRules).toHaveLength(4000);
  expect(new Set(domainRules.map(({ domainOf }) => domainOf)).size).toBe(2);
  const plan = { slots: [{ moves: [] }] };
  expect(checkPlan(snapshot, resolveOptions(snapshot, OPTIONS), plan).violations).toHaveLength(1);
});

test('what no move can break is no rule', () => {
  const nodes = ['a', 'b', 'c'].map((name) => ({ name, pricePerHour: 1, allocatable: {} }));
  const rulesOf = (workload: Partial<Workload> & Pick<Workload, 'replicas'>, keepSpread = true) => {
    const snapshot: Snapshot = { nodes, workloads: [{ name: 'w', requests: {}, ...workload }] };
    return toProblem(snapshot, resolveOptions(snapshot, { keepSpread })).domainRules.map(({ rule }) => rule);
  };
  const fixed = (node: string) => ({ node, movable: false });
  expect(rulesOf({ replicas: { a: 1, b: 1 } })).toEqual(['keep-spread']);
  expect(rulesOf({ replicas: { a: 1, b: 1 } }, false)).toEqual([]);
  expect(rulesOf({ replicas: { a: 2 } })).toEqual([]);
  expect(rulesOf({ replicas: { a: 1, b: 1 }, movable: false })).toEqual([]);
  expect(rulesOf({ replicas: [fixed('a'), fixed('b'), { node: 'c' }] })).toEqual([]);
  const spread = {
    maxSkew: 1,
    topologyKey: 'kubernetes.io/hostname',
    whenUnsatisfiable: 'DoNotSchedule' as const,
    labelSelector: { matchLabels: { app: 'w' } },
  };
  const spreading = (constraint: object) =>
    rulesOf({
      replicas: { a: 1 },
      labels: { app: 'w' },
      topologySpreadConstraints: [{ ...spread, ...constraint }],
    });
  expect(spreading({})).toEqual(['topology-spread']);
  expect(spreading({ labelSelector: {} })).toEqual([]);
  expect(spreading({ labelSelector: undefined })).toEqual([]);
});
