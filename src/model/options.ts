import { z } from 'zod';
import { Money } from './amounts.ts';
import { formatMoney, MONEY_SCALE, money, parseMoney } from './decimal.ts';
import { LIMITS } from './limits.ts';
import { NodeName, WorkloadRef } from './names.ts';
import { choices, type ResolvedChoices, resolveChoices } from './options/choices.ts';
import { withoutPlaceholders } from './options/placeholders.ts';
import { byName, countMovable, occupiedNodes } from './placement.ts';
import type { Snapshot } from './snapshot.ts';
import { refKey } from './snapshot.ts';

/** The choices of the user. Whatever is not chosen is resolved here and echoed in the plan. */

/** When latency limits hold (`docs/model.md`): in the end, after every slot, or between all copies alive. */
export const LATENCY_MODES = ['end', 'slots', 'copies'] as const;
export type LatencyMode = (typeof LATENCY_MODES)[number];

export const STRATEGY_CHOICES = [
  'auto',
  'heuristic',
  'search',
  'exact',
  'ilp',
  'recreate',
  'rolling-update',
] as const;

export const WeightedObjective = z
  .strictObject({
    kind: z.literal('weighted'),
    alpha: Money.optional().describe(
      'Disruption cost α: what one move, and one slot, must save per hour. Default: 1 % of the mean price of the nodes in use, rounded down to 4 decimals (of a smaller amount, to its first digit).',
    ),
  })
  .meta({ id: 'WeightedObjective' });

export const LexicographicObjective = z
  .strictObject({ kind: z.literal('lexicographic') })
  .meta({ id: 'LexicographicObjective' });

export const Objective = z.discriminatedUnion('kind', [WeightedObjective, LexicographicObjective]).meta({
  id: 'Objective',
  description: '`weighted`: price + α · (moves + slots). `lexicographic`: price, then moves, then slots.',
});

/** Work units: about a microsecond of one core each. Counted, never timed: the same question stops at the same point everywhere. */
export const DEFAULT_WORK_LIMIT = 20_000_000;
export const MAX_WORK_LIMIT = 250_000_000;

/** Of the option `keepSpread`: or the cheapest bill would pack all replicas of a workload onto one node. */
export const DEFAULT_KEEP_SPREAD = true;

export const Exclusion = z
  .strictObject({
    nodes: z
      .array(NodeName)
      .meta({ maxItems: LIMITS.nodes })
      .optional()
      .describe('Nodes that nothing leaves and nothing arrives on.'),
    workloads: z
      .array(WorkloadRef)
      .meta({ maxItems: LIMITS.workloads })
      .optional()
      .describe('Workloads of which no replica moves.'),
  })
  .meta({
    id: 'Exclusion',
    description: 'What takes no part in the plan. It counts, and is paid for, as it is.',
  });

export const Options = z
  .strictObject({
    objective: Objective.optional(),
    maxSlots: z
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .describe('Most slots a plan may have. Default: as many as there are movable replicas.'),
    maxMoves: z
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .describe('Most moves a plan may have. Default: as many as there are movable replicas.'),
    latencyIn: z
      .enum(LATENCY_MODES)
      .optional()
      .describe(
        'When latency limits hold: at the `end`, after all `slots` (default), or for all `copies` alive in a slot.',
      ),
    strategy: z.enum(STRATEGY_CHOICES).optional().describe('How it is solved. Default `auto`.'),
    workLimit: z
      .int()
      .min(1)
      .max(MAX_WORK_LIMIT)
      .optional()
      .describe(
        'Work units, about a microsecond of one core each, after which the best plan so far is the answer. The last piece of work is finished: with large deployments it may take several million units.',
      ),
    exclude: Exclusion.optional(),
    allowRecreate: z
      .boolean()
      .optional()
      .describe(
        'Whether workloads of mode `recreate` may move, each of their replicas being down once. Default false: they stay.',
      ),
    maxDowntime: z
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .describe(
        'Most replicas of a plan that may be down once, with `allowRecreate`. Default: as many as there are.',
      ),
    ...choices,
    keepSpread: z
      .boolean()
      .optional()
      .describe(
        `Whether a workload that runs on several nodes, or in several zones, must stay on at least two of them. Default ${DEFAULT_KEEP_SPREAD}.`,
      ),
    savingCurve: z
      .boolean()
      .optional()
      .describe('Whether the plan says what parts of it save, as `savingCurve`. Default false.'),
  })
  .meta({ id: 'Options' });
