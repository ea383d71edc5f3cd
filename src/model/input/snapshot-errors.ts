import { Node, Snapshot, Workload } from '../snapshot.ts';
import { AMOUNT_RULES } from './amount-rules.ts';
import { fractionalAllocatable, fractionalRequests, mixedCurrencies } from './amounts.ts';
import { ErrorList, type Path } from './error-list.ts';
import {
  duplicateNodes,
  duplicateReplicas,
  duplicateWorkloads,
  partialNames,
  unknownNodes,
} from './names.ts';
import {
  budgetRules,
  duplicateNamespaceRules,
  fractionalQuotas,
  unknownBudgetWorkloads,
} from './namespaces.ts';
import { duplicateCalls, duplicatePairs, selfCalls, unknownWorkloads } from './pairs.ts';
import { podSelectors, tooManyPodMatches } from './pod-selection.ts';
import { type Index, quantityRange } from './ranges.ts';
import { nodesOf, workloadsOf } from './readable.ts';
import { selectorRequirements, tolerationFields, tooManyArrivals } from './selection.ts';
import { tooManyAmounts, tooManyLocations, tooManyReplicas } from './sizes.ts';
import { type Check, structureOf } from './structure.ts';
import { volumeSelectors } from './volumes.ts';

const checkStructure = structureOf(Snapshot, AMOUNT_RULES);
const checkNode = structureOf(Node, AMOUNT_RULES);
const checkWorkload = structureOf(Workload, AMOUNT_RULES);

/** Each goes through its own part of a snapshot, readable or not, in document order. */
const CHECKS: readonly ((snapshot: unknown, errors: ErrorList) => void)[] = [
  (snapshot, errors) => checkStructure(snapshot, [], errors),
  duplicateNodes,
  duplicateWorkloads,
  duplicateReplicas,
  partialNames,
  unknownNodes,
  unknownWorkloads,
  selfCalls,
  duplicateCalls,
  duplicatePairs,
  duplicateNamespaceRules,
  budgetRules,
  unknownBudgetWorkloads,
  fractionalQuotas,
  volumeSelectors,
  mixedCurrencies,
  fractionalAllocatable,
  fractionalRequests,
  tooManyReplicas,
  tooManyAmounts,
  tooManyLocations,
  selectorRequirements,
  tolerationFields,
  podSelectors,
];

/** What is wrong with a snapshot, and as much of it as can be read: all of it when nothing is wrong. */
export interface ReadSnapshot {
  lists: ErrorList[];
  part: Snapshot;
  /** Where an element of `part` stands in the input. */
  indexOf: Index;
}

/** @param root where the snapshot is within the input */
export function snapshotErrors(input: unknown, root: Path): ReadSnapshot {
  const lists = CHECKS.map((check) => {
    const errors = new ErrorList(root);
    check(input, errors);
    return errors;
  });
  const part = hasErrors(lists) ? readablePart(input) : (input as Snapshot);
  const indexOf: Index = (element) =>
    Math.max(nodesOf(input).indexOf(element), workloadsOf(input).indexOf(element));
  const ranges = new ErrorList(root);
  quantityRange(part, indexOf, ranges);
  lists.push(ranges);
  const sizes = new ErrorList(root);
  tooManyArrivals(part, sizes);
  tooManyPodMatches(part, sizes);
  lists.push(sizes);
  return { lists, part, indexOf };
}

export function hasErrors(lists: readonly ErrorList[]): boolean {
  return lists.some((list) => list.total > 0);
}

/** The nodes and workloads that are well-formed: what sums can be taken over. */
function readablePart(input: unknown): Snapshot {
  return {
    nodes: nodesOf(input).filter((node): node is Node => conforms(checkNode, node)),
    workloads: workloadsOf(input).filter((workload): workload is Workload =>
      conforms(checkWorkload, workload),
    ),
  };
}

function conforms(check: Check, value: unknown): boolean {
  const errors = new ErrorList();
  check(value, [], errors);
  return errors.total === 0;
}
