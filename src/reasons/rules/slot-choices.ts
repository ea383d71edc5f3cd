import { DEFAULT_KEEP_SPREAD, resolveOptions } from '../../model/options.ts';
import { byName, countsOf } from '../../model/placement.ts';
import type { Question } from '../../model/read-question.ts';
import type { LiftRule } from '../lift-rule.ts';

/** Choices of the user about slots and nodes. */

type Budget = 'nodesPerSlot' | 'replicasPerSlot' | 'workloadPerSlot';

/** Lifted, a slot may disrupt as much as it likes. */
function budget(rule: string, name: Budget, unit: string, words: string): LiftRule {
  /** As a number; undefined for a percentage that is another one for every workload. */
  const given = ({ snapshot, options }: Question) => {
    const share = resolveOptions(snapshot, options).budgets?.[name];
    return typeof share === 'number' ? share : undefined;
  };
  return {
    rule,
    subjects: ({ options }) => (options.budgets?.[name] === undefined ? [] : [name]),
    lift({ snapshot, options }, subjects) {
      const { [name]: share, ...others } = options.budgets ?? {};
      if (share === undefined || !subjects.has(name)) return { snapshot, options };
      return { snapshot, options: { ...options, budgets: others } };
    },
    words: ({ options }) => words.replace('N', String(options.budgets?.[name])),
    degrees: {
      most(question) {
        const count = given(question);
        const { movable } = sizes(question);
        return count === undefined ? 0 : Math.max(0, movable - count);
      },
      at: (_, __, degree) => BigInt(degree),
      liftBy(question, _, amount) {
        const { snapshot, options } = question;
        const count = (given(question) ?? 0) + Number(amount);
        return { snapshot, options: { ...options, budgets: { ...options.budgets, [name]: count } } };
      },
      amount: (_, amount) => ({ value: String(amount), unit }),
    },
  };
}

function sizes({ snapshot, options }: Question): { movable: number } {
  const { maxMoves: _, ...rest } = options;
  return { movable: resolveOptions(snapshot, rest).maxMoves };
}

export const nodesPerSlot = budget(
  'nodes-per-slot',
  'nodesPerSlot',
  'nodes',
  'replicas may leave N nodes at most in a slot',
);
export const replicasPerSlot = budget(
  'replicas-per-slot',
  'replicasPerSlot',
  'replicas',
  'N replicas at most may move in a slot',
);
export const workloadPerSlot = budget(
  'workload-per-slot',
  'workloadPerSlot',
  'replicas',
  'N replicas at most of a workload may move in a slot',
);

/** Lifted, replicas may arrive on the node, and it is not wanted empty. */
export const drain: LiftRule = {
  rule: 'drain',
  subjects: ({ options }) => [...new Set(options.drain?.nodes ?? [])].sort(byName),
  lift({ snapshot, options }, subjects) {
    const nodes = (options.drain?.nodes ?? []).filter((name) => !subjects.has(name));
    return { snapshot, options: { ...options, drain: { nodes } } };
  },
  words: (_, node) => `${node} is to be drained, so nothing may arrive there`,
};

/** Lifted, nodes need keep nothing of the resource free. */
export const headroom: LiftRule = {
  rule: 'headroom',
  subjects: ({ options }) => Object.keys(options.headroom ?? {}).sort(byName),
  lift({ snapshot, options }, subjects) {
    const left = Object.entries(options.headroom ?? {}).filter(([resource]) => !subjects.has(resource));
    return { snapshot, options: { ...options, headroom: Object.fromEntries(left) } };
  },
  words: ({ options }, resource) => `nodes must keep ${options.headroom?.[resource]} of ${resource} free`,
};

/** Lifted, the pool may have any size. */
export const poolMinimum: LiftRule = {
  rule: 'pool-minimum',
  subjects: ({ options }) => (options.pools ?? []).map(({ name }) => name).sort(byName),
  lift({ snapshot, options }, subjects) {
    const pools = (options.pools ?? []).filter(({ name }) => !subjects.has(name));
    return { snapshot, options: { ...options, pools } };
  },
  words({ options }, subject) {
    const minimum = options.pools?.find(({ name }) => name === subject)?.minimum;
    return `pool ${subject} must keep ${minimum} nodes in use`;
  },
};

/** Lifted, a workload may end up on one node. */
export const keepSpread: LiftRule = {
  rule: 'keep-spread',
  subjects: ({ snapshot, options }) => {
    const isSpread = snapshot.workloads.some((workload) => countsOf(workload).size > 1);
    return (options.keepSpread ?? DEFAULT_KEEP_SPREAD) && isSpread ? ['keepSpread'] : [];
  },
  lift: ({ snapshot, options }, subjects) => ({
    snapshot,
    options: subjects.has('keepSpread') ? { ...options, keepSpread: false } : options,
  }),
  words: () => 'workloads must stay on at least two nodes and zones (keepSpread)',
};