export type Options = z.infer<typeof Options>;

export interface ResolvedOptions extends ResolvedChoices {
  objective: { kind: 'weighted'; alpha: string } | { kind: 'lexicographic' };
  maxSlots: number;
  maxMoves: number;
  latencyIn: LatencyMode;
  strategy: (typeof STRATEGY_CHOICES)[number];
  workLimit: number;
  /** Sorted by name, each once; workloads as namespace/name. */
  exclude: { nodes: string[]; workloads: string[] };
  allowRecreate: boolean;
  maxDowntime: number;
  keepSpread: boolean;
  savingCurve: boolean;
}

/** Decimals of the default α. */
const ALPHA_DECIMALS = 4;

/**
 * 1 % of the mean price of the nodes in use whose price is known, rounded down to 4 decimals, or to the first decimal that
 * is not 0 where all 4 are; 0 when there is no such price.
 */
export function defaultAlpha(snapshot: Snapshot): string {
  const occupied = occupiedNodes(snapshot);
  const prices = snapshot.nodes.flatMap((node) =>
    node.pricePerHour !== undefined && occupied.has(node.name) ? [money(node.pricePerHour)] : [],
  );
  if (prices.length === 0) return '0';
  const total = prices.reduce((sum, price) => sum + price, 0n);
  const percent = total / (100n * BigInt(prices.length));
  let step = 10n ** BigInt(MONEY_SCALE - ALPHA_DECIMALS);
  // Small nodes must not switch the disruption cost off.
  while (step > 1n && percent < step) step /= 10n;
  return formatMoney((percent / step) * step);
}

/** Fills in what the user left open and clips limits that the snapshot can't reach. */
export function resolveOptions(given: Snapshot, options: Options): ResolvedOptions {
  const snapshot = withoutPlaceholders(given, options.ignorePriorityBelow);
  const exclude = {
    nodes: distinctNames(options.exclude?.nodes ?? []),
    workloads: distinctNames((options.exclude?.workloads ?? []).map(refKey)),
  };
  const allowRecreate = options.allowRecreate ?? false;
  const { movable, down } = countMovable(snapshot, { exclude, allowRecreate });
  const objective = options.objective ?? { kind: 'weighted' as const };
  return {
    objective:
      objective.kind === 'lexicographic'
        ? { kind: 'lexicographic' }
        : {
            kind: 'weighted',
            alpha:
              objective.alpha === undefined
                ? defaultAlpha(snapshot)
                : formatMoney(parseMoney(objective.alpha) ?? 0n),
          },
    maxSlots: Math.min(options.maxSlots ?? movable, movable),
    maxMoves: Math.min(options.maxMoves ?? movable, movable),
    latencyIn: options.latencyIn ?? 'slots',
    strategy: options.strategy ?? 'auto',
    workLimit: options.workLimit ?? DEFAULT_WORK_LIMIT,
    exclude,
    allowRecreate,
    maxDowntime: Math.min(options.maxDowntime ?? down, down),
    keepSpread: options.keepSpread ?? DEFAULT_KEEP_SPREAD,
    savingCurve: options.savingCurve ?? false,
    ...resolveChoices(snapshot, options, movable),
  };
}

function distinctNames(names: readonly string[]): string[] {
  return [...new Set(names)].sort(byName);
}
