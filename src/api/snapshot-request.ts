import { z } from '@hono/zod-openapi';
import type { Given } from '../kubernetes/to-snapshot.ts';
import { type ClusterSnapshot, toSnapshot } from '../kubernetes/to-snapshot.ts';
import { Money } from '../model/amounts.ts';
import { AMOUNT_RULES } from '../model/input/amount-rules.ts';
import { inDocumentOrder } from '../model/input/document-order.ts';
import { ErrorList, kindOf } from '../model/input/error-list.ts';
import { field } from '../model/input/readable.ts';
import { structureOf } from '../model/input/structure.ts';
import type { InputErrors } from '../model/input-error.ts';
import { LabelValue } from '../model/labels.ts';
import { LIMITS } from '../model/limits.ts';
import { NodeName } from '../model/names.ts';
import { Snapshot } from '../model/snapshot.ts';

/** What is asked of `POST /v1/snapshots`, and how a body is read that may be anything. */

const PriceRow = z
  .strictObject({
    instanceType: LabelValue.describe('As the node label `node.kubernetes.io/instance-type` has it.'),
    region: LabelValue.optional(),
    zone: LabelValue.optional(),
    capacityType: LabelValue.optional().describe(
      '`on-demand` (default), `spot`, `reserved`, or what the label of the cloud says, in lower case. A node without such a label is on-demand.',
    ),
    pricePerHour: Money,
  })
  .meta({
    id: 'PriceRow',
    description:
      'Of the rows that fit a node, one with a zone counts before one with a region alone, and that before one without.',
  });

const CostSample = z
  .strictObject({
    metric: z.record(z.string().max(1_000), z.string().max(10_000)).meta({ maxProperties: 250 }),
    value: z.tuple([z.number(), z.string().max(64)]),
  })
  .meta({ id: 'CostSample' });

const others = {
  currency: Snapshot.shape.currency,
  nodePrices: z
    .record(NodeName, Money)
    .meta({ maxProperties: LIMITS.nodes })
    .optional()
    .describe('Price per hour by the name of the node. Counts before all other sources.'),
  prices: z.array(PriceRow).meta({ maxItems: LIMITS.nodes }).optional().describe('Prices by instance type.'),
  nodeTotalHourlyCost: z
    .array(CostSample)
    .meta({ maxItems: LIMITS.nodes })
    .optional()
    .describe(
      "`data.result` of Prometheus' answer to the instant query `node_total_hourly_cost`, a gauge of OpenCost. Counts where nothing else has a price.",
    ),
};

export const SnapshotRequest = z
  .strictObject({
    objects: z
      .record(z.string(), z.unknown())
      .describe('A List of Kubernetes objects, as `kubectl get nodes,pods,… -A -o json` prints it.'),
    ...others,
  })
  .meta({
    id: 'SnapshotRequest',
    description:
      'Objects of a cluster and prices of its nodes. The price of a node is, in this order, from `nodePrices`, the annotation or label `restow.dev/price-per-hour` of the node, `prices`, `nodeTotalHourlyCost`; without any it is unknown, never zero.',
  });

/** The objects are read by `kubernetes/`: here only that there are some. */
const checkBody = structureOf(z.strictObject({ objects: z.literal(true), ...others }), AMOUNT_RULES);

export function readSnapshotRequest(body: unknown): ClusterSnapshot | InputErrors {
  const errors = new ErrorList();
  const objects = field(body, 'objects');
  const isObject = kindOf(body) === 'object';
  checkBody(isObject && objects !== undefined ? { ...(body as object), objects: true } : body, [], errors);
  const inObjects = new ErrorList();
  const given = errors.total === 0 ? (body as Given) : {};
  const answer = objects === undefined ? undefined : toSnapshot(objects, given, inObjects);
  if (answer !== undefined && errors.total + inObjects.total === 0) return answer;
  return inDocumentOrder(body, '', [errors, inObjects]);
}
