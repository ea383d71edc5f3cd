import { byName, countMovable } from '../../model/placement.ts';
import type { Question } from '../../model/read-question.ts';
import { refKey } from '../../model/snapshot.ts';
import type { LiftRule } from '../lift-rule.ts';

/** What the options forbid. */

/** Lifted, the node or workload takes part. */
export const excluded: LiftRule = {
  rule: 'excluded',
  subjects: ({ options: { exclude = {} } }) =>
    [...(exclude.nodes ?? []), ...(exclude.workloads ?? []).map(refKey)].sort(byName),
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

/** Lifted, there may be as many as there are replicas that may move. */
function limit(rule: string, option: 'maxMoves' | 'maxSlots', unit: string): LiftRule {
  const given = ({ options }: Question) => options[option] ?? 0;
  return {
    rule,
    subjects: ({ options }) => (options[option] === undefined ? [] : [option]),
    lift({ snapshot, options }, subjects) {
      if (!subjects.has(option)) return { snapshot, options };
      const { [option]: _, ...rest } = options;
      return { snapshot, options: rest };
    },
    words: (question) => `a plan may have at most ${given(question)} ${unit}`,
    degrees: {
      most: (question) =>
        Math.max(0, countMovable(question.snapshot, excludedBy(question)) - given(question)),
      at: (_, __, degree) => BigInt(degree),
      liftBy: ({ snapshot, options }, _, amount) => ({
        snapshot,
        options: { ...options, [option]: (options[option] ?? 0) + Number(amount) },
      }),
      amount: (_, amount) => ({ value: String(amount), unit }),
    },
  };
}

function excludedBy({ options }: Question) {
  const { nodes = [], workloads = [] } = options.exclude ?? {};
  return { nodes, workloads: workloads.map(refKey) };
}

export const maxMoves = limit('max-moves', 'maxMoves', 'moves');
export const maxSlots = limit('slot-used', 'maxSlots', 'slots');
