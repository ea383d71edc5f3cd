import { locationOf } from './latency-table.ts';
import { isPlaceholder, withoutPlaceholders } from './options/placeholders.ts';
import { byName, countReplicas, countsOf, occupiedNodes } from './placement.ts';
import type { Warning } from './plan.ts';
import { requestUnits } from './problem/resources.ts';
import { isDivisible } from './quantity.ts';
import { refKey, type Snapshot, workloadKey } from './snapshot.ts';

/**
 * What a snapshot leaves open, and what is made of it. Nothing is guessed: an unknown price saves nothing, nothing moves
 * into an unknown latency, a replica that requests nothing takes only its pod. Sorted by code, then subject.
 */
export function warningsOf(given: Snapshot, ignorePriorityBelow?: number): Warning[] {
  const snapshot = withoutPlaceholders(given, ignorePriorityBelow);
  const byCode = [
    allPinned(snapshot),
    bestEffort(snapshot),
    unknownLatencies(snapshot),
    unknownPrices(snapshot),
    placeholders(given, ignorePriorityBelow),
    tinyMemory(snapshot),
    unusedLocations(snapshot),
    unusedResources(snapshot),
  ];
  return byCode.flatMap((warnings) => warnings.sort((a, b) => byName(a.subject, b.subject)));
}

function unknownPrices(snapshot: Snapshot): Warning[] {
  return snapshot.nodes
    .filter((node) => node.pricePerHour === undefined)
    .map(({ name }) => ({
      code: 'no-price',
      subject: name,
      message: `The price of node ${name} is unknown: emptying it saves nothing, and it is not opened when it is empty.`,
    }));
}

function placeholders({ workloads }: Snapshot, ignorePriorityBelow?: number): Warning[] {
  return workloads
    .filter((workload) => isPlaceholder(workload, ignorePriorityBelow) && countReplicas(workload) > 0)
    .map((workload) => ({
      code: 'placeholder',
      subject: workloadKey(workload),
      message: `${workloadKey(workload)} has priority ${workload.priority ?? 0}, less than ${ignorePriorityBelow}: its replicas count for nothing and may lose their node.`,
    }));
}

function bestEffort(snapshot: Snapshot): Warning[] {
  return snapshot.workloads
    .filter((workload) => countReplicas(workload) > 0)
    .filter((workload) =>
      Object.keys(workload.requests).every((name) => name === 'pods' || requestUnits(workload, name) === 0n),
    )
    .map((workload) => ({
      code: 'best-effort',
      subject: workloadKey(workload),
      message: `${workloadKey(workload)} requests nothing: any number of its replicas fits on a node, but for a limit of pods.`,
    }));
}

/** A daemon on every node, written as a pinned workload, looks right and quietly rules every saving out. */
function allPinned(snapshot: Snapshot): Warning[] {
  const pins = new Map<string, string>();
  for (const workload of snapshot.workloads) {
    if (workload.movable === false)
      for (const node of countsOf(workload).keys()) pins.set(node, workloadKey(workload));
  }
  const occupied = [...occupiedNodes(snapshot)].sort(byName);
  if (occupied.length === 0 || !occupied.every((node) => pins.has(node))) return [];
  const [node] = occupied;
  return [
    {
      code: 'all-pinned',
      subject: node,
      message: `Every node in use hosts a replica that may not move (${pins.get(node)} on ${node}), so none can be emptied and nothing saved. What comes and goes with a node, such as a DaemonSet, belongs off its allocatable instead.`,
    },
  ];
}

/** `256m` of memory is 256 thousandths of a byte. */
function tinyMemory(snapshot: Snapshot): Warning[] {
  return snapshot.workloads.flatMap((workload) =>
    Object.keys(workload.requests)
      .filter((name) => name !== 'cpu' && isDivisible(name))
      .filter((name) => {
        const bytes = requestUnits(workload, name);
        return bytes > 0n && bytes < 1024n;
      })
      .map((name) => ({
        code: 'tiny-request' as const,
        subject: `${workloadKey(workload)} ${name}`,
        message: `${workloadKey(workload)} requests ${requestUnits(workload, name)} bytes of ${name}. Is a suffix such as Mi missing? (m means thousandths.)`,
      })),
  );
}

