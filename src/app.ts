import { OpenAPIHono } from '@hono/zod-openapi';

export function createApp() {
  const app = new OpenAPIHono<{ Bindings: Env }>();
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  return app;
}
