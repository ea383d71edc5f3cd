import type { Explanation, Reason } from '../src/reasons/explanation.ts';

/** Reasons as a person reads them: what is kept and stays, each with what stands in its way. */
export function reasonsTable({ nodes, workloads, demand, relaxations, untried, work }: Explanation): string {
  const kept = nodes.flatMap((one) => entry(one.node, one));
  const staying = workloads.flatMap((one) => entry(one.workload, one));
  const sections = [
    demand ? demanded(demand) : [],
    titled('Nodes that are kept, because', kept),
    titled('Workloads that stay, because', staying),
    titled(
      'One step more',
      relaxations.map(({ message, proved }) => `  ${message}${proved ? '' : ', or more'}`),
    ),
    untried > 0 ? [`Limits that were not tried for lack of work: ${untried}`] : [],
    [`Reasons took ${work} work units`],
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function titled(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines];
}

interface Known {
  reasons?: readonly Reason[] | undefined;
  proved?: boolean | undefined;
  rulesProved?: boolean | undefined;
}

function entry(name: string, { reasons, proved = false, rulesProved = false }: Known): string[] {
  if (reasons === undefined) return [];
  const lines = reasons.map(({ message }) => message);
  if (!proved && rulesProved && reasons.length > 0)
    lines.push('nothing else stops it; whether it then pays is not known: the work ran out');
  else if (!proved)
    lines.push(reasons.length > 0 ? 'perhaps more: the work ran out' : 'not known: the work ran out');
  return lines.map((line, i) => (i === 0 ? `  ${name}: ${line}` : `  ${' '.repeat(name.length)}  ${line}`));
}

const POSSIBLE = {
  yes: 'can all be emptied',
  no: 'can not all be emptied',
  unknown: 'may be emptied or not',
};

function demanded({ nodes, possible, costs, ...known }: NonNullable<Explanation['demand']>): string[] {
  const price = costs ? `, at ${costs.value} ${costs.unit} more than the plan` : '';
  const title = `${nodes.join(', ')} ${POSSIBLE[possible]}${price}`;
  if (possible === 'yes') return [title];
  return [`${title}:`, ...entry('because', known)];
}
