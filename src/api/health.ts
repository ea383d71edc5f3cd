import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { EXAMPLE_VERSION } from './examples.ts';
import { type AppEnv, jsonContent, operation, problemResponses } from './operation.ts';
import type { Service } from './service.ts';

const Health = z.strictObject({ status: z.literal('ok'), solverVersion: z.string() }).meta({
  id: 'Health',
  description: 'The service answers. It looks at nothing else, so a broken database does not take it down.',
});

/** GET /healthz. */
export function health(app: OpenAPIHono<AppEnv>, { solverVersion }: Pick<Service, 'solverVersion'>): void {
  operation(
    app,
    {
      method: 'get',
      path: '/healthz',
      operationId: 'getHealth',
      tags: ['service'],
      summary: 'Whether the service answers',
      responses: {
        200: {
          description: 'It does.',
          content: jsonContent(Health, { status: 'ok', solverVersion: EXAMPLE_VERSION }),
        },
        ...problemResponses('internal-error'),
      },
    },
    (context) => context.json<z.infer<typeof Health>>({ status: 'ok', solverVersion }),
  );
}
