import { gcd } from '../../model/decimal.ts';
import { locationOf } from '../../model/latency-table.ts';
import { byName, countReplicas } from '../../model/placement.ts';
import { formatUnits, resourceUnits } from '../../model/quantity.ts';
import type { Question } from '../../model/read-question.ts';
import type { Node, Workload } from '../../model/snapshot.ts';
import { type LiftRule, withNodes } from '../lift-rule.ts';
import { peakUse } from '../peak-use.ts';

/**
 * Room. `node-capacity` is lifted for a resource in a location: every node there then has as much of it as all replicas
 * request together. `transient-capacity` is lifted for a resource: old copies give it back at once, everywhere.
 */

const PODS = 'pods';

/**
 * At least what all replicas request together of each resource, where they run and where they arrive, in its own unit;
 * resources that nobody requests are left out.
 */
function requested({ snapshot }: Question): Map<string, bigint> {
  const totals = new Map<string, bigint>();
  for (const workload of snapshot.workloads) {
    const count = BigInt(countReplicas(workload));
    const add = (requests: ReadonlyMap<string, bigint>, times: bigint) => {
      for (const [resource, units] of requests) {
        const total = (totals.get(resource) ?? 0n) + units * times;
        if (total > 0n) totals.set(resource, total);
      }
    };
    add(requestsOf(workload), count);
    for (const requests of ownRequests(workload)) add(requestsOf({ requests }), 1n);
  }
  return totals;
}

/** What replicas request where they run, in place of what their workload says. */
function ownRequests({ replicas }: Workload): Workload['requests'][] {
  if (!Array.isArray(replicas)) return [];
  return replicas.flatMap(({ requests }) => (requests === undefined ? [] : [requests]));
}

function requestsOf({ requests }: Pick<Workload, 'requests'>): Map<string, bigint> {
  const given = Object.entries(requests).map(([resource, amount]): [string, bigint] => [
    resource,
    resourceUnits(resource, amount),
  ]);
  return new Map([[PODS, 1n], ...given]);
}

/** Undefined where there is no limit: of pods, on a node that does not name them. */
function roomOf({ allocatable }: Node, resource: string): bigint | undefined {
  const amount = allocatable[resource];
  if (amount === undefined) return resource === PODS ? undefined : 0n;
  return resourceUnits(resource, amount);
}

const subjectOf = (node: Node, resource: string) => `${locationOf(node)} ${resource}`;
const resourceIn = (subject: string) => subject.slice(subject.lastIndexOf(' ') + 1);
const locationIn = (subject: string) => subject.slice(0, subject.lastIndexOf(' '));

/** Adds to the room of every node in the location, up to what all replicas request. */
function addRoom(question: Question, subjects: ReadonlySet<string>, by?: bigint): Question {
  const totals = [...requested(question)];
  return withNodes(question, (node) => {
    const more = totals.flatMap(([resource, total]) => {
      const room = roomOf(node, resource);
      if (room === undefined || room >= total || !subjects.has(subjectOf(node, resource))) return [];
      const raised = by === undefined || room + by > total ? total : room + by;
      return [[resource, formatUnits(resource, raised)] as const];
    });
    return { ...node, allocatable: { ...node.allocatable, ...Object.fromEntries(more) } };
  });
}

/** Requests and rooms are whole multiples of it. */
function grainOf(question: Question, resource: string): bigint {
  let grain = 0n;
  for (const workload of question.snapshot.workloads) {
    for (const requests of [workload.requests, ...ownRequests(workload)])
      grain = gcd(grain, requestsOf({ requests }).get(resource) ?? 0n);
  }
  for (const node of question.snapshot.nodes) grain = gcd(grain, roomOf(node, resource) ?? 0n);
  return grain;
}

export const nodeCapacity: LiftRule = {
  rule: 'node-capacity',
  subjects(question) {
    const totals = [...requested(question)];
    const short = question.snapshot.nodes.flatMap((node) =>
      totals
        .filter(([resource, total]) => (roomOf(node, resource) ?? total) < total)
        .map(([resource]) => subjectOf(node, resource)),
    );
    return [...new Set(short)].sort(byName);
  },
  lift: (question, subjects) => addRoom(question, subjects),
  words: (_, subject) => `there is too little ${resourceIn(subject)} in ${locationIn(subject)}`,
  degrees: {
    most(question, subject) {
      const resource = resourceIn(subject);
      return Number((requested(question).get(resource) ?? 0n) / grainOf(question, resource));
    },
    at: (question, subject, degree) => grainOf(question, resourceIn(subject)) * BigInt(degree),
    liftBy: (question, subject, amount) => addRoom(question, new Set([subject]), amount),
    amount: (subject, amount) => ({
      value: formatUnits(resourceIn(subject), amount),
      unit: resourceIn(subject),
    }),
    needed(question, subject, plan) {
      const resource = resourceIn(subject);
      const peak = peakUse(plan, resource);
      const over = question.snapshot.nodes.flatMap((node) => {
        const room = roomOf(node, resource);
        if (subjectOf(node, resource) !== subject || room === undefined) return [];
        const { use = 0n, arrives = false } = peak.get(node.name) ?? {};
        return arrives && use > room ? [{ name: node.name, amount: use - room }] : [];
      });
      return {
        // What is to be kept free may be a share of what there is.
        amount: question.options.headroom?.[resource] ? undefined : largest(over.map(({ amount }) => amount)),
        nodes: over.map(({ name }) => name).sort(byName),
      };
    },
  },
};

export const transientCapacity: LiftRule = {
  rule: 'transient-capacity',
  subjects(question) {
    const rules = question.snapshot.resources ?? {};
    return [...requested(question).keys()]
      .filter((resource) => rules[resource]?.transient !== false)
      .filter((resource) => question.snapshot.nodes.some((node) => roomOf(node, resource) !== undefined))
      .sort(byName);
  },
  lift({ snapshot, options }, subjects) {
    const lifted = [...subjects].map((resource) => [resource, { transient: false }] as const);
    const resources = { ...snapshot.resources, ...Object.fromEntries(lifted) };
    return { snapshot: { ...snapshot, resources }, options };
  },
  words: (_, resource) =>
    `old and new copies do not fit beside each other: ${resource} would have to be free as soon as an old copy goes`,
};

function largest(amounts: readonly bigint[]): bigint {
  let most = 0n;
  for (const amount of amounts) if (amount > most) most = amount;
  return most;
}
