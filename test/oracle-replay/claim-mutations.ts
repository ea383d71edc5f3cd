import type { PlanClaim } from '../../src/model/plan.ts';

/** Where a number (or a name that counts as one) of a plan is: the way to it, and its kind, indices left out. */
export interface Claim {
  kind: string;
  path: (string | number)[];
  value: string | number;
}

/** Not judged, or part of the moves. */
const SKIPPED =
  /^(slots\/\*\/moves|(inherited|unmet)\/\*\/message|strategy|binding|warnings|work|snapshotDigest|questionDigest|solverVersion)/;

/** Every claim of a plan, one by one. */
export function claimsOf(plan: PlanClaim): Claim[] {
  const claims: Claim[] = [];
  const visit = (value: unknown, path: (string | number)[]) => {
    const kind = path
      .map((key) => (typeof key === 'number' ? '*' : key))
      .join('/')
      .replace(/nodes\/.*/, 'nodes/*');
    if (SKIPPED.test(kind)) return;
    if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value))
        visit(member, [...path, Array.isArray(value) ? Number(key) : key]);
    } else if (typeof value === 'string' || typeof value === 'number') claims.push({ kind, path, value });
  };
  visit(plan, []);
  return claims;
}

/** A copy of the plan with another value in one place. */
export function withValue(
  plan: PlanClaim,
  path: readonly (string | number)[],
  value: string | number,
): PlanClaim {
  const copy = structuredClone(plan);
  let owner: Record<string | number, unknown> = copy;
  for (const key of path.slice(0, -1)) owner = owner[key] as Record<string | number, unknown>;
  owner[path.at(-1) as string | number] = value;
  return copy;
}

const WORDS: Record<string, string> = {
  optimal: 'feasible',
  feasible: 'optimal',
  proof: 'work-limit',
  'strategy-end': 'proof',
  'work-limit': 'proof',
  stopped: 'proof',
  end: 'slots',
  slots: 'copies',
  copies: 'end',
  auto: 'ilp',
  USD: 'EUR',
  latency: 'node-capacity',
  'node-capacity': 'latency',
};

/** Another value of the same kind: a number one higher, a word of the same list, a name one letter longer. */
export function another({ value }: Claim): string | number {
  if (typeof value === 'number') return value + 1;
  if (/^-?\d/.test(value)) return value.replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
  return WORDS[value] ?? `${value}x`;
}

/** The same amount written at greater length; undefined when the claim is no decimal amount. */
export function rewritten({ kind, value }: Claim): string | undefined {
  if (
    typeof value === 'number' ||
    !/^-?\d+(\.\d+)?$/.test(value) ||
    /excess$|headroom|allocatable\//.test(kind)
  )
    return undefined;
  return value.includes('.') ? `${value}0` : `${value}.0`;
}
