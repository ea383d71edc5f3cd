import type { PlanClaim, Violation } from '../plan.ts';
import { gapOf, parseAmount } from '../score.ts';
import type { CheckContext } from './context.ts';
import { type Difference, differences } from './differences.ts';
import type { Recomputed } from './recompute.ts';

/**
 * Rule claims: every number that a plan states equals the one recomputed from the snapshot, the options and the moves.
 * What it leaves out is not claimed. The subject is a JSON pointer into the plan; excess 1.
 *
 * Not judged, as they do not follow from the moves: strategy, binding, warnings, work, the question's digest and the
 * solver version. Nor is a bound anything but possible: that no plan is below it is the solver's to prove.
 */
export function claims({ plan, options, recomputed, snapshotDigest }: CheckContext): Violation[] {
  const blocks: Difference[] = [
    ...(plan.options === undefined ? [] : differences(plan.options, options, ['options'])),
    ...(plan.cost === undefined ? [] : differences(plan.cost, recomputed().cost, ['cost'])),
    ...(plan.downtime === undefined ? [] : differences(plan.downtime, recomputed().downtime, ['downtime'])),
    ...(plan.calls === undefined ? [] : differences(plan.calls, recomputed().calls, ['calls'])),
    ...(plan.placement === undefined
      ? []
      : differences(plan.placement, recomputed().placement, ['placement'])),
    ...(plan.returnable === undefined
      ? []
      : differences(plan.returnable, recomputed().returnable, ['returnable'])),
    ...(plan.opened === undefined ? [] : differences(plan.opened, recomputed().opened ?? [], ['opened'])),
    ...(plan.inherited === undefined
      ? []
      : listDifferences('inherited', plan.inherited, recomputed().inherited)),
    ...(plan.unmet === undefined ? [] : listDifferences('unmet', plan.unmet, recomputed().unmet ?? [])),
    ...(plan.objective === undefined ? [] : objectiveDifferences(plan.objective, recomputed().objective)),
    ...statusDifferences(plan, recomputed),
    ...(plan.snapshotDigest === undefined || snapshotDigest === undefined
      ? []
      : differences(plan.snapshotDigest, snapshotDigest, ['snapshotDigest'])),
  ];
  const violations = blocks.map((difference) => violation(0, difference));
  for (const [index, { moves: _, ...stated }] of plan.slots.entries()) {
    for (const [field, value] of Object.entries(stated)) {
      if (value === undefined) continue;
      const expected = recomputed().slots[index][field as keyof typeof stated];
      const found = differences(value, expected, ['slots', index, field]);
      violations.push(...found.map((difference) => violation(index + 1, difference)));
    }
  }
  return violations;
}

function violation(slot: number, { pointer, message }: Difference): Violation {
  return { rule: 'claims', slot, subject: pointer, excess: '1', message: `${pointer} ${message}` };
}

/** Listed breaches without their messages, which are prose. */
function listDifferences(
  field: 'inherited' | 'unmet',
  claimed: readonly Violation[],
  expected: readonly Violation[],
): Difference[] {
  const bare = (list: readonly Violation[]) => list.map(({ message: _, ...rest }) => rest);
  return differences(bare(claimed), bare(expected), [field]);
}

type Objective = NonNullable<PlanClaim['objective']>;

function objectiveDifferences(
  { levels, ...terms }: Objective,
  expected: Recomputed['objective'],
): Difference[] {
  const { levels: expectedLevels, ...expectedTerms } = expected;
  const values = levels.map(({ name, value }) => ({ name, value }));
  return [
    ...differences(terms, expectedTerms, ['objective']),
    ...differences(values, expectedLevels, ['objective', 'levels']),
    ...expectedLevels.flatMap(({ value }, index) =>
      index < levels.length ? boundDifferences(levels[index], value, index) : [],
    ),
  ];
}

/** A bound lies between 0 and the value, and the gap is the one between the two. */
function boundDifferences(
  { bound, gap }: Objective['levels'][number],
  value: string,
  level: number,
): Difference[] {
  const pointer = `/objective/levels/${level}`;
  const [least, most] = [parseAmount(bound), parseAmount(value)];
  if (least === null || most === null || least < 0n || least > most) {
    return [{ pointer: `${pointer}/bound`, message: `is not between 0 and the value, ${value}` }];
  }
  const expected = gapOf(most, least);
  if (parseAmount(gap) === parseAmount(expected)) return [];
  return [{ pointer: `${pointer}/gap`, message: `is not (value − bound) / value rounded up, ${expected}` }];
}

/** Optimal, stopped by proof, and bounds that reach the values: all of them or none. */
function statusDifferences(
  { status, stoppedBy, objective }: PlanClaim,
  recomputed: () => Recomputed,
): Difference[] {
  const optimal = status === undefined ? undefined : status === 'optimal';
  const byProof = stoppedBy === undefined ? undefined : stoppedBy === 'proof';
  const proved = objective === undefined ? (optimal ?? byProof) : isProved(objective, recomputed().objective);
  const message = proved ? 'denies what the bounds prove' : 'states a proof that the bounds do not give';
  return [
    ...(optimal !== undefined && optimal !== proved ? [{ pointer: '/status', message }] : []),
    ...(byProof !== undefined && byProof !== proved ? [{ pointer: '/stoppedBy', message }] : []),
  ];
}

function isProved({ levels }: Objective, expected: Recomputed['objective']): boolean {
  return expected.levels.every(({ value }, index) => {
    const bound = levels.at(index)?.bound;
    return bound !== undefined && parseAmount(bound) === parseAmount(value);
  });
}
