import { z } from 'zod';
import { LabelKey, Labels, LabelValue } from './labels.ts';
import { LIMITS } from './limits.ts';

/**
 * What replicas demand of each other, in the words and shapes of Kubernetes' PodSpec (core/v1). What the shapes alone do
 * not say is checked in `input/pod-selection.ts`; what selectors mean stands in `pod-selection.ts`.
 */

export const LABEL_SELECTOR_OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const;

export const LabelSelectorRequirement = z
  .strictObject({
    key: LabelKey,
    operator: z.enum(LABEL_SELECTOR_OPERATORS),
    values: z.array(LabelValue).meta({ maxItems: LIMITS.selectorValues }).optional(),
  })
  .meta({ id: 'LabelSelectorRequirement' });

export const LabelSelector = z
  .strictObject({
    matchLabels: Labels.optional(),
    matchExpressions: z.array(LabelSelectorRequirement).meta({ maxItems: LIMITS.selectorTerms }).optional(),
  })
  .meta({
    id: 'LabelSelector',
    description: 'About labels of workloads. All of it holds; an empty one matches every workload.',
  });
export type LabelSelector = z.infer<typeof LabelSelector>;

const TopologyKey = LabelKey.describe(
  'Label of nodes: those with the same value are one domain. A node without `kubernetes.io/hostname` is taken to have its name there.',
);

export const PodAffinityTerm = z
  .strictObject({
    labelSelector: LabelSelector.optional().describe('Absent: no workload.'),
    namespaces: z
      .array(z.string().min(1).max(253))
      .meta({ maxItems: LIMITS.selectorTerms })
      .optional()
      .describe('Absent or empty: the namespace of the workload itself.'),
    namespaceSelector: z
      .strictObject({})
      .meta({
        id: 'EveryNamespace',
        description:
          '`{}`: every namespace. Any other selector must be written as the `namespaces` it selects.',
      })
      .optional(),
    topologyKey: TopologyKey,
  })
  .meta({ id: 'PodAffinityTerm', description: 'Which workloads, and what counts as near.' });
export type PodAffinityTerm = z.infer<typeof PodAffinityTerm>;

const Weight = z.int().min(1).max(100);

export const PodAffinity = z
  .strictObject({
    requiredDuringSchedulingIgnoredDuringExecution: z
      .array(PodAffinityTerm)
      .meta({ maxItems: LIMITS.selectorTerms })
      .optional(),
    preferredDuringSchedulingIgnoredDuringExecution: z
      .array(
        z
          .strictObject({ weight: Weight, podAffinityTerm: PodAffinityTerm })
          .meta({ id: 'WeightedPodAffinityTerm' }),
      )
      .meta({ maxItems: LIMITS.selectorTerms })
      .optional()
      .describe('Taken, and not looked at: a wish never stops a move.'),
  })
  .meta({ id: 'PodAffinity' });

export const UNSATISFIABLE = ['DoNotSchedule', 'ScheduleAnyway'] as const;
export const INCLUSION_POLICIES = ['Honor', 'Ignore'] as const;

export const TopologySpreadConstraint = z
  .strictObject({
    maxSkew: z.int().min(1).max(1_000_000),
    topologyKey: TopologyKey,
    whenUnsatisfiable: z
      .enum(UNSATISFIABLE)
      .describe('`ScheduleAnyway` is taken, and not looked at: a wish never stops a move.'),
    labelSelector: LabelSelector.optional().describe(
      'Workloads of the same namespace whose replicas are counted. Absent or empty: none, as in kube-scheduler.',
    ),
    minDomains: z
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .describe('With fewer domains than this, the least is taken to be 0. Default 1.'),
    nodeAffinityPolicy: z
      .enum(INCLUSION_POLICIES)
      .optional()
      .describe('`Honor` (default): only nodes that the node selector and affinity match count.'),
    nodeTaintsPolicy: z
      .enum(INCLUSION_POLICIES)
      .optional()
      .describe('`Honor`: only nodes whose taints are tolerated count. Default `Ignore`.'),
  })
  .meta({ id: 'TopologySpreadConstraint' });
export type TopologySpreadConstraint = z.infer<typeof TopologySpreadConstraint>;
