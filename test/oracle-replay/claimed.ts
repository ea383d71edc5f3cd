import type { PlanClaim } from '../../src/model/plan.ts';
import { parseQuantity } from '../../src/model/quantity.ts';
import type { Deployed } from './copies.ts';
import { numbersOf } from './numbers.ts';

/** Slots whose claims (0: claims of the plan as a whole) differ from the naive numbers. */
export function claimBreaches(deployed: Deployed, plan: PlanClaim): Set<number> {
  const wrong = new Set<number>();
  const { slots, ...blocks } = plan;
  if (Object.keys(blocks).length === 0 && slots.every((slot) => Object.keys(slot).length === 1)) return wrong;
  const numbers = numbersOf(deployed);
  const compare = (slot: number, claimed: unknown, expected: unknown) => {
    if (claimed !== undefined && !equal(flatten(claimed), flatten(expected))) wrong.add(slot);
  };
  compare(0, plan.options, deployed.options);
  compare(0, plan.cost, numbers.cost);
  compare(0, plan.downtime, numbers.downtime);
  compare(0, plan.calls, numbers.calls);
  compare(0, plan.placement, numbers.placement);
  compare(0, plan.returnable, numbers.returnable);
  compare(
    0,
    plan.inherited?.map(({ message: _, ...rest }) => rest),
    numbers.inherited,
  );
  compare(0, plan.opened, numbers.opened);
  compare(
    0,
    plan.unmet?.map(({ message: _, ...rest }) => rest),
    numbers.unmet,
  );
  for (const [i, { moves: _, ...stated }] of plan.slots.entries()) {
    for (const [field, value] of Object.entries(stated))
      compare(i + 1, value, numbers.slots[i][field as keyof typeof stated]);
  }
  if (plan.objective) {
    const { levels, ...terms } = plan.objective;
    compare(0, terms, numbers.objective);
    compare(
      0,
      levels.map(({ name, value }) => ({ name, value })),
      numbers.levels,
    );
    if (levels.some((level, i) => !consistent(level, numbers.levels[i]?.value))) wrong.add(0);
    const proved = numbers.levels.every(({ value }, i) => sameText(levels[i]?.bound, value));
    if (plan.status !== undefined && (plan.status === 'optimal') !== proved) wrong.add(0);
    if (plan.stoppedBy !== undefined && (plan.stoppedBy === 'proof') !== proved) wrong.add(0);
  }
  if (
    plan.status !== undefined &&
    plan.stoppedBy !== undefined &&
    (plan.status === 'optimal') !== (plan.stoppedBy === 'proof')
  )
    wrong.add(0);
  return wrong;
}

/** The bound is between 0 and the value, and the gap is the least multiple of 10⁻⁶ that (value − bound)/value does not exceed. */
function consistent({ bound, gap }: { bound: string; gap: string }, value: string | undefined): boolean {
  const [v, b, g] = [value, bound, gap].map((text) => (text === undefined ? null : decimal(text)));
  if (v === null || b === null || g === null || b < 0n || b > v) return false;
  const one = 10n ** BigInt(DECIMALS);
  const step = one / 1_000_000n;
  if (v === b) return g === 0n;
  return g % step === 0n && g * v >= (v - b) * one && (g - step) * v < (v - b) * one;
}

const DECIMALS = 12;

/** A decimal as a count of 10⁻¹². */
function decimal(text: string): bigint | null {
  const match = /^(-?)(\d+)(?:\.(\d{1,12})0*)?$/.exec(text);
  return match ? BigInt(`${match[1]}${match[2]}${(match[3] ?? '').padEnd(DECIMALS, '0')}`) : null;
}

function flatten(value: unknown, path = ''): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) return new Map([[path, value]]);
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  const own: [string, unknown][] = Array.isArray(value) ? [[`${path} length`, value.length]] : [];
  return new Map([...own, ...entries.flatMap(([key, member]) => [...flatten(member, `${path}/${key}`)])]);
}

function equal(a: Map<string, unknown>, b: Map<string, unknown>): boolean {
  return (
    a.size === b.size && [...a].every(([path, value]) => b.has(path) && sameText(value, b.get(path), path))
  );
}

/** Equal, or two ways to write one amount. Names, which are in no such field, must be equal. */
function sameText(a: unknown, b: unknown, path = '/value'): boolean {
  if (a === b) return true;
  if (
    typeof a !== 'string' ||
    typeof b !== 'string' ||
    /\/(node|resource|subject|excess|rule|name|workload|kind|emptied\/\d+|headroom\/.*|allocatable\/.*)$/.test(
      path,
    )
  )
    return false;
  const [x, y] = /\/(used|allocatable)$/.test(path)
    ? [parseQuantity(a), parseQuantity(b)]
    : [decimal(a), decimal(b)];
  return x !== null && x === y;
}
