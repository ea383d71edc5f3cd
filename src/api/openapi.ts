import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { Money, Quantity } from '../model/amounts.ts';
import { LabelSelector, PodAffinity } from '../model/pod-scheduling.ts';
import { VolumeNodeAffinity } from '../model/volumes.ts';
import { keepNames, type OpenApiDocument } from './keep-names.ts';
import { type AppEnv, jsonContent, operation, problemResponses } from './operation.ts';

const DESCRIPTION = `Restow plans how running microservice replicas move onto cheaper nodes, slot by slot of a rolling
update: every plan is checked by an independent checker, says what it saves, and how far it is from the proved best.

**Sizes.** A request body may have 8 MiB. **Cache.** The same question gets the same plan, byte for byte; the header
\`Restow-Cache\` says whether it was solved now. **Errors** are RFC 9457 problem details; their types are listed at
[/docs/problems](/docs/problems).`;

/** The OpenAPI description of everything that \`operation\` declared. */
export function describeApi(app: OpenAPIHono<AppEnv>): OpenApiDocument {
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Restow',
      version: '1',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    tags: [
      { name: 'plans', description: 'From a snapshot to a plan.' },
      { name: 'comparisons', description: 'Two plans or two snapshots side by side.' },
      { name: 'explanations', description: 'Why a plan does not do more.' },
      { name: 'checks', description: 'Any plan against any snapshot.' },
      { name: 'strategies', description: 'How questions are solved.' },
      { name: 'workloads', description: 'Random deployments to try plans on.' },
      { name: 'snapshots', description: 'From a cluster to a snapshot.' },
      { name: 'service', description: 'The service itself.' },
    ],
  });
  return keepNames(document);
}

/** GET /openapi.json. */
export function openapi(app: OpenAPIHono<AppEnv>): void {
  // Components take the description of where they are seen first, unless they are declared by themselves.
  app.openAPIRegistry.register('PodAffinity', PodAffinity);
  app.openAPIRegistry.register('LabelSelector', LabelSelector);
  app.openAPIRegistry.register('VolumeNodeAffinity', VolumeNodeAffinity);
  app.openAPIRegistry.register('Quantity', Quantity);
  app.openAPIRegistry.register('Money', Money);
  let document: OpenApiDocument | undefined;
  operation(
    app,
    {
      method: 'get',
      path: '/openapi.json',
      operationId: 'getOpenApi',
      tags: ['service'],
      summary: 'This description of the API',
      responses: {
        200: {
          description: 'An OpenAPI 3.1 document.',
          content: jsonContent(z.record(z.string(), z.unknown()), {
            openapi: '3.1.0',
            info: { title: 'Restow', version: '1' },
            paths: {},
          }),
        },
        ...problemResponses('internal-error'),
      },
    },
    (context) => {
      document ??= describeApi(app);
      return context.json(document);
    },
  );
}
