import { describe, expect, test } from 'vitest';
import { resolveOptions } from '../../src/model/options.ts';
import { createEngine, loadHighsNode } from '../../src/solver/highs.ts';
import { solve } from '../../src/solver/solve.ts';
import { budget, converted, deployment, list, node } from './objects.ts';

/** Budgets in every slot, not only for one eviction: what a dump says must reach the plan. */

const engine = createEngine(loadHighsNode);
const selector = { matchLabels: { app: 'web' } };
const nodes = ['n1', 'n2', 'n3', 'n4'].map((name) => node(name));
const PRICES = { n1: 10, n2: 10, n3: 10, n4: 1 };

async function slotsOf(...budgets: ReturnType<typeof budget>[]) {
  const { snapshot } = converted(list(nodes, deployment('web', ['n1', 'n2', 'n3']), ...budgets), {
    nodePrices: PRICES,
  });
  const { plan, rejected } = await solve(snapshot, { keepSpread: false }, engine, 'test');
  expect(rejected).toEqual([]);
  expect(resolveOptions(snapshot, {}).maxMoves).toBe(plan.options.maxMoves);
  return { slots: plan.slots.map(({ moves }) => moves.length), snapshot };
}

describe('three replicas leave three nodes', () => {
  test('in one slot without a budget', async () => {
    const { slots, snapshot } = await slotsOf();
    expect(slots).toEqual([3]);
    expect(snapshot.disruptionBudgets).toBeUndefined();
  });

  test.each([
    [{ minAvailable: 3 }, [3]],
    [{ minAvailable: '50%' }, [3]],
    [{ maxUnavailable: 1 }, [1, 1, 1]],
    [{ maxUnavailable: '30%' }, [2, 1]],
    [{ maxUnavailable: 2_000_000 }, [3]],
    [{ maxUnavailable: 0 }, []],
    [{ minAvailable: '100%' }, []],
  ])('in as many as %j takes', async (share, expected) => {
    const { slots, snapshot } = await slotsOf(budget('web', { ...share, selector }));
    expect(slots.toSorted((a, b) => b - a)).toEqual(expected);
    const isPinned = expected.length === 0;
    expect(snapshot.disruptionBudgets?.map(({ name, workloads }) => [name, workloads])).toEqual(
      isPinned ? undefined : [['web', ['shop/web']]],
    );
  });

  test('a budget of another namespace, or of other pods, is none of theirs', async () => {
    const elsewhere = budget('web', { maxUnavailable: 1, selector }, 'other');
    const other = budget('api', { maxUnavailable: 1, selector: { matchLabels: { app: 'api' } } });
    expect((await slotsOf(elsewhere, other)).slots).toEqual([3]);
  });
});
