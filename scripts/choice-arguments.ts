import { UsageError } from './flags.ts';

/** The flags of the choices that are in force only when they are given. */

export const CHOICE_HELP = `  --drain A,B          nodes to be emptied whatever it saves
  --keep A,B           nodes that are paid for, empty or not
  --nodes-per-slot N       most nodes that replicas leave in a slot, or a percentage of those in use, such as 20%
  --replicas-per-slot N    most replicas that move in a slot, or a percentage
  --workload-per-slot N    most replicas of each workload that move in a slot, or a percentage
  --headroom LIST      what stays free where something arrives: cpu=10%,memory=1Gi
  --minimum-saving AMOUNT  what a plan must save per hour to be made, or a percentage of what is paid now
  --ignore-priority-below N  workloads of lower priority are placeholders, which count for nothing`;

export const CHOICE_FLAGS = {
  drain: { type: 'string' },
  keep: { type: 'string' },
  'nodes-per-slot': { type: 'string' },
  'replicas-per-slot': { type: 'string' },
  'workload-per-slot': { type: 'string' },
  headroom: { type: 'string' },
  'minimum-saving': { type: 'string' },
  'ignore-priority-below': { type: 'string' },
} as const;

type Values = { readonly [Flag in keyof typeof CHOICE_FLAGS]?: string | undefined };

/** As in the request body; undefined where not given. @throws UsageError */
export function choicesOf(values: Values): Record<string, unknown> {
  const budgets = Object.entries({
    nodesPerSlot: values['nodes-per-slot'],
    replicasPerSlot: values['replicas-per-slot'],
    workloadPerSlot: values['workload-per-slot'],
  }).flatMap(([budget, text]) => (text === undefined ? [] : [[budget, share(text)] as const]));
  return {
    budgets: budgets.length > 0 ? Object.fromEntries(budgets) : undefined,
    keep: values.keep === undefined ? undefined : { nodes: values.keep.split(',') },
    drain: values.drain === undefined ? undefined : { nodes: values.drain.split(',') },
    headroom: values.headroom === undefined ? undefined : roomsOf(values.headroom),
    minimumSaving: values['minimum-saving'] === undefined ? undefined : { plan: values['minimum-saving'] },
    ignorePriorityBelow:
      values['ignore-priority-below'] === undefined ? undefined : priority(values['ignore-priority-below']),
  };
}

/** Counts are numbers; what is no count is judged with the input. */
function share(text: string): string | number {
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}

function priority(text: string): string | number {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

function roomsOf(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => pair.split('='));
  if (pairs.some((pair) => pair.length !== 2))
    throw new UsageError(`--headroom is a list such as cpu=10%,memory=1Gi, not ${text}`);
  return Object.fromEntries(pairs);
}
