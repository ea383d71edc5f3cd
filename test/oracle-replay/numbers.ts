import type { Plan } from '../../src/model/plan.ts';
import type { Node } from '../../src/model/snapshot.ts';
import { allocatableOf, type Copy, type Deployed, milli, newNodes, standing, useOf } from './copies.ts';
import { limitedCalls, plainCallExcess } from './reach.ts';

/** Every number of a plan, computed naively. Money is a bigint of 10⁻¹² inside. */

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export function units(price: string | number): bigint {
  const [whole, fraction = ''] = String(price).split('.');
  return BigInt(whole + fraction.padEnd(12, '0'));
}

export function text(amount: bigint): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(13, '0');
  const shown = `${digits.slice(0, -12)}.${digits.slice(-12)}`.replace(/\.?0+$/, '');
  return (amount < 0n ? '-' : '') + shown;
}

function priceOf(nodes: readonly Node[], copies: readonly Copy[], kept: readonly string[]): bigint {
  let sum = 0n;
  for (const { name, pricePerHour } of nodes) {
    const isPaid = kept.includes(name) || copies.some(({ node }) => node === name);
    if (pricePerHour !== undefined && isPaid) sum += units(pricePerHour);
  }
  return sum;
}

/** What these copies cost, with the nodes that are kept. */
export function paidFor({ snapshot, options }: Deployed, copies: readonly Copy[]): bigint {
  return priceOf(snapshot.nodes, copies, options.keep?.nodes ?? []);
}

/** The largest multiple of 0.01 % that is not above the share saved. */
function percent(before: bigint, saved: bigint): string {
  if (before === 0n) return '0';
  let hundredths = (saved * 10_000n) / before;
  while (hundredths * before > saved * 10_000n) hundredths -= 1n;
  while ((hundredths + 1n) * before <= saved * 10_000n) hundredths += 1n;
  return text(hundredths * 10n ** 10n);
}

type Numbers = Pick<Plan, 'cost' | 'downtime' | 'calls' | 'placement' | 'returnable'> & {
  slots: Omit<Plan['slots'][number], 'moves'>[];
  objective: Omit<Plan['objective'], 'levels'>;
  levels: { name: Plan['objective']['levels'][number]['name']; value: string }[];
  inherited: Omit<Plan['inherited'][number], 'message'>[];
  unmet: Omit<Plan['inherited'][number], 'message'>[];
  opened: NonNullable<Plan['opened']>;
};

export function numbersOf(deployed: Deployed): Numbers {
  const { snapshot, options, replicas, slots } = deployed;
  const kept = options.keep?.nodes ?? [];
  const start = new Map(replicas.map((replica) => [replica, replica.origin]));
  const end = slots.at(-1)?.after ?? start;
  const before = priceOf(snapshot.nodes, standing(start), kept);
  const after = priceOf(snapshot.nodes, standing(end), kept);
  const peaks = slots.map(({ copies }) => priceOf(snapshot.nodes, copies, kept));
  let peak = before;
  for (const price of peaks) if (price > peak) peak = price;
  const moves = slots.flatMap((slot) => slot.moves).length;
  const changes = BigInt(moves + slots.length);
  const { objective } = options;
  const paid = objective.kind === 'weighted' ? units(objective.alpha) * changes : undefined;
  const hosts = (placement: ReadonlyMap<unknown, string>, node: string) =>
    [...placement.values()].includes(node);
  const newNames = newNodes(options).map(({ name }) => name);
  const unmet = (options.drain?.nodes ?? [])
    .map((node) => ({ node, left: [...end.values()].filter((at) => at === node).length }))
    .filter(({ left }) => left > 0)
    .map(({ node, left }) => ({
      rule: 'drain' as const,
      slot: slots.length,
      subject: node,
      excess: `${left}`,
    }));
  const resources = requested(deployed);
  const names = snapshot.nodes.map(({ name }) => name).sort(byText);
  return {
    cost: {
      currency: snapshot.currency ?? 'USD',
      before: text(before),
      after: text(after),
      saved: text(before - after),
      savedPercent: percent(before, before - after),
      peak: text(peak),
    },
    slots: slots.map((slot, i) => ({
      emptied: names.filter(
        (node) => hosts(slot.before, node) && slots.slice(i).every((later) => !hosts(later.after, node)),
      ),
      cost: text(priceOf(snapshot.nodes, standing(slot.after), kept)),
      peakCost: text(peaks[i]),
      downtime: slot.moves.filter(({ mode }) => mode === 'recreate').length,
      peakUse: peakUse(deployed, resources, slot.copies),
    })),
    objective: {
      moves,
      slots: slots.length,
      price: text(after),
      ...(paid === undefined ? {} : { disruption: text(paid) }),
    },
    levels: [
      ...(options.drain ? [{ name: 'undrained' as const, value: `${unmet.length}` }] : []),
      ...(paid === undefined
        ? [
            { name: 'price' as const, value: text(after) },
            { name: 'moves' as const, value: `${moves}` },
            { name: 'slots' as const, value: `${slots.length}` },
          ]
        : [{ name: 'weighted' as const, value: text(after + paid) }]),
    ],
    downtime: slots.flatMap((slot) => slot.moves).filter(({ mode }) => mode === 'recreate').length,
    calls: callsKept(deployed, start, end),
    placement: snapshot.workloads
      .map(({ namespace, name }) => `${namespace ?? 'default'}/${name}`)
      .sort(byText)
      .map((workload) => {
        const nodes: Record<string, number> = {};
        for (const [replica, node] of end)
          if (replica.workload === workload) nodes[node] = (nodes[node] ?? 0) + 1;
        return { workload, nodes };
      }),
    returnable: snapshot.nodes
      .filter(
        ({ name, billedWhenEmpty }) =>
          billedWhenEmpty !== false && !hosts(start, name) && !kept.includes(name),
      )
      .sort((a, b) => byText(a.name, b.name))
      .map(({ name, pricePerHour }) =>
        pricePerHour === undefined ? { node: name } : { node: name, pricePerHour: text(units(pricePerHour)) },
      ),
    inherited: inherited(deployed, resources, start),
    unmet,
    opened: snapshot.nodes
      .filter(({ name }) => newNames.includes(name) && hosts(end, name))
      .sort((a, b) => byText(a.name, b.name))
      .map(({ name, pricePerHour = 0 }) => ({ node: name, pricePerHour: text(units(pricePerHour)) })),
  };
}

