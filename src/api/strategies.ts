import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { STRATEGY_CHOICES } from '../model/options.ts';
import { STRATEGIES } from '../solver/strategies.ts';
import { EXAMPLE_VERSION } from './examples.ts';
import { type AppEnv, jsonContent, operation, problemResponses } from './operation.ts';
import type { Service } from './service.ts';

const StrategySummary = z
  .strictObject({
    name: z.string().describe('What to write into `options.strategy`.'),
    summary: z.string(),
  })
  .meta({ id: 'StrategySummary' });

const StrategyList = z
  .strictObject({
    default: z.enum(STRATEGY_CHOICES),
    strategies: z.array(StrategySummary),
    solverVersion: z.string().describe('The same question gets the same bytes from the same version.'),
  })
  .meta({ id: 'StrategyList' });

const LIST = {
  default: 'auto',
  strategies: [
    {
      name: 'auto',
      summary:
        'Takes exact where the problem is small enough for it, ilp for other small ones, and search for the rest.',
    },
    ...STRATEGIES.map(({ name, summary }) => ({ name, summary })),
  ],
} satisfies Omit<z.infer<typeof StrategyList>, 'solverVersion'>;

/** GET /v1/strategies. */
export function strategies(
  app: OpenAPIHono<AppEnv>,
  { solverVersion }: Pick<Service, 'solverVersion'>,
): void {
  operation(
    app,
    {
      method: 'get',
      path: '/v1/strategies',
      operationId: 'listStrategies',
      tags: ['strategies'],
      summary: 'List the strategies',
      responses: {
        200: {
          description: 'The strategies that a question may choose.',
          content: jsonContent(StrategyList, { ...LIST, solverVersion: EXAMPLE_VERSION }),
        },
        ...problemResponses('unknown-parameter', 'internal-error'),
      },
    },
    (context) => context.json<z.infer<typeof StrategyList>>({ ...LIST, solverVersion }),
  );
}
