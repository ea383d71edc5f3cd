import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { REASON_CODES } from '../kubernetes/reasons.ts';
import type { ClusterSnapshot } from '../kubernetes/to-snapshot.ts';
import { SNAPSHOT_WARNING_CODES } from '../kubernetes/warnings.ts';
import { Snapshot } from '../model/snapshot.ts';
import { readBody, readInput } from './body.ts';
import { type AppEnv, BODY_PROBLEMS, jsonContent, operation, problemResponses } from './operation.ts';
import { readSnapshotRequest, SnapshotRequest } from './snapshot-request.ts';

const SnapshotWarning = z
  .strictObject({
    code: z.enum(SNAPSHOT_WARNING_CODES),
    subject: z.string().describe('What it is about.'),
    count: z.int().describe('How many objects it concerns.'),
    message: z.string(),
  })
  .meta({ id: 'SnapshotWarning' });

const Immovable = z
  .strictObject({
    workload: z.string().describe('namespace/name, as in the snapshot.'),
    reason: z.enum(REASON_CODES),
    object: z.string().optional().describe('What stands in the way, when it is not the pod itself.'),
    replicas: z
      .array(z.string())
      .optional()
      .describe('The replicas that it keeps; absent: all of the workload.'),
    message: z.string(),
  })
  .meta({
    id: 'Immovable',
    description: 'Why replicas stay where they are. A workload may have several reasons.',
  });

const ClusterSnapshotSchema = z
  .strictObject({
    snapshot: Snapshot,
    warnings: z.array(SnapshotWarning).describe('What was left out or is unknown, by code and subject.'),
    immovable: z.array(Immovable).describe('By workload and reason.'),
    pending: z
      .array(z.string())
      .describe('Pods that run nowhere yet, namespace/name. They hold no plan back.'),
  })
  .meta({
    id: 'ClusterSnapshot',
    description: '`snapshot` as `POST /v1/plans` takes it, and what one should know of it.',
  });

/** One node and one pod that nothing would start again: small enough to be read. */
const EXAMPLE = {
  objects: {
    apiVersion: 'v1',
    kind: 'List',
    items: [
      {
        apiVersion: 'v1',
        kind: 'Node',
        metadata: {
          name: 'n1',
          labels: {
            'node.kubernetes.io/instance-type': 'm5.large',
            'topology.kubernetes.io/zone': 'us-east-1a',
          },
        },
        status: {
          allocatable: { cpu: '1930m', memory: '7220184Ki', pods: '29' },
          conditions: [{ type: 'Ready', status: 'True' }],
        },
      },
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'web', namespace: 'shop' },
        spec: {
          nodeName: 'n1',
          containers: [{ name: 'web', resources: { requests: { cpu: '250m', memory: '64Mi' } } }],
        },
        status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
      },
    ],
  },
  prices: [{ instanceType: 'm5.large', pricePerHour: '0.096' }],
};

/** POST /v1/snapshots. */
export function snapshots(app: OpenAPIHono<AppEnv>): void {
  operation(
    app,
    {
      method: 'post',
      path: '/v1/snapshots',
      operationId: 'convertCluster',
      tags: ['snapshots'],
      summary: 'Make a snapshot of Kubernetes objects',
      description:
        'Takes what `kubectl get … -A -o json` prints. Nothing of it is stored or logged, and labels, annotations and environments are not repeated. What can’t be read for sure is an error that names the object; what the model has no rule for does not move, and `immovable` says why.',
      request: { body: { required: true, content: jsonContent(SnapshotRequest, EXAMPLE) } },
      responses: {
        200: {
          description: 'The snapshot.',
          content: jsonContent(ClusterSnapshotSchema, readSnapshotRequest(EXAMPLE)),
        },
        ...problemResponses('unknown-parameter', ...BODY_PROBLEMS, 'internal-error'),
      },
    },
    async (context) => {
      const body = await readBody(context.req.raw);
      return context.json<ClusterSnapshot>(readInput(body, readSnapshotRequest));
    },
  );
}
