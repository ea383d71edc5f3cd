import { z } from 'zod';
import { INSTANCE_TYPE_NAMES } from './instance-types.ts';

/**
 * What is asked of the generator, as it comes from outside. Its limits are such that the largest deployment is drawn
 * within seconds and fits into a request body of `POST /v1/plans`.
 */
export const MOST = {
  nodes: 1_000,
  /** Regions or the like; every two have a delay. */
  locations: 100,
  microservices: 10_000,
  replicas: 30_000,
} as const;

const range = (least: number, most: number) =>
  z
    .tuple([z.int().min(least).max(most), z.int().min(least).max(most)])
    .meta({ minItems: 2, maxItems: 2, description: 'Lowest and highest value of a uniform draw.' });

const CpuMilli = z.int().min(1).max(1_000_000);
const MemoryMi = z.int().min(1).max(10_000_000);
const microseconds = () => range(0, 3_600_000_000);

/** JSON numbers of more than 15 digits are refused wherever they stand. */
const Seed = z
  .int()
  .min(0)
  .max(999_999_999_999_999)
  .optional()
  .describe('Equal parameters give equal bytes; another seed gives another deployment. Default 1.');
const Nodes = z.int().min(1).max(MOST.nodes).optional();

const NodeSize = z
  .strictObject({
    cpuMilli: CpuMilli,
    memoryMi: MemoryMi,
    priceFactor: z.number().min(0.001).max(1_000).describe('Multiplies the price; in thousandths.'),
  })
  .meta({ id: 'NodeSize' });

const Devices = z
  .strictObject({
    perNode: z.int().min(0).max(1_000),
    percent: z.int().min(0).max(100).describe('Percentage of the microservices that request one.'),
  })
  .meta({ id: 'Devices', description: 'A third resource, `device`. Default: none.' });

const ApplicationsRequest = z
  .strictObject({
    kind: z.literal('applications'),
    seed: Seed,
    applications: z
      .int()
      .min(1)
      .max(MOST.microservices)
      .optional()
      .describe('Applications, each a random call tree. Default 8.'),
    microservices: z
      .int()
      .min(1)
      .max(MOST.microservices)
      .optional()
      .describe('Microservices of each application. Default 4.'),
    nodes: Nodes.describe('Default 10.'),
    locations: z
      .int()
      .min(1)
      .max(MOST.locations)
      .optional()
      .describe('Nodes are spread over the locations in turn; the price of location r is r. Default 2.'),
    pricing: z
      .enum(['unit', 'capacity'])
      .optional()
      .describe(
        '`unit` (default): a node costs the price of its location. `capacity`: that times its cores.',
      ),
    sizes: z
      .array(NodeSize)
      .meta({ minItems: 1, maxItems: 20 })
      .optional()
      .describe('Kinds of nodes; every location has all of them in turn. Default: 8 cores and 1638 Mi.'),
    instanceTypes: z
      .array(z.enum(INSTANCE_TYPE_NAMES))
      .meta({ maxItems: INSTANCE_TYPE_NAMES.length })
      .optional()
      .describe(
        'Real kinds of nodes at their real prices, instead of `sizes` and `pricing`. Locations are then regions of Azure, up to eight.',
      ),
    cpuMilli: range(1, 1_000_000).optional().describe('Request of a replica. Default [500, 2500].'),
    memoryMi: range(1, 10_000_000).optional().describe('Request of a replica. Default [205, 307].'),
    replicas: range(1, 1_000)
      .optional()
      .describe('Replicas of a microservice, each placed on its own. Default [1, 1].'),
    occupancyPercent: range(0, 1_000)
      .optional()
      .describe(
        'Share of all cpu that is requested; requests are drawn again until it fits. Default [50, 70].',
      ),
    delayMicroseconds: microseconds()
      .optional()
      .describe('Latency between two locations, both ways. Default [20000, 100000].'),
    limitMicroseconds: microseconds()
      .optional()
      .describe('Latency limit of a call. Default [20000, 100000].'),
    devices: Devices.optional(),
    start: z
      .enum(['feasible', 'overcommitted', 'latency-breaking'])
      .optional()
      .describe(
        '`feasible` (default): breaks no rule. `overcommitted`: replicas are placed without looking at capacity. `latency-breaking`: limits are drawn without looking at the placement.',
      ),
  })
  .meta({
    id: 'ApplicationsRequest',
    description:
      "Applications that are call trees, placed at random. The defaults are the paper's evaluation.",
  });

const PlantedRequest = z
  .strictObject({
    kind: z.literal('planted'),
    seed: Seed,
    nodes: Nodes.describe('Default 12.'),
    kept: z
      .int()
      .min(1)
      .max(MOST.nodes)
      .optional()
      .describe('Nodes that are cut exactly into replicas. Default 6.'),
    replicasPerNode: range(1, 10)
      .optional()
      .describe('Replicas that a kept node is cut into. Default [3, 6].'),
    prices: range(1, 1_000_000)
      .optional()
      .describe('Prices of the other nodes; a kept node costs at most the lowest. Default [5, 9].'),
  })
  .meta({
    id: 'PlantedRequest',
    description:
      'Some nodes are cut exactly into replicas, which are then scattered over all nodes: a placement of known price exists.',
  });

export const WorkloadRequest = z
  .discriminatedUnion('kind', [ApplicationsRequest, PlantedRequest])
  .meta({ id: 'WorkloadRequest' });
export type WorkloadRequest = z.infer<typeof WorkloadRequest>;
export type ApplicationsRequest = z.infer<typeof ApplicationsRequest>;
export type PlantedRequest = z.infer<typeof PlantedRequest>;
