import type { Node, Workload } from '../../src/model/snapshot.ts';

/** Node selectors and tolerations once more, as sets of labels that would do, sharing nothing with `src/model`. */

export function isSelected(
  { nodeSelector, affinity }: Pick<Workload, 'nodeSelector' | 'affinity'>,
  node: Node,
): boolean {
  const labels: Record<string, string | undefined> = { ...node.labels };
  for (const key in nodeSelector) if (labels[key] !== nodeSelector[key]) return false;
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  if (!terms) return true;
  for (const term of terms) {
    const tests = [
      ...(term.matchExpressions ?? []).map(({ key, operator, values }) =>
        answer(operator, values, labels[key]),
      ),
      ...(term.matchFields ?? []).map(({ operator, values }) => answer(operator, values, node.name)),
    ];
    if (tests.length > 0 && !tests.includes(false)) return true;
  }
  return false;
}

function answer(operator: string, values: readonly string[] | undefined, label: string | undefined): boolean {
  const inside = label !== undefined && new Set(values).has(label);
  const [have, want] = [Number(label), Number(values?.[0])];
  if (operator === 'In') return inside;
  if (operator === 'NotIn') return !inside;
  if (operator === 'Exists') return label !== undefined;
  if (operator === 'DoesNotExist') return label === undefined;
  if (label === undefined || Number.isNaN(have)) return false;
  return operator === 'Gt' ? have > want : have < want;
}

export function isTolerated({ tolerations }: Pick<Workload, 'tolerations'>, node: Node): boolean {
  const hard = (node.taints ?? []).filter(({ effect }) => effect === 'NoSchedule' || effect === 'NoExecute');
  return hard.every((taint) => {
    const covering = (tolerations ?? []).filter(({ key, operator, value, effect }) => {
      if (effect && effect !== taint.effect) return false;
      if (key === undefined) return operator === 'Exists';
      if (key !== taint.key) return false;
      return operator === 'Exists' ? true : (value ?? '') === (taint.value ?? '');
    });
    return covering.length > 0;
  });
}

type Ports = Pick<Workload, 'hostPorts'>;

/** Whether two copies can't share a node: some address, port and protocol belongs to both. */
export function collide({ hostPorts: mine = [] }: Ports, { hostPorts: theirs = [] }: Ports): boolean {
  const addresses = new Set([...mine, ...theirs].map(({ hostIP }) => hostIP || '0.0.0.0'));
  const sockets = (ports: typeof mine) =>
    new Set(
      ports.flatMap(({ hostIP, hostPort, protocol }) => {
        const on = !hostIP || hostIP === '0.0.0.0' ? addresses : [hostIP];
        return [...on].map((address) => `${protocol ?? 'TCP'} ${address} ${hostPort}`);
      }),
    );
  return sockets(mine).intersection(sockets(theirs)).size > 0;
}
