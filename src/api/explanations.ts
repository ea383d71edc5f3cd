import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { Options } from '../model/options.ts';
import { Snapshot } from '../model/snapshot.ts';
import { Explanation, ReasonsRequest } from '../reasons/explanation.ts';
import { readExplanationRequest } from '../reasons/read-request.ts';
import { readBody, readInput } from './body.ts';
import { example } from './examples.ts';
import { type AppEnv, BODY_PROBLEMS, jsonContent, operation, problemResponses } from './operation.ts';
import type { Service } from './service.ts';

const ExplanationRequest = z
  .strictObject({ snapshot: Snapshot, options: Options.optional(), reasons: ReasonsRequest.optional() })
  .meta({ id: 'ExplanationRequest', description: 'The question of a plan, and what is to be explained.' });

/** POST /v1/explanations. */
export function explanations(app: OpenAPIHono<AppEnv>, service: Service): void {
  operation(
    app,
    {
      method: 'post',
      path: '/v1/explanations',
      operationId: 'explainPlan',
      tags: ['explanations'],
      summary: 'Plan a snapshot and say why not more',
      description:
        'The plan of `POST /v1/plans`, and for every node that it keeps and every workload that stays the smallest set of reasons: lift them all, and the best plan does it; leave one in force, and it does not. Solves many questions more than a plan, within `reasons.workLimit`; nothing is stored. The same question gets the same bytes.',
      request: {
        body: { required: true, content: jsonContent(ExplanationRequest, { snapshot: example.snapshot }) },
      },
      responses: {
        200: {
          description: 'The plan and the reasons.',
          content: jsonContent(Explanation, example.explanation),
        },
        ...problemResponses('unknown-parameter', ...BODY_PROBLEMS, 'internal-error'),
      },
    },
    async (context) => {
      const body = await readBody(context.req.raw);
      const { reasons, ...question } = readInput(body, readExplanationRequest);
      const { explanation, rejected } = await service.explain(question, reasons);
      context.set('work', explanation.plan.work + explanation.work);
      context.set('rejected', rejected.length);
      return context.json<Explanation>(explanation);
    },
  );
}
