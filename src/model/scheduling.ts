import { z } from 'zod';
import { LabelKey, LabelValue } from './labels.ts';
import { LIMITS } from './limits.ts';
import { PodAffinity } from './pod-scheduling.ts';

/**
 * Where a replica may run, in the words and shapes of Kubernetes' PodSpec and NodeSpec (core/v1), so that they can be
 * copied as they are. What the shapes alone do not say (which operator takes which values) is checked in
 * `input/scheduling.ts`; what they mean stands in `node-selection.ts`.
 */

export const TAINT_EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] as const;

export const Taint = z
  .strictObject({ key: LabelKey, value: LabelValue.optional(), effect: z.enum(TAINT_EFFECTS) })
  .meta({
    id: 'Taint',
    description: 'Keeps replicas away that do not tolerate it. `PreferNoSchedule` is a wish only.',
  });
export type Taint = z.infer<typeof Taint>;

export const Toleration = z
  .strictObject({
    key: LabelKey.optional().describe('Absent, with operator `Exists`: every taint.'),
    operator: z.enum(['Equal', 'Exists']).optional().describe('Default `Equal`.'),
    value: LabelValue.optional(),
    effect: z.enum(TAINT_EFFECTS).optional().describe('Absent: every effect.'),
    tolerationSeconds: z.int().optional().describe('Says nothing about where a replica may go.'),
  })
  .meta({ id: 'Toleration' });
export type Toleration = z.infer<typeof Toleration>;

export const HostPort = z
  .strictObject({
    hostPort: z.int().min(1).max(65_535),
    protocol: z.enum(['TCP', 'UDP', 'SCTP']).optional().describe('Default `TCP`.'),
    hostIP: z
      .string()
      .max(45)
      .refine(
        (text) => text === '' || z.ipv4().safeParse(text).success || z.ipv6().safeParse(text).success,
        'not an IP address',
      )
      .optional()
      .describe('Absent, empty or 0.0.0.0: every address of the node.'),
  })
  .meta({
    id: 'HostPort',
    description: 'A port of the node itself: two copies that take the same one exclude each other.',
  });
export type HostPort = z.infer<typeof HostPort>;

export const NODE_SELECTOR_OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'] as const;

export const NodeSelectorRequirement = z
  .strictObject({
    key: LabelKey,
    operator: z.enum(NODE_SELECTOR_OPERATORS),
    values: z.array(z.string().max(253)).meta({ maxItems: LIMITS.selectorValues }).optional(),
  })
  .meta({ id: 'NodeSelectorRequirement' });
export type NodeSelectorRequirement = z.infer<typeof NodeSelectorRequirement>;

const Requirements = z.array(NodeSelectorRequirement).meta({ maxItems: LIMITS.selectorTerms });

export const NodeSelectorTerm = z
  .strictObject({
    matchExpressions: Requirements.optional().describe('About labels.'),
    matchFields: Requirements.optional().describe('About `metadata.name` alone: `In` or `NotIn` one name.'),
  })
  .meta({ id: 'NodeSelectorTerm', description: 'All requirements hold. One without any matches no node.' });
export type NodeSelectorTerm = z.infer<typeof NodeSelectorTerm>;

export const NodeAffinity = z
  .strictObject({
    requiredDuringSchedulingIgnoredDuringExecution: z
      .strictObject({
        nodeSelectorTerms: z.array(NodeSelectorTerm).meta({ maxItems: LIMITS.selectorTerms }),
      })
      .meta({ id: 'NodeSelector', description: 'At least one of the terms matches.' })
      .optional(),
    preferredDuringSchedulingIgnoredDuringExecution: z
      .array(
        z
          .strictObject({ weight: z.int().min(1).max(100), preference: NodeSelectorTerm })
          .meta({ id: 'PreferredSchedulingTerm' }),
      )
      .meta({ maxItems: LIMITS.selectorTerms })
      .optional()
      .describe('Taken, and not looked at: a wish never stops a move.'),
  })
  .meta({ id: 'NodeAffinity' });

export const Affinity = z
  .strictObject({
    nodeAffinity: NodeAffinity.optional(),
    podAffinity: PodAffinity.optional().describe(
      'Where a replica arrives there must be a replica, in the domain of each term, that matches all terms.',
    ),
    podAntiAffinity: PodAffinity.optional().describe(
      'Where a replica arrives there must be none that a term matches, and none with a term that matches it.',
    ),
  })
  .meta({ id: 'Affinity' });
export type Affinity = z.infer<typeof Affinity>;
