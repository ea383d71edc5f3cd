import { byName, occupiedNodes } from '../../model/placement.ts';
import type { Question } from '../../model/read-question.ts';
import type { Node } from '../../model/snapshot.ts';
import { type LiftRule, withNodes } from '../lift-rule.ts';

/** What a node says of itself. */

const namesOf = (nodes: readonly Node[]) => nodes.map(({ name }) => name).sort(byName);

function closedNodes({ snapshot }: Question): Node[] {
  const occupied = occupiedNodes(snapshot);
  return snapshot.nodes.filter(({ name, pricePerHour }) => pricePerHour === undefined && !occupied.has(name));
}

/** Lifted, replicas may arrive. */
export const nodeUnschedulable: LiftRule = {
  rule: 'node-unschedulable',
  subjects: ({ snapshot }) => namesOf(snapshot.nodes.filter(({ unschedulable }) => unschedulable)),
  lift: (question, subjects) =>
    withNodes(question, ({ unschedulable, ...node }) =>
      unschedulable && !subjects.has(node.name) ? { ...node, unschedulable } : node,
    ),
  words: (_, node) => `${node} is cordoned, so nothing may arrive there`,
};

/** Lifted, the node answers. */
export const nodeNotReady: LiftRule = {
  rule: 'node-not-ready',
  subjects: ({ snapshot }) => namesOf(snapshot.nodes.filter(({ ready }) => ready === false)),
  lift: (question, subjects) =>
    withNodes(question, ({ ready, ...node }) =>
      ready === false && !subjects.has(node.name) ? { ...node, ready } : node,
    ),
  words: (_, node) => `${node} is not ready, so nothing may leave or arrive there`,
};

/** Lifted, an empty node of unknown price may be opened, and costs nothing, as those of unknown price in use do. */
export const pricedTarget: LiftRule = {
  rule: 'priced-target',
  subjects: (question) => namesOf(closedNodes(question)),
  lift(question, subjects) {
    const closed = new Set(closedNodes(question).map(({ name }) => name));
    return withNodes(question, (node) =>
      closed.has(node.name) && subjects.has(node.name) ? { ...node, pricePerHour: '0' } : node,
    );
  },
  words: (_, node) => `${node} is empty and its price is unknown, so it is not opened`,
};
