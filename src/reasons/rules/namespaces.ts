import { byName } from '../../model/placement.ts';
import type { LiftRule } from '../lift-rule.ts';

/** What Kubernetes keeps per namespace. Subjects are namespace/name. */

const keyOf = ({ namespace = 'default', name }: { namespace?: string | undefined; name: string }) =>
  `${namespace}/${name}`;

/** Lifted, there is no such quota. */
export const resourceQuota: LiftRule = {
  rule: 'resource-quota',
  subjects: ({ snapshot }) => (snapshot.quotas ?? []).map(keyOf).sort(byName),
  lift({ snapshot, options }, subjects) {
    const quotas = (snapshot.quotas ?? []).filter((quota) => !subjects.has(keyOf(quota)));
    return { snapshot: { ...snapshot, quotas }, options };
  },
  words: (_, subject) => `the quota ${subject} has no room for new copies beside the old ones`,
};

/** Lifted, there is no such budget. */
export const disruptionBudget: LiftRule = {
  rule: 'disruption-budget',
  subjects: ({ snapshot }) => (snapshot.disruptionBudgets ?? []).map(keyOf).sort(byName),
  lift({ snapshot, options }, subjects) {
    const disruptionBudgets = (snapshot.disruptionBudgets ?? []).filter((one) => !subjects.has(keyOf(one)));
    return { snapshot: { ...snapshot, disruptionBudgets }, options };
  },
  words({ snapshot }, subject) {
    const budget = snapshot.disruptionBudgets?.find((one) => keyOf(one) === subject);
    const limit =
      budget?.minAvailable === undefined
        ? `maxUnavailable ${budget?.maxUnavailable}`
        : `minAvailable ${budget.minAvailable}`;
    return `the PodDisruptionBudget ${subject} (${limit}) lets no replica of ${budget?.workloads.join(', ')} go`;
  },
};
