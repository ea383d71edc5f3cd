import { parseQuantity, unitsOf } from '../../src/model/quantity.ts';
import type { Add } from './choices.ts';
import { type Deployed, milli, type Replica } from './copies.ts';

/** Rules resource-quota and disruption-budget, replica by replica and order by order. */
export function namespaceBreaches(deployed: Deployed, add: Add): void {
  quotas(deployed, add);
  budgets(deployed, add);
}

const full = (ref: string) => (ref.includes('/') ? ref : `default/${ref}`);

function quotas({ snapshot, replicas, slots }: Deployed, add: Add): void {
  for (const { namespace = 'default', name, hard, used = {} } of snapshot.quotas ?? []) {
    const inside = replicas.filter(({ workload }) => workload.split('/')[0] === namespace);
    for (const [key, limit] of Object.entries(hard)) {
      const resource = key.replace(/^(requests\.|count\/)/, '');
      const of = (amounts: Map<string, bigint>) => (resource === 'pods' ? 1n : (amounts.get(resource) ?? 0n));
      const more = ({ requests, running }: Replica) =>
        of(requests) > of(running) ? of(requests) - of(running) : 0n;
      const units = (amount: string | number) => unitsOf(resource, parseQuantity(amount) as bigint);
      const total = (list: readonly bigint[]) => list.reduce((sum, amount) => sum + amount, 0n);
      const now =
        used[key] === undefined ? total(inside.map(({ running }) => of(running))) : units(used[key]);
      const room = units(limit) - now - total(inside.map(more));
      const taken = (replica: Replica) => {
        if (replica.mode === 'surge') return of(replica.requests);
        const own = inside.filter(({ workload }) => workload === replica.workload);
        return own.map(more).sort((a, b) => Number(b - a))[0];
      };
      for (const [i, { happened }] of slots.entries()) {
        const movers = happened.filter(({ replica }) => inside.includes(replica));
        const sum = total(movers.map(({ replica }) => taken(replica)));
        if (sum <= 0n || sum <= room) continue;
        const excess = sum - room;
        add(
          'resource-quota',
          i + 1,
          `${namespace}/${name} ${key}`,
          resource === 'cpu' ? milli(excess) : excess,
        );
      }
    }
  }
}

function budgets({ snapshot, replicas, slots }: Deployed, add: Add): void {
  const all = (snapshot.disruptionBudgets ?? []).map((budget) => ({
    ...budget,
    key: `${budget.namespace ?? 'default'}/${budget.name}`,
    covers: new Set(budget.workloads.map(full)),
  }));
  for (const [i, { happened }] of slots.entries()) {
    for (const { replica } of happened)
      if (all.filter(({ covers }) => covers.has(replica.workload)).length > 1)
        add('disruption-budget', i + 1, replica.workload);
    for (const { key, covers, minAvailable, maxUnavailable, ...given } of all) {
      const count = replicas.filter(({ workload }) => covers.has(workload)).length;
      const healthy = given.healthy ?? count;
      const expected = given.expected ?? count;
      const modes = [...new Set(happened.map(({ replica }) => replica))]
        .filter(({ workload }) => covers.has(workload))
        .map((replica) => happened.findLast((entry) => entry.replica === replica)?.move.mode);
      const surges = modes.filter((mode) => mode === 'surge').length;
      const recreates = modes.length - surges;
      const desired = (wanted: number) => {
        if (maxUnavailable !== undefined) return Math.max(0, wanted - part(maxUnavailable, wanted));
        return part(minAvailable ?? 0, wanted);
      };
      // Every state in which one more eviction is asked for: new copies up, old ones gone, recreated ones down.
      let worst = 0;
      for (let up = 0; up <= surges; up++)
        for (let gone = 0; gone <= up; gone++)
          for (let down = 0; down <= recreates; down++) {
            const asks = gone < up || down < recreates;
            const allowed = healthy + up - gone - down - desired(expected + up);
            if (asks) worst = Math.max(worst, 1 - allowed);
          }
      if (worst > 0) add('disruption-budget', i + 1, key, worst);
    }
  }
}

/** Per cent rounded up, by counting. */
function part(share: number | string, total: number): number {
  if (typeof share === 'number') return share;
  const percent = Number(share.replace('%', ''));
  let whole = 0;
  while (whole * 100 < percent * total) whole++;
  return whole;
}