function callsKept(
  { snapshot, replicas }: Deployed,
  start: Parameters<typeof standing>[0],
  end: typeof start,
): Plan['calls'] {
  const calls = limitedCalls(snapshot, replicas);
  const keptAt = (placement: typeof start) =>
    calls.filter((call) => plainCallExcess(snapshot, call, placement) === 0).length;
  return { limited: calls.length, keptBefore: keptAt(start), keptAfter: keptAt(end) };
}

const amount = (resource: string, value: bigint) => (resource === 'cpu' ? milli(value) : `${value}`);

function requested({ snapshot, replicas }: Deployed): string[] {
  const all = replicas.flatMap(({ requests, running }) =>
    [...requests, ...running].filter(([, value]) => value > 0n).map(([name]) => name),
  );
  const limited = (resource: string) =>
    snapshot.nodes.some(({ name }) => allocatableOf(snapshot, name, resource) !== undefined);
  return [...new Set(all)].filter(limited).sort(byText);
}

function peakUse(
  { snapshot }: Deployed,
  resources: readonly string[],
  copies: Copy[],
): Plan['slots'][number]['peakUse'] {
  return resources.map((resource) => {
    const rows = snapshot.nodes.flatMap(({ name: node }) => {
      const allocatable = allocatableOf(snapshot, node, resource);
      return allocatable === undefined
        ? []
        : [{ node, used: useOf(snapshot, copies, node, resource), allocatable }];
    });
    // Small integers: a double tells their quotients apart, and 0 / 0 is made 0.
    const share = ({ used, allocatable }: (typeof rows)[number]) =>
      used === 0n ? 0 : Number(used) / Number(allocatable);
    rows.sort((a, b) => (share(a) === share(b) ? byText(a.node, b.node) : share(b) - share(a)));
    const { node, used, allocatable } = rows[0];
    return { resource, node, used: amount(resource, used), allocatable: amount(resource, allocatable) };
  });
}

function inherited(
  { snapshot, replicas }: Deployed,
  resources: readonly string[],
  start: Parameters<typeof standing>[0],
): Numbers['inherited'] {
  const found: Numbers['inherited'] = [];
  for (const { name } of snapshot.nodes) {
    for (const resource of resources) {
      const limit = allocatableOf(snapshot, name, resource);
      const over = limit === undefined ? 0n : useOf(snapshot, standing(start), name, resource) - limit;
      if (over > 0n)
        found.push({
          rule: 'node-capacity',
          slot: 0,
          subject: `${name} ${resource}`,
          excess: amount(resource, over),
        });
    }
  }
  const late: Numbers['inherited'] = limitedCalls(snapshot, replicas).flatMap((call) => {
    const excess = plainCallExcess(snapshot, call, start);
    return excess === 0 ? [] : [{ rule: 'latency', slot: 0, subject: call.name, excess: `${excess}` }];
  });
  const bySubject = (a: { subject: string }, b: { subject: string }) => byText(a.subject, b.subject);
  return [...found.sort(bySubject), ...late.sort(bySubject)];
}
