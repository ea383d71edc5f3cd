import { describe, expect, test } from 'vitest';
import { checkPlan, prepareCheck } from '../../../src/model/check/index.ts';
import { resolveOptions } from '../../../src/model/options.ts';
import { type Move, PlanClaim, RULES, Violation } from '../../../src/model/plan.ts';
import { withSpot } from '../../generate/choices.ts';
import { withKindRules } from '../../generate/kind-rules.ts';
import { largerSnapshot } from '../../generate/larger-snapshot.ts';
import { withNodeRules } from '../../generate/node-rules.ts';
import { withPodRules } from '../../generate/pod-rules.ts';
import { random } from '../../generate/random.ts';
import { tinySnapshot } from '../../generate/tiny-snapshot.ts';
import { senselessPlan } from '../../oracle-replay/senseless-plan.ts';
import { nodesOf, planOf, violations, workloadOf } from './shorthand.ts';

const snapshot = {
  nodes: nodesOf({ n1: { cpu: 2 }, n2: { cpu: 2 } }),
  workloads: [workloadOf('b', { cpu: 1 }, { n1: 2 }), workloadOf('a', { cpu: 2 }, { n2: 1 })],
};

describe('checkPlan', () => {
  test('sorts violations by slot, rule and subject, and gives each once', () => {
    const plan = planOf(['b-1 n1>n2 recreate', 'a-0 n2>n2'], [], ['b-0 n1>n2', 'b-0 n1>n2']);
    const found = violations(snapshot, { ...plan, calls: { limited: 1, keptBefore: 0, keptAfter: 0 } });
    expect(found.map(({ slot, rule, subject }) => `${slot} ${rule} ${subject}`)).toEqual([
      '0 max-moves maxMoves',
      '0 claims /calls/limited',
      '1 transient-capacity n2 cpu',
      '1 moved default/a a-0',
      '1 surge default/b b-1',
      '2 contiguous moves',
      '3 node-capacity n2 cpu',
      '3 transient-capacity n2 cpu',
      '3 one-move default/b b-0',
    ]);
  });

  test('finds the same for every order of the input', () => {
    let several = 0;
    for (let seed = 0; seed < 200; seed++) {
      const draw = random(seed);
      const given = tinySnapshot(seed);
      const shuffled = {
        ...given,
        nodes: draw.shuffled(given.nodes),
        workloads: draw.shuffled(given.workloads),
        ...(given.calls ? { calls: draw.shuffled(given.calls) } : {}),
      };
      const plan = senselessPlan(draw, given);
      const options = resolveOptions(given, {});
      const one = checkPlan(given, options, plan);
      const other = checkPlan(shuffled, options, plan);
      expect(JSON.stringify(other)).toBe(JSON.stringify(one));
      if (one.violations.length > 3) several += 1;
    }
    expect(several).toBeGreaterThan(100);
  });

  test('checks any number of plans after reading the snapshot once', () => {
    const given = largerSnapshot(1);
    const options = resolveOptions(given, {});
    const check = prepareCheck(given, options);
    const draw = random(1);
    const plans = Array.from({ length: 20 }, () => senselessPlan(draw, given));
    const together = plans.map((plan) => JSON.stringify(check(plan)));
    expect(together).toEqual(plans.map((plan) => JSON.stringify(checkPlan(given, options, plan))));
  });

  test('gives violations of the public format, in the words of RULES', () => {
    const draw = random(7);
    const rules = new Set<string>();
    for (let seed = 0; seed < 300; seed++) {
      const ruled = withPodRules(withKindRules(withNodeRules(tinySnapshot(seed), seed), seed), seed);
      const given = withSpot(ruled, seed);
      const plan = {
        ...senselessPlan(draw, given),
        status: 'optimal' as const,
        stoppedBy: 'stopped' as const,
        savingCurve: [{ adds: [0], moves: 1, slots: 1, cost: '1' }],
      };
      const options = resolveOptions(given, {
        exclude: { nodes: [given.nodes[0].name] },
        allowRecreate: true,
        maxDowntime: 0,
        keepSpread: true,
        drain: { nodes: [given.nodes[0].name] },
        headroom: { cpu: '50%' },
        pools: [{ name: 'all', selector: {}, minimum: 2 }],
        minimumSaving: { perMove: 1 },
        budgets: { nodesPerSlot: 1, replicasPerSlot: 1, workloadPerSlot: 1 },
      });
      for (const violation of checkPlan(given, options, plan).violations) {
        expect(Violation.parse(violation)).toEqual(violation);
        rules.add(violation.rule);
      }
    }
    expect(rules).toEqual(new Set(RULES));
  });
});

