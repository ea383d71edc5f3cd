import { OpenAPIHono } from '@hono/zod-openapi';
import { secureHeaders } from 'hono/secure-headers';
import { checks } from './api/checks.ts';
import { comparisons } from './api/comparisons.ts';
import { docs } from './api/docs.ts';
import { explanations } from './api/explanations.ts';
import { answerTheRest } from './api/fallback.ts';
import { health } from './api/health.ts';
import { observe } from './api/observe.ts';
import { openapi } from './api/openapi.ts';
import type { AppEnv } from './api/operation.ts';
import { plans } from './api/plans.ts';
import type { Service } from './api/service.ts';
import { snapshots } from './api/snapshots.ts';
import { strategies } from './api/strategies.ts';
import { workloads } from './api/workloads.ts';

/** The API on what it is given: it imports neither the runtime nor the solver's WebAssembly. */
export function createApp(service: Service): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>({ strict: false });
  app.use(observe(service));
  app.use(
    secureHeaders({
      contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      xFrameOptions: 'DENY',
      strictTransportSecurity: 'max-age=15552000',
      // For browsers that are gone.
      originAgentCluster: false,
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
      // The pages have a policy of their own.
      overwrite: false,
    }),
  );
  plans(app, service);
  comparisons(app);
  explanations(app, service);
  checks(app);
  strategies(app, service);
  workloads(app);
  snapshots(app);
  health(app, service);
  openapi(app);
  docs(app, service);
  answerTheRest(app, service);
  return app;
}