/**
 * Locations of latency pairs where no node is: a misspelt name, or a matrix of more places than there are. One warning for
 * all, as such matrices are large.
 */
function unusedLocations(snapshot: Snapshot): Warning[] {
  const inUse = new Set(snapshot.nodes.map(locationOf));
  const unused = new Set<string>();
  for (const { from, to, microseconds } of snapshot.latency?.pairs ?? []) {
    // Known without being given: the normal form of a snapshot has no such pair.
    if (from === to && microseconds === 0) continue;
    for (const name of [from, to]) if (!inUse.has(name)) unused.add(name);
  }
  if (unused.size === 0) return [];
  const names = [...unused].sort(byName);
  const rest = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return [
    {
      code: 'unused-latency',
      subject: names[0],
      message: `Latency is given for locations where no node is: ${names.slice(0, NAMED).join(', ')}${rest}.`,
    },
  ];
}

/** Rules that change something, but not for any resource that a replica requests. */
function unusedResources(snapshot: Snapshot): Warning[] {
  const running = snapshot.workloads.filter((workload) => countReplicas(workload) > 0);
  return Object.entries(snapshot.resources ?? {})
    .filter(([name, { transient }]) => !transient && running.every((each) => requestUnits(each, name) === 0n))
    .map(([name]) => ({
      code: 'unused-resource' as const,
      subject: name,
      message: `${name} is said not to be transient, but no replica requests any of it.`,
    }));
}

/** Pairs of locations, or locations, that a message names. */
const NAMED = 3;

function unknownLatencies(snapshot: Snapshot): Warning[] {
  const running = new Set(
    snapshot.workloads.filter((workload) => countReplicas(workload) > 0).map(workloadKey),
  );
  const limited = (snapshot.calls ?? [])
    .map(({ from, to, maxLatencyMicroseconds }) => ({
      from: refKey(from),
      to: refKey(to),
      maxLatencyMicroseconds,
    }))
    .filter(
      (call) => call.maxLatencyMicroseconds !== undefined && running.has(call.from) && running.has(call.to),
    );
  if (limited.length === 0) return [];
  const unknown = unknownPairs(snapshot);
  if (unknown.total === 0) return [];
  const rest = unknown.total - unknown.first.length;
  const pairs = unknown.first.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
  return limited.map(({ from, to }) => ({
    code: 'no-latency',
    subject: `${from} -> ${to}`,
    message: `${from} -> ${to} has a latency limit, but these latencies are unknown and nothing moves into them: ${pairs}.`,
  }));
}

/** Ordered pairs of different locations where nodes are whose latency is not given: the first few by name, and how many. */
function unknownPairs(snapshot: Snapshot): { first: string[]; total: number } {
  const locations = [...new Set(snapshot.nodes.map(locationOf))].sort(byName);
  const inUse = new Set(locations);
  const known = new Set<string>();
  for (const { from, to } of snapshot.latency?.pairs ?? []) {
    if (from === to || !inUse.has(from) || !inUse.has(to)) continue;
    known.add(`${from} -> ${to}`);
    if (snapshot.latency?.symmetric !== false) known.add(`${to} -> ${from}`);
  }
  const total = locations.length * (locations.length - 1) - known.size;
  const first: string[] = [];
  // Ends after at most known.size + NAMED pairs of different locations.
  for (const from of locations) {
    for (const to of locations) {
      if (first.length === Math.min(NAMED, total)) return { first, total };
      if (from !== to && !known.has(`${from} -> ${to}`)) first.push(`${from} -> ${to}`);
    }
  }
  return { first, total };
}
