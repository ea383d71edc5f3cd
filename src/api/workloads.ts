import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { Snapshot } from '../model/snapshot.ts';
import { type DrawnWorkload, drawWorkload } from '../workloads/draw-workload.ts';
import { WorkloadRequest } from '../workloads/request.ts';
import { readBody, readInput } from './body.ts';
import { type AppEnv, BODY_PROBLEMS, jsonContent, operation, problemResponses } from './operation.ts';

const GeneratedWorkload = z
  .strictObject({
    snapshot: Snapshot,
    parameters: WorkloadRequest,
    plantedCost: z
      .string()
      .optional()
      .describe('Of `planted`: a placement of this price per hour exists, which slots may or may not reach.'),
  })
  .meta({
    id: 'GeneratedWorkload',
    description:
      'A deployment as `POST /v1/plans` takes it, and the request with everything that it left open filled in: asked again, it gives the same bytes.',
  });

/** A planted deployment of three nodes, small enough to be read. */
const EXAMPLE_REQUEST = { kind: 'planted', seed: 1, nodes: 3, kept: 1, replicasPerNode: [2, 2] };

/** POST /v1/workloads. */
export function workloads(app: OpenAPIHono<AppEnv>): void {
  operation(
    app,
    {
      method: 'post',
      path: '/v1/workloads',
      operationId: 'generateWorkload',
      tags: ['workloads'],
      summary: 'Generate a random deployment',
      description:
        'Seeded: the same request gets the same bytes. A request that no draw fits is answered by `invalid-input` with the code `no-draw`, at the field to change first.',
      request: { body: { required: true, content: jsonContent(WorkloadRequest, EXAMPLE_REQUEST) } },
      responses: {
        200: {
          description: 'The deployment.',
          content: jsonContent(GeneratedWorkload, drawWorkload(EXAMPLE_REQUEST)),
        },
        ...problemResponses('unknown-parameter', ...BODY_PROBLEMS, 'internal-error'),
      },
    },
    async (context) => {
      const body = await readBody(context.req.raw);
      return context.json<DrawnWorkload>(readInput(body, drawWorkload));
    },
  );
}
