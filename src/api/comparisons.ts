import type { OpenAPIHono } from '@hono/zod-openapi';
import { comparePlans } from '../comparisons/compare-plans.ts';
import { compareSnapshots } from '../comparisons/compare-snapshots.ts';
import { Comparison, ComparisonRequest } from '../comparisons/comparison.ts';
import { readComparison } from '../comparisons/read-request.ts';
import { readBody, readInput } from './body.ts';
import { example } from './examples.ts';
import { type AppEnv, BODY_PROBLEMS, jsonContent, operation, problemResponses } from './operation.ts';

const STAYING = { slots: [] };

/** POST /v1/comparisons. */
export function comparisons(app: OpenAPIHono<AppEnv>): void {
  operation(
    app,
    {
      method: 'post',
      path: '/v1/comparisons',
      operationId: 'createComparison',
      tags: ['comparisons'],
      summary: 'Compare two plans or two snapshots',
      description:
        'Side by side: price, moves, slots and downtime, nodes that fare differently, replicas that move differently, rules that only one breaks. Numbers of plans are recomputed from their moves.',
      request: {
        body: {
          required: true,
          content: jsonContent(ComparisonRequest, {
            kind: 'plans',
            snapshot: example.snapshot,
            first: STAYING,
            second: example.moves,
          }),
        },
      },
      responses: {
        200: {
          description: 'Second against first.',
          content: jsonContent(
            Comparison,
            comparePlans(example.snapshot, {}, STAYING, example.moves as Parameters<typeof comparePlans>[3]),
          ),
        },
        ...problemResponses('unknown-parameter', ...BODY_PROBLEMS, 'internal-error'),
      },
    },
    async (context) => {
      const request = readInput(await readBody(context.req.raw), readComparison);
      if (request.kind === 'snapshots')
        return context.json(await compareSnapshots(request.first, request.second));
      const { snapshot, options = {}, first, second, secondOptions } = request;
      return context.json(comparePlans(snapshot, options, first, second, secondOptions));
    },
  );
}