describe('hostile plans', () => {
  const odd = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

  test('a hundred thousand slots, empty or full of moves to and fro, are checked', {
    timeout: 60_000,
  }, () => {
    const empty = violations(snapshot, { slots: Array.from({ length: 100_000 }, () => ({ moves: [] })) });
    expect(empty).toHaveLength(100_001);
    const nodes = ['n1', 'n2'];
    const toAndFro = Array.from({ length: 100_000 }, (_, i): { moves: Move[] } => ({
      moves: [
        { workload: 'default/b', replica: 'b-0', from: nodes[i % 2], to: nodes[(i + 1) % 2], mode: 'surge' },
      ],
    }));
    const calls = [{ from: 'b', to: 'a', maxLatencyMicroseconds: 0 }];
    const rules = violations({ ...snapshot, calls }, { slots: toAndFro }).map(({ rule }) => rule);
    const times = (name: string) => rules.filter((rule) => rule === name).length;
    expect(
      ['one-move', 'slot-used', 'max-moves', 'moved', 'latency', 'transient-capacity'].map(times),
    ).toEqual([1, 1, 1, 0, 0, 50_000]);
  });

  test('a hundred thousand moves of one slot are checked', { timeout: 60_000 }, () => {
    const move: Move = { workload: 'default/a', replica: 'a-0', from: 'n2', to: 'n1', mode: 'surge' };
    const found = violations(snapshot, { slots: [{ moves: Array.from({ length: 100_000 }, () => move) }] });
    expect(found.map(({ rule, excess }) => `${rule} ${excess}`)).toEqual([
      'max-moves 99997',
      'node-capacity 2',
      'transient-capacity 200000',
      'one-move 99999',
    ]);
  });

  test('names that every JavaScript object knows are no names of the snapshot', () => {
    const moves = odd.map(
      (name): Move => ({ workload: `default/${name}`, replica: name, from: name, to: name, mode: 'surge' }),
    );
    const plan = {
      slots: [
        {
          moves: [
            ...moves,
            ...odd.map((to): Move => ({ ...moves[0], workload: 'default/a', replica: 'a-0', to })),
          ],
        },
      ],
    };
    expect(violations(snapshot, plan).filter(({ rule }) => rule === 'moved')).toHaveLength(5);
  });

  test('names that every JavaScript object knows may be names of the snapshot', () => {
    const nodes = nodesOf({ constructor: { constructor: 2, toString: 1 }, valueOf: { cpu: 1 } });
    const given = { nodes, workloads: [workloadOf('toString', { constructor: 1 }, { constructor: 1 })] };
    const move: Move = {
      workload: 'default/toString',
      replica: 'toString-0',
      from: 'constructor',
      to: 'valueOf',
      mode: 'surge',
    };
    expect(violations(given, { slots: [{ moves: [move] }] }).map(({ subject }) => subject)).toEqual([
      'valueOf constructor',
      'valueOf constructor',
    ]);
  });

  test('claims of any size and kind are compared, not believed', () => {
    const plan = PlanClaim.parse({
      slots: [
        {
          moves: [],
          peakUse: [{ resource: '', node: 'n1', used: 'much', allocatable: '-1' }],
          cost: '0'.repeat(60),
        },
      ],
      placement: Array.from({ length: 10_000 }, (_, i) => ({ workload: `w${i}`, nodes: { n1: i } })),
      inherited: [{ rule: 'latency', slot: -1, subject: '', excess: '', message: '' }],
      objective: {
        moves: 0,
        slots: 1,
        price: '-0',
        levels: Array.from({ length: 9 }, () => ({ name: 'slots', value: '-1', bound: '-1', gap: '-1' })),
      },
    });
    expect(violations(snapshot, plan).filter(({ rule }) => rule === 'claims').length).toBeGreaterThan(10_000);
  });

  test('an empty snapshot has one plan', () => {
    expect(violations({ nodes: [], workloads: [] }, { slots: [] })).toEqual([]);
    expect(violations({ nodes: [], workloads: [] }, planOf(['a-0 n1>n2'])).map(({ rule }) => rule)).toEqual([
      'slot-used',
      'max-moves',
      'moved',
    ]);
  });
});
