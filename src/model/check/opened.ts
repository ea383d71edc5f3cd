import { formatMoney } from '../decimal.ts';
import { type OpenablePool, openedName } from '../options/openable.ts';
import type { Plan } from '../plan.ts';
import type { Deployment } from './deployment.ts';
import type { Replay } from './replay.ts';
import { hostedInTheEnd } from './unmet.ts';

/** New nodes that host something in the end, sorted by name. */
export function openedNodes(
  deployment: Deployment,
  openable: readonly OpenablePool[],
  replay: Replay,
): NonNullable<Plan['opened']> {
  const names = new Set(
    openable.flatMap(({ name, count }) => Array.from({ length: count }, (_, i) => openedName(name, i + 1))),
  );
  const hosted = hostedInTheEnd(deployment, replay);
  return deployment.nodes.flatMap(({ name, price = 0n }, n) =>
    names.has(name) && hosted[n] > 0 ? [{ node: name, pricePerHour: formatMoney(price) }] : [],
  );
}
