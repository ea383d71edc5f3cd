import { byName, countMovable, countReplicas } from '../../model/placement.ts';
import type { Question } from '../../model/read-question.ts';
import { refKey, workloadKey } from '../../model/snapshot.ts';
import type { LiftRule } from '../lift-rule.ts';

/** What the options forbid. */

/** Lifted, the node or workload takes part. */
export const excluded: LiftRule = {
  rule: 'excluded',
  subjects: ({ options: { exclude = {} } }) =>
    [...new Set([...(exclude.nodes ?? []), ...(exclude.workloads ?? []).map(refKey)])].sort(byName),
  lift({ snapshot, options }, subjects) {
    const { nodes = [], workloads = [] } = options.exclude ?? {};
    const exclude = {
      nodes: nodes.filter((name) => !subjects.has(name)),
      workloads: workloads.filter((ref) => !subjects.has(refKey(ref))),
    };
    return { snapshot, options: { ...options, exclude } };
  },
  words: (_, subject) => `${subject} is excluded by the options`,
};

/** Workloads that move by recreate, when no downtime is allowed. */
export function keptUp({ snapshot, options }: Question): string[] {
  if (options.allowRecreate) return [];
  return snapshot.workloads
    .filter((workload) => workload.mode === 'recreate' && countReplicas(workload) > 0)
    .map(workloadKey)
    .sort(byName);
}

/**
 * Lifted for a workload of mode recreate, it may move so. The option is one for all workloads, so the others are
 * excluded instead; `excluded` has to be lifted before.
 */
export const surge: LiftRule = {
  rule: 'surge',
  subjects: keptUp,
  lift(question, subjects) {
    const { snapshot, options } = question;
    const others = keptUp(question).filter((key) => !subjects.has(key));
    const workloads = [...(options.exclude?.workloads ?? []), ...others];
    return {
      snapshot,
      options: { ...options, allowRecreate: true, exclude: { ...options.exclude, workloads } },
    };
  },
  words: (_, subject) => `${subject} moves only by recreate, and the options allow no downtime`,
};

/** Lifted, there may be as many as the snapshot can have. */
function limit(
  rule: string,
  option: 'maxMoves' | 'maxSlots' | 'maxDowntime',
  unit: string,
  words: string,
): LiftRule {
  const given = ({ options }: Question) => options[option] ?? 0;
  return {
    rule,
    subjects: ({ options }) => (options[option] === undefined ? [] : [option]),
    lift({ snapshot, options }, subjects) {
      if (!subjects.has(option)) return { snapshot, options };
      const { [option]: _, ...rest } = options;
      return { snapshot, options: rest };
    },
    words: (question) => words.replace('N', String(given(question))),
    degrees: {
      most(question) {
        const { movable, down } = countMovable(question.snapshot, mayMove(question));
        return Math.max(0, (option === 'maxDowntime' ? down : movable) - given(question));
      },
      at: (_, __, degree) => BigInt(degree),
      liftBy: ({ snapshot, options }, _, amount) => ({
        snapshot,
        options: { ...options, [option]: (options[option] ?? 0) + Number(amount) },
      }),
      amount: (_, amount) => ({ value: String(amount), unit }),
    },
  };
}

function mayMove({ options }: Question) {
  const { nodes = [], workloads = [] } = options.exclude ?? {};
  const exclude = { nodes, workloads: workloads.map(refKey) };
  return { exclude, allowRecreate: options.allowRecreate ?? false };
}

export const maxMoves = limit('max-moves', 'maxMoves', 'moves', 'a plan may have N moves at most');
export const maxSlots = limit('slot-used', 'maxSlots', 'slots', 'a plan may have N slots at most');
export const maxDowntime = limit(
  'max-downtime',
  'maxDowntime',
  'replicas',
  'N replicas at most may be down once',
);
